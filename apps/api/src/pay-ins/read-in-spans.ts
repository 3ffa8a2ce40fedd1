/** A place in a list that is newest first: what comes after it is older. */
export interface Place {
  /** UTC, as exports write it. */
  created: string;
  payment_id: string;
}
/** Reads so many rows after a place, none of them older than `since`. */
type Read<Row> = (after: Place | undefined, limit: number, since: Date | null) => Promise<Row[]>;

const before = (time: Date): Place => ({
  created: time.toISOString().slice(0, -1),
  payment_id: '00000000-0000-0000-0000-000000000000',
});
const timeOf = ({ created }: Place): number => Date.parse(`${created}Z`);

/**
 * Batches of `size` payments of all merchants or somewhat more, newest first; only the last is smaller. Where these stand on many servers, each would
 * hand over a whole batch, of which its share alone is used: within a span of time that holds about a batch, each hands over its share.
 */
export function readInSpans<Row extends Place>(
  read: Read<Row>,
  size: number,
): (last: Row | undefined) => Promise<Row[]> {
  /** Milliseconds that held somewhat more than a batch lately; 0 reads without a bound. */
  let span = 0;
  return async (last) => {
    const rows: Row[] = [];
    for (let after: Place | undefined = last; rows.length < size;) {
      const since = after && span > 0 ? new Date(timeOf(after) - span) : null;
      const most = since === null ? size - rows.length : 2 * size;
      const found = await read(after, most, since);
      rows.push(...found);
      if (found.length === most) break;
      if (since === null) return rows;
      after = before(since);
      // Nothing in it: what is next may lie far back, or be the end.
      span = found.length === 0 ? 0 : span * 2;
    }
    const [first] = rows;
    const end = rows.at(-1);
    if (first && end) span = Math.ceil((1.5 * size * (timeOf(first) - timeOf(end))) / rows.length);
    return rows;
  };
}
