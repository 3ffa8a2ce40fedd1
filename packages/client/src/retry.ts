import { NoAnswerError, RefusalError } from './errors.ts';

/** Statuses after which nothing was done, or after which a retry with the same key is done only once. */
const passing = [429, 502, 503, 504];
const firstWait = 500;
const longestBackOff = 8_000;

/** Whether another try may succeed. Only for calls that are safe to repeat. */
export function canRetry(error: unknown): error is NoAnswerError | RefusalError {
  if (error instanceof NoAnswerError) return true;
  return error instanceof RefusalError && (passing.includes(error.status) || error.code === 'CALL_NOT_ENDED');
}

/** Milliseconds until the next try: at least what the API asks for, with jitter, so that servers do not retry at the same moment. */
export function waitBefore(attempt: number, retryAfter: number | null, random: () => number): number {
  const highest = Math.min(longestBackOff, firstWait * 2 ** (attempt - 1));
  const spread = highest / 2 + (random() * highest) / 2;
  return retryAfter === null ? spread : retryAfter * 1000 + (random() * firstWait) / 2;
}

/** `Retry-After` in seconds: a number, or the time until a date. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}
