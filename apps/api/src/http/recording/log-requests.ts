import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { type Handler, NotYet } from '#core/handler.ts';
import { errorFields } from '#core/log.ts';
import { isAccessToken, readToken } from '#core/secrets/access-token.ts';
import type { Services } from '#core/services.ts';
import type { Env } from '#http/kernel.ts';
import { toProblem } from '#http/problem-response.ts';
import type { readCall } from '#http/reading/read-call.ts';
import type { LoggedCall, RequestLog } from './noted-call.ts';
import { harmlessBody, harmlessHeaders, isHarmless, harmlessSentence, isUuid, notStored } from './harmless.ts';

type Parts = Pick<Services, 'clock' | 'log'> & { requestLog: RequestLog };

/** Logs calls with an application key, accepted or refused. Public calls and calls with a session are not logged. */
export function logRequests(endpoint: AnyEndpoint, { clock, log, requestLog }: Parts): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { headers } = context.req.raw;
    const secret = secretOf(headers);
    if (secret === null || endpoint.access.kind === 'public') return next();
    const at = clock.now();
    const begun = performance.now();
    context.set('noted', {});
    await next();
    try {
      const call = toLoggedCall(endpoint, context, secret);
      const took = performance.now() - begun - (context.get('waited') ?? 0);
      if (call) requestLog.add({ ...call, at, durationMs: Math.round(took) });
    } catch (error) {
      // A failure of the log must not change the response.
      log.error('request not logged', errorFields(error));
    }
  };
}

/** The key or the access token of a call; null with a session, or with both. */
function secretOf(headers: Headers): string | null {
  const bearer = headers.get('authorization')?.replace(/^Bearer\s+/i, '') ?? null;
  if (bearer === null) return headers.get(apiKeyHeader);
  return isAccessToken(bearer) && !headers.has(apiKeyHeader) ? bearer : null;
}

/** The parts of a call that are read, and a note of the body for the request log. */
export function partsOf({ req, get }: Context<Env>): Parameters<typeof readCall>[1] {
  const noted = get('noted');
  const noteBody = noted && ((body: unknown) => void (noted.body = body));
  return { params: req.param(), query: req.queries(), request: req.raw, noteBody };
}

export function noteResult(run: Handler['run'], { get }: Context<Env>): Handler['run'] {
  const noted = get('noted');
  if (!noted) return run;
  return async (call) => {
    const result = await run(call);
    noted.result = result instanceof NotYet ? result.now : result;
    return result;
  };
}

type Described = Omit<LoggedCall, 'at' | 'durationMs'>;

/** Null when the call names no application. Without a verified key the caller can be anybody, so nothing that they sent is stored. */
function toLoggedCall(endpoint: AnyEndpoint, context: Context<Env>, secret: string): Described | null {
  const { req, res } = context;
  const caller = context.get('caller');
  const named = readToken(secret)?.applicationId ?? req.raw.headers.get(applicationIdHeader) ?? '';
  const applicationId = named.toLowerCase();
  if (!isUuid(applicationId)) return null;
  const by = caller?.apiKey ? { merchantId: caller.merchantId, key: caller.apiKey.name } : null;
  const problem = context.error === undefined ? null : toProblem(context.error);
  const { body, result } = context.get('noted') ?? {};
  const known = {
    applicationId,
    by,
    method: req.method,
    path: pathOf(endpoint, req.param()),
    status: res.status,
    code: problem?.code ?? null,
    errorMessage: problem && harmlessSentence(problem.message, secret),
    address: context.env?.remoteAddress ?? null,
    traceId: context.get('traceId'),
    refusedKey: problem?.refusedKey ?? null,
  };
  if (!by) return { ...known, query: '', headers: [], body: null, objectIds: [] };
  return {
    ...known,
    query: queryOf(endpoint, req.queries()),
    headers: harmlessHeaders(req.raw.headers, secret),
    body: harmlessBody(body, secret),
    objectIds: objectIdsOf(endpoint, req.param(), result),
  };
}

/** The path template of the contract with the call's ids. Other values are left out, because some paths contain a token. */
function pathOf({ path }: AnyEndpoint, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return isHarmless(value) ? value : notStored;
  });
}

function queryOf({ query }: AnyEndpoint, given: Record<string, string[]>): string {
  const known = query instanceof z.ZodMiniObject ? query.shape : {};
  return Object.entries(given)
    .filter(([name]) => Object.hasOwn(known, name))
    .flatMap(([name, texts]) => texts.map((text) => `${name}=${isHarmless(text) ? text : notStored}`))
    .slice(0, 30)
    .join('&');
}

const mostIds = 5;
const owners = new Set(['merchantId', 'applicationId', 'payInAccountId']);

function objectIdsOf({ access }: AnyEndpoint, params: Record<string, string>, result: unknown): string[] {
  const isWrite = 'effect' in access && access.effect === 'write';
  const made = isWrite && typeof result === 'object' && result !== null ? Object.entries(result) : [];
  const ids = [...Object.entries(params), ...made].flatMap(([name, value]) =>
    /^id$|Id$/.test(name) && !owners.has(name) && typeof value === 'string' && isUuid(value)
      ? [value.toLowerCase()]
      : [],
  );
  return [...new Set(ids)].slice(0, mostIds);
}
