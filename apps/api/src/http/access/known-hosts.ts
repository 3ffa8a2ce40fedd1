import type { MiddlewareHandler } from 'hono';
import type { Env } from '#http/kernel.ts';
import { Problem } from '#core/problem.ts';

/** Refuses with 421 what was sent to another host than these, as they stand in an address. */
export function knownHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  return (context, next) => {
    if (hosts.includes(new URL(context.req.url).hostname)) return next();
    throw new Problem(
      421,
      `This server is for one's own machine and answers ${hosts.join(', ')} only. To reach it by another name, start it with PUBLIC_URL.`,
    );
  };
}
