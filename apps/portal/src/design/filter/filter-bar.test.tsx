import { useState } from 'react';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageActions } from '#design/controls/page-actions.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { CheckListFilter } from './check-list-filter.tsx';
import { TextFilter } from './field-filters.tsx';

const options = ['NEW', 'FAILED', 'SETTLED'].map((value) => ({ value, label: value.toLowerCase() }));

/** A filter bar whose text filter takes effect when `onChange` calls its argument, as the address changes a little after a choice. */
function Bar({ onChange = (take) => take() }: { onChange?: (take: () => void) => void }) {
  const [status, setStatus] = useState<string[]>([]);
  const [reference, setReference] = useState<string>();
  const offered = [
    ...(status.length === 0 ? [{ label: 'Status' }] : []),
    ...(reference === undefined ? [{ label: 'Reference', hint: 'as your shop wrote it' }] : []),
  ];
  return (
    <FilterBar offered={offered} shortcut="f">
      <CheckListFilter label="Status" options={options} selected={status} onChange={setStatus} />
      <TextFilter label="Reference" value={reference} onApply={(typed) => onChange(() => setReference(typed))} />
    </FilterBar>
  );
}

beforeEach(() => void render(<Bar />));
afterEach(cleanup);

const adder = () => screen.getByRole('button', { name: 'Filter' });
const menu = () => within(screen.getByRole('dialog', { name: 'Add a filter' }));
const chips = () =>
  within(screen.getByRole('group', { name: 'Filters' }))
    .queryAllByRole('button')
    .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent.trim());

test('shows no chip for a filter that is off, and a chip as soon as it is set', async () => {
  expect(chips()).toEqual(['Filter']);
  await userEvent.click(adder());
  await userEvent.click(menu().getByRole('button', { name: 'Status' }));
  expect(screen.queryByRole('dialog', { name: 'Add a filter' })).toBeNull();
  const editor = within(await screen.findByRole('dialog', { name: 'Status' }));
  await userEvent.click(editor.getByRole('checkbox', { name: 'new' }));
  // Its editor stays open, also when the only tick is taken away again.
  await userEvent.click(editor.getByRole('checkbox', { name: 'new' }));
  await userEvent.click(editor.getByRole('checkbox', { name: 'failed' }));
  await userEvent.keyboard('{Escape}');
  expect(chips()).toEqual(['Status failed', 'Remove Status filter', 'Filter']);
});

test('a filter that is closed without a value leaves no chip, and the focus is on the button again', async () => {
  await userEvent.click(adder());
  await userEvent.click(menu().getByRole('button', { name: 'Reference' }));
  await screen.findByRole('dialog', { name: 'Reference' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(chips()).toEqual(['Filter']));
  expect(document.activeElement).toBe(adder());
});

test('a filter whose value arrives after its editor has closed has the focus again', async () => {
  cleanup();
  const chosen: (() => void)[] = [];
  render(<Bar onChange={(take) => chosen.push(take)} />);
  await userEvent.click(adder());
  await userEvent.click(menu().getByRole('button', { name: 'Reference' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reference' }), 'ab{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(adder()));
  act(() => chosen.forEach((take) => take()));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reference ab' })));
});

test('typing finds filters, Enter opens the first, and arrow keys move between field and filters', async () => {
  await userEvent.click(adder());
  const field = menu().getByRole('textbox', { name: 'Find a filter' });
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Referenceas your shop wrote it');
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('x');
  expect(menu().getByRole('status').textContent).toBe('No filter has this name');
  await userEvent.keyboard('{Backspace}ref{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Reference' })).not.toBeNull();
});

test('Backspace on a chip removes it, but not while its editor is typed into', async () => {
  await userEvent.click(adder());
  await userEvent.click(menu().getByRole('button', { name: 'Reference' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reference' }), 'ab{Backspace}{Enter}');
  expect(chips()).toEqual(['Reference a', 'Remove Reference filter', 'Filter']);
  screen.getByRole('button', { name: 'Reference a' }).focus();
  await userEvent.keyboard('{Backspace}');
  expect(chips()).toEqual(['Filter']);
  expect(document.activeElement).toBe(adder());
});

test('its key presses the button, and the palette does not list it', () => {
  expect(pageActions().map(({ element, shortcut, isUnlisted }) => [element, shortcut, isUnlisted])).toEqual([
    [adder(), 'f', true],
  ]);
});
