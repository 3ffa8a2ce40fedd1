import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Pager } from './pager.tsx';

afterEach(cleanup);

const nowhere = () => undefined;

test.each([
  [1, 10, 4312, '1–10 of 4,312'],
  [432, 10, 4312, '4,311–4,312 of 4,312'],
  [1, 10, 3, '1–3 of 3'],
  [1, 10, 0, '0 of 0'],
  [9, 10, 20, 'None of 20 here'],
])('shows for page %i with %i rows of %i "%s"', (page, rows, total, text) => {
  render(<Pager page={page} rows={rows} total={total} onPage={nowhere} />);
  expect(screen.getByRole('status').textContent).toBe(text);
});

test('goes to the first, previous, next and last page', async () => {
  const go = vi.fn<(page: number) => void>();
  render(<Pager page={5} rows={10} total={4312} onPage={go} />);
  for (const name of ['First page', 'Previous page', 'Next page', 'Last page']) {
    await userEvent.click(screen.getByRole('button', { name }));
  }
  expect(go.mock.calls.map(([page]) => page)).toEqual([1, 4, 6, 432]);
});

test('a list whose counting stopped has a next page and no last one', async () => {
  const go = vi.fn<(page: number) => void>();
  render(<Pager page={101} rows={10} total={1_011} isAtLeast onPage={go} />);
  expect(screen.getByRole('status').textContent).toBe('1,001–1,010 of 1,010+');
  for (const name of ['Next page', 'Last page']) await userEvent.click(screen.getByRole('button', { name }));
  expect(go.mock.calls).toEqual([[102]]);
  cleanup();
  render(<Pager page={1} rows={10} total={1_001} isAtLeast onPage={go} />);
  expect(screen.getByRole('status').textContent).toBe('1–10 of 1,000+');
});

test('disables the buttons at the ends', async () => {
  const go = vi.fn<(page: number) => void>();
  render(<Pager page={2} rows={10} total={20} onPage={go} />);
  for (const name of ['Next page', 'Last page']) {
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
  }
  expect(go).not.toHaveBeenCalled();
});

test.each([0, 3, 10])('has neither buttons nor sizes for one page of %i rows', (total) => {
  render(<Pager page={1} rows={10} total={total} onPage={nowhere} onRows={nowhere} />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByLabelText('Rows')).toBeNull();
});

test('still offers the sizes when the chosen one exceeds the total', () => {
  render(<Pager page={1} rows={50} total={20} onPage={nowhere} onRows={nowhere} />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByLabelText<HTMLSelectElement>('Rows').value).toBe('50');
});

test('goes back from beyond the end to the last existing page', async () => {
  const go = vi.fn<(page: number) => void>();
  render(<Pager page={9} rows={10} total={20} onPage={go} />);
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(go).toHaveBeenCalledExactlyOnceWith(2);
});

test('offers the page sizes 10, 25, 50 and 100', async () => {
  const size = vi.fn<(rows: number) => void>();
  render(<Pager page={1} rows={10} total={4312} onPage={nowhere} onRows={size} />);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['10', '25', '50', '100']);
  await userEvent.selectOptions(screen.getByLabelText('Rows'), '50');
  expect(size).toHaveBeenCalledExactlyOnceWith(50);
});

test('renders nothing before the total is known', () => {
  const { container } = render(<Pager page={1} rows={10} total={undefined} onPage={nowhere} />);
  expect(container.innerHTML).toBe('');
});
