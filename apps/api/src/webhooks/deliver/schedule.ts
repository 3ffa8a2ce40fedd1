const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds from one attempt to the next; the last holds for all that follow (contract §6). */
const waits = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour] as const;

/** How long a delivery is tried, in milliseconds. */
export const patience = 72 * hour;

type Tried = {
  /** Attempts of this round, the one that just ended included. */
  tries: number;
  endedAt: Date;
  giveUpAt: Date;
  /** The receiver's Retry-After header, null when it sent none. */
  retryAfter: string | null;
};

/** When to try again, or null when it is time to give up. A receiver that names its own time gets it, where it is the later one. */
export function nextAttemptAt({ tries, endedAt, giveUpAt, retryAfter }: Tried): Date | null {
  const wait = waits[Math.min(tries, waits.length) - 1] ?? hour;
  const wanted = Math.max(endedAt.getTime() + wait, askedFor(retryAfter, endedAt));
  return wanted <= giveUpAt.getTime() ? new Date(wanted) : null;
}

/** Seconds or a date (RFC 9110, 10.2.3); at most a day, so that a slip of theirs does not silence us. */
function askedFor(retryAfter: string | null, endedAt: Date): number {
  if (retryAfter === null) return 0;
  const text = retryAfter.trim();
  const at = /^\d{1,9}$/.test(text) ? endedAt.getTime() + Number(text) * second : Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.min(at, endedAt.getTime() + 24 * hour);
}
