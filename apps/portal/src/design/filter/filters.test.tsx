import { useState } from 'react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { DateRangeFilter } from './date-range-filter.tsx';
import { AmountRangeFilter } from './field-filters.tsx';
import { CheckListFilter } from './check-list-filter.tsx';

afterEach(cleanup);

const options = ['NEW', 'FAILED', 'SETTLED'].map((value) => ({ value, label: value.toLowerCase(), count: 1200 }));

function Statuses({ onChange }: { onChange?: (values: string[]) => void }) {
  const [selected, setSelected] = useState<string[]>([]);
  const take = (values: string[]) => {
    setSelected(values);
    onChange?.(values);
  };
  return <CheckListFilter label="Status" options={options} selected={selected} onChange={take} />;
}

test('each tick applies immediately, in the order of the options, and the chip shows the selection', async () => {
  const change = vi.fn<(values: string[]) => void>();
  render(<Statuses onChange={change} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter by Status' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /settled/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /new/ }));
  expect(change.mock.lastCall?.[0]).toEqual(['NEW', 'SETTLED']);
  expect(screen.queryByRole('button', { name: 'Status 2 of 3' })).not.toBeNull();
});

test('arrow keys move between the options', async () => {
  render(<Statuses />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter by Status' }));
  const first = await screen.findByRole('checkbox', { name: /new/ });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard('{ArrowDown} ');
  expect(screen.getByRole('checkbox', { name: /failed/ })).toHaveProperty('checked', true);
});

test('a chip that is on is removed with its remove button', async () => {
  const change = vi.fn<(values: string[]) => void>();
  render(<CheckListFilter label="Status" options={options} selected={['NEW']} onChange={change} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Status filter' }));
  expect(change).toHaveBeenCalledExactlyOnceWith([]);
});

const field = (name: string, description: RegExp) => screen.queryByRole('textbox', { name, description });

test('amounts apply on Enter, as plain decimals; an invalid one shows an error at its field and applies nothing', async () => {
  const apply = vi.fn<(range: object) => void>();
  render(<AmountRangeFilter onApply={apply} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter by Amount' }));
  await userEvent.type(await screen.findByLabelText('From'), 'ten{Enter}');
  expect(field('From', /^Enter an amount such as 12\.50\.$/)).not.toBeNull();
  await userEvent.clear(screen.getByLabelText('From'));
  await userEvent.type(screen.getByLabelText('From'), '20');
  await userEvent.type(screen.getByLabelText('To'), '10{Enter}');
  expect(field('To', /Must not be below the first amount$/)).not.toBeNull();
  expect(apply).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByLabelText('To'));
  await userEvent.type(screen.getByLabelText('To'), '£1,250.5{Enter}');
  expect(apply).toHaveBeenCalledExactlyOnceWith({ from: '20.00', to: '1250.50' });
});

test('an amount with a decimal comma filters by that amount, and its field shows how it is read', async () => {
  const apply = vi.fn<(range: object) => void>();
  render(<AmountRangeFilter onApply={apply} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter by Amount' }));
  await userEvent.type(await screen.findByLabelText('From'), '12,50');
  await userEvent.tab();
  expect(field('From', /^= 12\.50$/)).not.toBeNull();
  await userEvent.type(screen.getByLabelText('To'), '1.250,00{Enter}');
  expect(apply).toHaveBeenCalledExactlyOnceWith({ from: '12.50', to: '1250.00' });
});

test('an ambiguous amount shows a question and applies nothing', async () => {
  const apply = vi.fn<(range: object) => void>();
  render(<AmountRangeFilter onApply={apply} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter by Amount' }));
  await userEvent.type(await screen.findByLabelText('To'), '1.250{Enter}');
  expect(field('To', /^Is this 1,250\.00 or 1\.25\? Write 1250 or 1\.25\.$/)).not.toBeNull();
  expect(apply).not.toHaveBeenCalled();
});

test('a preset applies immediately; custom days wait for Enter', async () => {
  const apply = vi.fn<(range: object) => void>();
  render(<DateRangeFilter from="2026-10-22" to="2026-11-21" today="2026-11-21" onApply={apply} />);
  await userEvent.click(screen.getByRole('button', { name: /^Created last 30 days and today, / }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yesterday' }));
  expect(apply).toHaveBeenLastCalledWith({ from: '2026-11-20', to: '2026-11-20' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /Created/ }));
  const first = await screen.findByLabelText('From');
  await userEvent.clear(first);
  await userEvent.type(first, '1 Nov 2026{Enter}');
  expect(apply).toHaveBeenLastCalledWith({ from: '2026-11-01', to: '2026-11-21' });
});

test('an invalid or reversed date range shows an error and applies nothing', async () => {
  const apply = vi.fn<(range: object) => void>();
  render(<DateRangeFilter from="2026-10-22" to="2026-11-21" today="2026-11-21" onApply={apply} />);
  await userEvent.click(screen.getByRole('button', { name: /Created/ }));
  const last = await screen.findByLabelText('To');
  // The calendar's month is a status too.
  const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await userEvent.clear(last);
  await userEvent.type(last, '31/02/2026{Enter}');
  expect(statuses()).toContain('Choose a last day');
  await userEvent.clear(last);
  await userEvent.type(last, '1 Oct 2026{Enter}');
  expect(statuses()).toContain('The last day is before the first');
  expect(apply).not.toHaveBeenCalled();
});
