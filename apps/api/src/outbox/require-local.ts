import type { Context } from 'hono';
import type { Env } from '#http/kernel.ts';
import { notFound } from '#core/problem.ts';
import type { Services } from '#core/services.ts';

/** Codes stand in these mails: only a local deployment shows them, to its own machine, asked by its own name. */
export function requireLocal(context: Context<Env>, { settings }: Services): void {
  const address = context.env?.remoteAddress;
  const isNear = address === undefined || /^(::1|127\.|::ffff:127\.)/.test(address);
  const isForwarded = ['forwarded', 'x-forwarded-for'].some((name) => context.req.header(name) !== undefined);
  const { hostname } = new URL(context.req.url);
  const isOwnName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (!settings.isLocal || !isNear || isForwarded || !isOwnName) throw notFound('This address');
}
