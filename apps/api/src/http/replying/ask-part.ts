import type { Context } from 'hono';
import {
  apiPathPrefix,
  applicationIdHeader,
  callerTypeHeader,
  callerVersionHeader,
  traceparentHeader,
} from '@volume/contract/headers.ts';
import type { Env, Kernel } from '#http/kernel.ts';

/** Makes calls below the API prefix on behalf of the caller of another one, as if the caller had sent them. */
export function createAskPart(
  { askPart, services }: Kernel,
  { req, env }: Context<Env>,
): (call: string) => Promise<Response> {
  const { headers, signal, url } = req.raw;
  const names = [
    'authorization',
    'user-agent',
    applicationIdHeader,
    callerTypeHeader,
    callerVersionHeader,
    traceparentHeader,
  ];
  const given = names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  const below = `${new URL(url).origin}${services.settings.basePath}/${apiPathPrefix}`;
  return (call) => askPart(new Request(`${below}/${call}`, { headers: given, signal }), env);
}
