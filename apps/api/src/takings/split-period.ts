import { parseUtc } from '@volume/contract/period.ts';

const DAY = 86_400_000;

/** A time in three parts: days that are whole, and what sticks out before and after them. Ends are exclusive. */
export type SplitPeriod = {
  /** From and up to midnight UTC; null at an open end. The whole is null when no day is whole. */
  days: { from: Date | null; to: Date | null } | null;
  edges: { from: Date; to: Date }[];
};

/** Splits a period of the wire, both ends inclusive to the millisecond, so that whole days can be read from the roll-up. */
export function splitPeriod(start: string | undefined, end: string | undefined): SplitPeriod {
  const from = start === undefined ? null : parseUtc(start);
  const to = end === undefined ? null : parseUtc(end) + 1;
  const firstDay = from === null ? null : Math.ceil(from / DAY) * DAY;
  const lastDay = to === null ? null : Math.floor(to / DAY) * DAY;
  if (from !== null && to !== null && (firstDay ?? 0) >= (lastDay ?? 0)) {
    return { days: null, edges: from < to ? [edge(from, to)] : [] };
  }
  const edges = [];
  if (from !== null && firstDay !== null && from < firstDay) edges.push(edge(from, firstDay));
  if (to !== null && lastDay !== null && lastDay < to) edges.push(edge(lastDay, to));
  return { days: { from: toDate(firstDay), to: toDate(lastDay) }, edges };
}

const edge = (from: number, to: number) => ({ from: new Date(from), to: new Date(to) });
const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at));
