/** A position in a list that is newest first: the rows after it are older. */
export interface Position {
  /** UTC, formatted as in exports. */
  created: string;
  payment_id: string;
}
type Read<Row> = (after: Position | undefined, limit: number, since: Date | null) => Promise<Row[]>;

const before = (time: Date): Position => ({
  created: time.toISOString().slice(0, -1),
  payment_id: '00000000-0000-0000-0000-000000000000',
});
const timeOf = ({ created }: Position): number => Date.parse(`${created}Z`);

/**
 * Reads payments of all merchants in batches of `size` or somewhat more, newest first; only the last batch is smaller.
 * When payments are on many servers, each would return a whole batch of which only a part is used. Within a time span
 * that contains about one batch, each server returns only its part.
 */
export function readInSpans<Row extends Position>(
  read: Read<Row>,
  size: number,
): (last: Row | undefined) => Promise<Row[]> {
  /** Milliseconds that recently contained somewhat more than a batch; 0 reads without a bound. */
  let span = 0;
  return async (last) => {
    const rows: Row[] = [];
    for (let after: Position | undefined = last; rows.length < size;) {
      const since = after && span > 0 ? new Date(timeOf(after) - span) : null;
      const most = since === null ? size - rows.length : 2 * size;
      const found = await read(after, most, since);
      rows.push(...found);
      if (found.length === most) break;
      if (since === null) return rows;
      after = before(since);
      // The span was empty: the next row can be much older, or there is none.
      span = found.length === 0 ? 0 : span * 2;
    }
    const [first] = rows;
    const end = rows.at(-1);
    if (first && end) span = Math.ceil((1.5 * size * (timeOf(first) - timeOf(end))) / rows.length);
    return rows;
  };
}
