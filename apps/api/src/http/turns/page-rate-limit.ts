import type { Context } from 'hono';
import { addressKey } from '#core/limits/rate-limits.ts';
import type { Env, Turns } from '#http/kernel.ts';

/** Serves a page within the address's rate limit and in its turn, which it leaves before it waits for a provider. */
export type LimitPage = <T>(context: Context<Env>, work: (leaveTurn: () => void) => Promise<T>) => Promise<T>;

export function createPageRateLimit({ throttle, turns, refuseSlowly }: Turns): LimitPage {
  return (context, work) => {
    const key = addressKey(context.env?.remoteAddress ?? null);
    return refuseSlowly(key, () => {
      throttle.address(key);
      // A slow form submission must not hold a turn.
      return context.req.method === 'POST' ? work(() => undefined) : turns(key, work, context.req.raw.signal);
    });
  };
}
