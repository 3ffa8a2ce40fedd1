import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { useRowKeys } from './use-row-keys.ts';

afterEach(cleanup);

interface Row {
  id: string;
  name: string;
  sum: string;
}

const rows: Row[] = [
  { id: 'a', name: 'Amelia', sum: '£1.00' },
  { id: 'b', name: 'Tomasz', sum: '£2.00' },
  { id: 'c', name: 'Zoë', sum: '£3.00' },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Payer', card: 'who', cell: (row) => row.name },
  { id: 'sum', header: 'Amount', align: 'end', width: 120, card: 'sum', cell: (row) => row.sum },
];
const key = (row: Row) => row.id;
const href = (row: Row) => `#${row.id}`;

test('is a named table with column headers and its sort order', () => {
  const sorting = { sorts: ['sum-desc'], sort: 'sum-desc', onSort: () => undefined };
  render(<DataTable caption="Pay-ins" columns={columns} sorting={sorting} rows={rows} rowKey={key} />);
  const table = screen.getByRole('table', { name: 'Pay-ins' });
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map((header) => header.textContent)).toEqual(['Payer', 'Amount']);
  expect(headers.map((header) => header.getAttribute('aria-sort'))).toEqual([null, 'descending']);
  expect(within(table).queryByRole('button')).toBeNull();
  expect(within(table).getAllByRole('row')).toHaveLength(4);
});

test('has one real link per row, in its first cell', () => {
  render(
    <DataTable
      caption="Pay-ins"
      columns={columns}
      rows={rows}
      rowKey={key}
      rowHref={href}
      rowLabel={(row) => `${row.name}, ${row.sum}`}
    />,
  );
  expect(screen.getAllByRole('link')).toHaveLength(3);
  const link = screen.getByRole('link', { name: 'Tomasz, £2.00' });
  expect(link.getAttribute('href')).toBe('#b');
  expect(link.closest('td')?.cellIndex).toBe(0);
});

test('is busy and keeps its columns without rows while the first rows load', () => {
  const { container } = render(
    <DataTable caption="Pay-ins" columns={columns} rows={undefined} rowKey={key} skeletonRows={25} />,
  );
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('row')).toHaveLength(1);
  expect(container.querySelectorAll('tbody tr')).toHaveLength(25);
});

test('keeps the old rows while new ones load', () => {
  render(<DataTable caption="Pay-ins" columns={columns} rows={rows} rowKey={key} isStale />);
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('row')).toHaveLength(4);
});

test('has the same column widths in the skeleton as in the rows', () => {
  const widths = (container: HTMLElement) => [...container.querySelectorAll('col')].map((col) => col.style.width);
  const waiting = render(<DataTable caption="Pay-ins" columns={columns} rows={undefined} rowKey={key} />);
  const loaded = render(<DataTable caption="Pay-ins" columns={columns} rows={rows} rowKey={key} />);
  expect(widths(waiting.container)).toEqual(widths(loaded.container));
});

test('shows the empty state in place of rows', () => {
  render(<DataTable caption="Pay-ins" columns={columns} rows={[]} rowKey={key} empty={<p>No pay-ins match</p>} />);
  expect(screen.queryByText('No pay-ins match')).not.toBeNull();
  expect(screen.getAllByRole('row')).toHaveLength(1);
});

test('has a button in the header of a column that sorts, and renders no row again when the order changes', async () => {
  const onSort = vi.fn<(sort: string) => void>();
  const cell = vi.fn<(row: Row) => string>((row) => row.name);
  const sortable: Column<Row>[] = [{ id: 'name', header: 'Payer', cell }];
  const sorted = (sort: string) => (
    <DataTable
      caption="Pay-ins"
      columns={sortable}
      sorting={{ sorts: ['name-asc', 'name-desc'], sort, onSort }}
      rows={rows}
      rowKey={key}
    />
  );
  const { rerender } = render(sorted('name-asc'));
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Payer' }));
  expect(onSort.mock.calls).toEqual([['name-desc']]);
  cell.mockClear();
  rerender(sorted('name-desc'));
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('descending');
  expect(cell).not.toHaveBeenCalled();
});

function Walked() {
  const { list, at } = useRowKeys({ count: rows.length });
  return (
    <>
      <input aria-label="Search" />
      <DataTable ref={list} at={at} caption="Pay-ins" columns={columns} rows={rows} rowKey={key} rowHref={href} />
    </>
  );
}

test('moves the focus between rows with j and k and stops at the ends', async () => {
  render(<Walked />);
  const focused = () => document.activeElement?.textContent;
  await userEvent.keyboard('j');
  expect(focused()).toBe('Amelia');
  await userEvent.keyboard('jjjj');
  expect(focused()).toBe('Zoë');
  await userEvent.keyboard('k');
  expect(focused()).toBe('Tomasz');
  expect(document.querySelector('tr[data-at]')?.textContent).toContain('Tomasz');
});

test('opens the current row on Enter, also after it lost the focus', async () => {
  render(<Walked />);
  const opened = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  screen.getByRole('link', { name: 'Tomasz' }).addEventListener('click', opened);
  await userEvent.keyboard('jj');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledOnce();
});

test('ignores the keys while the user types', async () => {
  render(<Walked />);
  await userEvent.type(screen.getByLabelText('Search'), 'jk');
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'jk');
  expect(document.querySelector('tr[data-at]')).toBeNull();
});
