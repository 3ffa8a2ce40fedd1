import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Clock } from '#core/services.ts';
import { type Caller, ownMerchant } from '#core/tenant.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { createRefusedCalls } from './refused-calls.ts';
import { createWait } from './wait.ts';

const mostKeys = 20_000;

/** What a limit counts: a session or key, an address, a merchant, or a merchant's calls of one expensive endpoint. */
export type Limit = 'session' | 'address' | 'merchant' | 'route';

/** Throws 429 with Retry-After for callers above their rate limit. */
export type Throttle = Readonly<Record<Limit, Count>>;

/** Counts one call; `reportQuota` receives the remaining calls, also before a refusal. */
type Count = (key: string, reportQuota?: ReportQuota) => void;
export type ReportQuota = (quota: Quota) => void;

/** How many calls remain, of how many in how many seconds. */
export interface Quota {
  left: number;
  most: number;
  seconds: number;
}

interface Rates {
  /** Calls a second of a session, and of an address. */
  callsPerSecond: number;
  /** Calls a second of all users and keys of a merchant together. */
  merchantCallsPerSecond: number;
  /** Calls a minute of a merchant to one expensive endpoint. */
  expensiveCallsPerMinute: number;
}

/**
 * Counts calls per session with a verified token, otherwise per address, never per unverified value; and per merchant
 * and route once the caller is known. Each limit counts separately, so that a flood of addresses evicts no session. In
 * this process only.
 */
export function createThrottle(rates: Rates, clock: Clock, onRefusal: (limit: Limit) => void = () => {}): Throttle {
  const { callsPerSecond, merchantCallsPerSecond, expensiveCallsPerMinute } = rates;
  const perSecond = (most: number, message: string) => createBuckets({ most, seconds: 1, message }, clock);
  const buckets: Throttle = {
    session: perSecond(callsPerSecond, 'Too many calls. Please slow down.'),
    address: perSecond(callsPerSecond, 'Too many calls. Please slow down.'),
    merchant: perSecond(
      merchantCallsPerSecond,
      'Too many calls by the users and keys of this merchant together. Please slow down.',
    ),
    route: createBuckets(
      {
        most: expensiveCallsPerMinute,
        seconds: 60,
        message: 'This was requested too often in the last minute. Please wait a moment and try again.',
      },
      clock,
    ),
  };
  const counted =
    (limit: Limit): Count =>
    (key, reportQuota) => {
      try {
        buckets[limit](key, reportQuota);
      } catch (refusal) {
        onRefusal(limit);
        throw refusal;
      }
    };
  return {
    session: counted('session'),
    address: counted('address'),
    merchant: counted('merchant'),
    route: counted('route'),
  };
}

interface Throttled {
  throttle: Throttle;
  expensiveCalls: ReadonlySet<AnyEndpoint>;
}

/** Counts a call in the limit of its caller's merchant, and in that of an expensive endpoint. */
export function throttleCaller({ throttle, expensiveCalls }: Throttled, endpoint: AnyEndpoint, caller: Caller): void {
  const merchantId = ownMerchant(caller);
  if (merchantId !== null) throttle.merchant(merchantId);
  if (expensiveCalls.has(endpoint)) throttle.route(`${endpoint.name} ${merchantId ?? caller.userAccountId}`);
}

interface Bucket {
  most: number;
  /** The time in which an empty bucket fills. */
  seconds: number;
  message: string;
}

/** Token buckets. A bucket that was idle until it is full can be deleted. */
function createBuckets({ most, seconds, message }: Bucket, clock: Clock): Count {
  const buckets = new Map<string, { left: number; at: number }>();
  const perMillisecond = most / (seconds * 1000);

  function forgetRested(now: number): void {
    for (const [key, { at }] of buckets) {
      if (now - at < seconds * 1000 && buckets.size <= mostKeys) return;
      buckets.delete(key);
    }
  }

  return (key, reportQuota) => {
    const now = clock.now().getTime();
    const bucket = buckets.get(key) ?? { left: most, at: now };
    const left = Math.min(most, bucket.left + Math.max(0, now - bucket.at) * perMillisecond);
    // Re-inserting keeps the map in order of last use, so that idle buckets come first.
    buckets.delete(key);
    buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    forgetRested(now);
    reportQuota?.({ left: Math.max(0, Math.floor(left) - 1), most, seconds });
    if (left < 1) throw tooMany(message, (1 - left) / perMillisecond / 1000);
  };
}

/**
 * Delays errors with status 429; everything else passes immediately. `from` identifies the caller. With the name of a
 * public call, the work waits as well while that call was refused to the same caller a moment ago.
 */
export type SlowRefusal = <T>(from: string, work: () => Promise<T>, publicCall?: string) => Promise<T>;

/** Maximum delay of a rejection in milliseconds. */
const longest = 20_000;

/**
 * Rejections per second and address, however many wait. A caller that will be rejected for longer than any delay, such as one
 * with too many wrong sign-ins, loses nothing by waiting, and the retries that it does not send cost nothing.
 */
const mostPerSecond = (retryAfter: number): number => (retryAfter > longest ? 20 : 100);

/**
 * Sends a 429 after about this many milliseconds, later while many of the same address and pace wait; waiting costs
 * nothing. This slows a flood down, spreads the retries of calls that were rejected together, and does not delay
 * callers of other addresses. Nothing waits any longer once the process is `stopping`.
 */
export function createSlowRefusal(milliseconds: number, stopping?: AbortSignal): SlowRefusal {
  const wait = createWait(stopping);
  const waiting = new Map<string, number>();
  const add = (key: string, more: 1 | -1): number => {
    const now = (waiting.get(key) ?? 0) + more;
    if (now === 0) waiting.delete(key);
    else waiting.set(key, now);
    return now;
  };
  const refused = createRefusedCalls(wait, stopping);
  return async (from, work, publicCall) => {
    const call = milliseconds > 0 && publicCall !== undefined ? `${from} ${publicCall}` : undefined;
    try {
      if (call !== undefined) await refused.waitToBegin(call);
      return await work();
    } catch (refusal) {
      if (milliseconds > 0 && refusal instanceof Problem && refusal.status === 429) {
        const retryAfter = 1000 * Number(refusal.headers['retry-after'] ?? 0);
        if (call !== undefined) refused.add(call, retryAfter);
        const pace = mostPerSecond(retryAfter);
        const key = `${from} ${pace}`;
        const delay = Math.min(longest, Math.max(milliseconds, (1000 * add(key, 1)) / pace));
        await wait(delay * (0.5 + Math.random()));
        add(key, -1);
      }
      throw refusal;
    }
  };
}
