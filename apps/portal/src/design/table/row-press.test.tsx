import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

const columns: Column<string>[] = [
  { id: 'name', header: 'Payer', card: 'who', cell: (name) => name },
  { id: 'sum', header: 'Amount', cell: (name) => `sum of ${name}` },
  { id: 'more', header: 'More', cell: (name) => <button type="button">More of {name}</button> },
];
const followed: (string | null)[] = [];
const follow = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  followed.push(link.getAttribute('href'));
};

beforeEach(() => {
  followed.length = 0;
  document.addEventListener('click', follow);
  const rows = ['Amelia', 'Tomasz'];
  render(<DataTable caption="Pay-ins" columns={columns} rows={rows} rowKey={String} rowHref={(name) => `/${name}`} />);
});
afterEach(() => {
  document.removeEventListener('click', follow);
  document.getSelection()?.removeAllRanges();
  cleanup();
  vi.restoreAllMocks();
});

test('follows the link once on a click anywhere on a row', async () => {
  await userEvent.click(screen.getByText('sum of Tomasz'));
  await userEvent.click(screen.getByText('Amelia'));
  expect(followed).toEqual(['/Tomasz', '/Amelia']);
});

test('does not follow the link when text of the row was selected', async () => {
  document.getSelection()?.selectAllChildren(screen.getByText('sum of Tomasz'));
  screen.getByText('sum of Tomasz').click();
  expect(followed).toEqual([]);
  expect(String(document.getSelection())).toBe('sum of Tomasz');
});

test('leaves a click on a button in the row to the button', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'More of Tomasz' }));
  expect(followed).toEqual([]);
});

test('opens the row in a new tab with the middle button or Ctrl', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const cell = screen.getByText('sum of Tomasz');
  cell.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, button: 1 }));
  cell.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
  cell.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, button: 2 }));
  expect(open.mock.calls.map(([href]) => String(href))).toEqual([
    expect.stringMatching(/\/Tomasz$/),
    expect.stringMatching(/\/Tomasz$/),
  ]);
  expect(followed).toEqual([]);
});
