import { mostCounted } from '@volume/contract/lists/page.ts';

/** A page of a list, newest first; `number` is zero-based. */
export interface LivePage<Row> {
  content: Row[];
  totalElements: number;
  /** For a growing list: true when counting stopped at its maximum. */
  isTotalAtLeast?: boolean | undefined;
  number: number;
}

export interface RowFacts<Row> {
  keyOf: (row: Row) => string;
  timeOf: (row: Row) => string;
}

/** The difference between the shown rows and a later response. */
export interface RowChanges {
  arrived: number;
  /** Rows that no longer match, for example because their status changed. */
  left: number;
}

/** When the rows of a list were counted, so that its other pages can report changes since then. */
export interface Counted {
  total: number;
  /** Milliseconds. */
  at: number;
}

/** Compares a page with the same page fetched later; on later pages only the total shows a change since the list was `counted`. */
export function compareRows<Row>(
  shown: LivePage<Row>,
  later: LivePage<Row>,
  { keyOf, timeOf }: RowFacts<Row>,
  counted = shown.totalElements,
): RowChanges {
  const isCounted = later.isTotalAtLeast === undefined || Math.max(later.totalElements, counted) <= mostCounted;
  const more = isCounted ? later.totalElements - counted : 0;
  if (shown.number > 0) return { arrived: Math.max(0, more), left: Math.max(0, -more) };
  const known = new Set(shown.content.map(keyOf));
  const [first] = shown.content;
  const newest = first === undefined ? '' : timeOf(first);
  const fresh = later.content.filter((row) => !known.has(keyOf(row)) && timeOf(row) >= newest);
  // When every row is new, there are more than the page shows.
  const arrived =
    fresh.length === later.content.length && fresh.length > 0 ? Math.max(fresh.length, more) : fresh.length;
  return { arrived, left: arrived > 0 ? 0 : Math.max(0, -more) };
}

/** Replaces rows of the shown page by their later versions; returns the same object when nothing changed. */
export function withLaterRows<Row>(
  shown: LivePage<Row>,
  later: LivePage<Row>,
  keyOf: (row: Row) => string,
): LivePage<Row> {
  const laterRows = new Map(later.content.map((row) => [keyOf(row), row]));
  const isSame = (row: Row) => {
    const other = laterRows.get(keyOf(row));
    return !other || JSON.stringify(other) === JSON.stringify(row);
  };
  if (shown.content.every(isSame)) return shown;
  return { ...shown, content: shown.content.map((row) => laterRows.get(keyOf(row)) ?? row) };
}
