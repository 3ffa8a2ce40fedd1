import { applicationIdHeader, mediaType } from '@volume/contract/headers.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { authorise } from './access/authorise.ts';
import type { Caller } from './caller.ts';
import { type CsvStream, openCsv } from './csv-stream.ts';
import type { Handler } from './handler.ts';
import type { Env, Kernel } from './kernel.ts';
import { Problem } from './problem.ts';
import { readCall } from './reading/read-call.ts';
import { refuseForeignIds } from './tenant.ts';
import { databaseUnavailable } from './to-problem.ts';

/** Answers one endpoint: throttle, authenticate, authorise, validate, check the tenant, run, encode. */
export function answer({ endpoint, run }: Handler, kernel: Kernel) {
  return async (context: Context<Env>): Promise<Response> => {
    const token = bearerOf(context.req.raw);
    if (token) kernel.throttle(token);
    return inTime(kernel.giveUpAfter, async () => {
      const caller = await callerOf(endpoint, token, kernel);
      context.set('caller', caller);
      authorise(endpoint.access, caller);
      const request = context.req.raw;
      const read = await readCall(endpoint, { params: context.req.param(), query: context.req.queries(), request });
      if (caller) await refuseForeignIds(caller, read, kernel.findApplicationOwner);
      const { params, query, body, applicationId } = read;
      const facts = {
        traceId: context.get('traceId'),
        address: context.env?.remoteAddress ?? null,
        applicationId,
        header: (name: string) => request.headers.get(name),
      };
      const value = await run({ params, query, body, caller, services: kernel.services, request: facts });
      if (endpoint.produces === 'csv') return openCsv(value as CsvStream);
      return encode(endpoint, value, request);
    });
  };
}

/** The bearer token of a request; null when there is none, the empty text when the header is something else. */
function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization');
  if (header === null || header.trim() === '') return null;
  return /^Bearer\s+(\S+)$/i.exec(header.trim())?.[1] ?? '';
}

/** Public calls ignore whatever token came along: signing in again must work with a dead one. */
async function callerOf(endpoint: AnyEndpoint, token: string | null, kernel: Kernel): Promise<Caller | null> {
  if (endpoint.access.kind === 'public' || token === null) return null;
  const caller = token === '' ? null : await kernel.authenticate(token);
  if (!caller) throw new Problem(401, 'Your session is over. Please sign in again.');
  return caller;
}

function encode(endpoint: AnyEndpoint, value: unknown, request: Request): Response {
  const headers = { 'cache-control': 'no-store', vary: `Accept, Authorization, ${applicationIdHeader}` };
  if (!endpoint.response || endpoint.status === 204) return new Response(null, { status: 204, headers });
  const accept = request.headers.get('accept') ?? '*/*';
  const wantsPlain = accept.includes('application/json') && !accept.includes('vnd.volume');
  const type = wantsPlain ? 'application/json' : mediaType(endpoint.version);
  const text = JSON.stringify(z.encode(endpoint.response, value));
  return new Response(text, { status: endpoint.status, headers: { ...headers, 'content-type': type } });
}

/** Answers 503 instead of hanging when something below does not come back. */
async function inTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(databaseUnavailable()), milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
