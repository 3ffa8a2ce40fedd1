import type { Context } from 'hono';
import type { AppSettings } from '#core/services.ts';
import type { Env } from '#http/kernel.ts';

/** A request can name any host, so only this machine's own names, in local use, appear in the response. */
export function originOf({ publicUrl, portalUrl, isLocal }: AppSettings, context: Context<Env>): string {
  if (publicUrl !== null) return publicUrl;
  const { hostname, origin } = new URL(context.req.url);
  const isOwnName = /^(([\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return isLocal && isOwnName ? origin : new URL(portalUrl).origin;
}
