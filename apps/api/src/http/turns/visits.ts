import type { Context } from 'hono';
import { addressKey } from '#core/limits/windows.ts';
import type { Env, Turns } from '#http/kernel.ts';

/** Lets a page be asked for: as often as an address may call, and in its turn. */
export type Visit = <T>(context: Context<Env>, work: () => Promise<T>) => Promise<T>;

export function createVisits({ throttle, turns, refuseSlowly }: Turns): Visit {
  return (context, work) => {
    const key = addressKey(context.env?.remoteAddress ?? null);
    return refuseSlowly(key, () => {
      throttle.address(key);
      // Who sends a form slowly must not hold a turn meanwhile.
      return context.req.method === 'POST' ? work() : turns(key, work, context.req.raw.signal);
    });
  };
}
