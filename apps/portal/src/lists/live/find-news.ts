/** A page of a list, newest first; `number` is zero-based. */
export interface LivePage<Row> {
  content: Row[];
  totalElements: number;
  number: number;
}

/** What tells one row of a list from another: its key, and the wire time it came at. */
export interface RowFacts<Row> {
  keyOf: (row: Row) => string;
  timeOf: (row: Row) => string;
}

/** What a later reading of a list says about the rows that are shown. */
export interface ListNews {
  /** Rows that have come since. */
  arrived: number;
  /** Rows that have left the list since, as one does whose status the filters no longer want. */
  left: number;
}

/** Compares a page with the same page read later; on later pages only the totals can tell. */
export function findNews<Row>(shown: LivePage<Row>, later: LivePage<Row>, { keyOf, timeOf }: RowFacts<Row>): ListNews {
  const more = later.totalElements - shown.totalElements;
  if (shown.number > 0) return { arrived: Math.max(0, more), left: Math.max(0, -more) };
  const known = new Set(shown.content.map(keyOf));
  const [first] = shown.content;
  const newest = first === undefined ? '' : timeOf(first);
  const fresh = later.content.filter((row) => !known.has(keyOf(row)) && timeOf(row) >= newest);
  // When the whole page is new there are more than it can show.
  const arrived =
    fresh.length === later.content.length && fresh.length > 0 ? Math.max(fresh.length, more) : fresh.length;
  return { arrived, left: arrived > 0 ? 0 : Math.max(0, -more) };
}

/** The shown page with the rows of the later one in place of their older selves; the very same when none has changed. */
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
