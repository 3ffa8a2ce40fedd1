import type { AnyEndpoint, Method } from '@volume/contract/endpoint.ts';
import {
  apiPathPrefix,
  applicationIdHeader,
  callerTypeHeader,
  callerVersionHeader,
  idempotencyKeyHeader,
  ifMatchHeader,
  replayedHeader,
  stepUpHeader,
  traceIdHeader,
  traceparentHeader,
} from '@volume/contract/headers.ts';
import type { Hono, MiddlewareHandler } from 'hono';
import { cors as honoCors } from 'hono/cors';
import type { Handler } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { answer } from './answer.ts';
import type { Env, Kernel } from './kernel.ts';
import { logRequests } from '#http/recording/log-requests.ts';
import { createOnce, recordAnswers } from '#http/recording/record-answers.ts';

/** Mounts every endpoint under `{basePath}/api/`; throws when one has no handler or no access rule. */
export function mountApi(
  app: Hono<Env>,
  endpoints: Record<string, AnyEndpoint>,
  handlers: readonly Handler[],
  kernel: Kernel,
): void {
  const { basePath, allowedOrigins } = kernel.services.settings;
  const prefix = `${basePath}/${apiPathPrefix}`;
  app.use(`${prefix}/*`, cors(allowedOrigins));
  for (const endpoint of Object.values(endpoints)) requireRead(endpoint);
  const methods = new Map<string, Method[]>();
  const once = createOnce(kernel.services);
  for (const endpoint of Object.values(endpoints).toSorted(byPrecedence)) {
    const path = `${prefix}/${honoPath(endpoint.path)}`;
    const answering = answer(handlerOf(endpoint, handlers), kernel);
    const { requestLog, services } = kernel;
    if (requestLog) app.on(endpoint.method, path, logRequests(endpoint, { ...services, requestLog }));
    app.on(endpoint.method, path, recordAnswers({ endpoint, services, once }, answering));
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
  }
  for (const [path, known] of methods) app.all(path, () => refuseMethod(known));
  app.all(`${prefix}/*`, ({ req: { path } }) => {
    const isSlashed = path.endsWith('/') || path.includes('//');
    const hint = isSlashed ? 'Leave out the additional slash.' : `The reference lists all calls: ${basePath}/docs.`;
    throw new Problem(404, `This call was not found. ${hint}`);
  });
}

/** `payments/summary` before `payments/{paymentId}`, which would match it: a brace sorts after every letter. */
const byPrecedence = (a: AnyEndpoint, b: AnyEndpoint): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** `payments/{paymentId}` → `payments/:paymentId`. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function handlerOf(endpoint: AnyEndpoint, handlers: readonly Handler[]): Handler {
  const found = handlers.filter((handler) => handler.endpoint === endpoint);
  const [handler] = found;
  if (!handler || found.length > 1) {
    throw new Error(`The API cannot start: ${endpoint.name} has ${found.length} handlers instead of one.`);
  }
  const kind: string | undefined = (endpoint as Partial<AnyEndpoint>).access?.kind;
  if (!kind) throw new Error(`The API cannot start: ${endpoint.name} has no access rule.`);
  if (handler.isPublic !== (kind === 'public')) {
    throw new Error(`The API cannot start: the handler of ${endpoint.name} does not fit its access rule '${kind}'.`);
  }
  return handler;
}

/** A write must not read from a replica, whose data can be outdated. */
function requireRead({ name, access, readsReplica }: AnyEndpoint): void {
  if (!readsReplica || ('effect' in access && access.effect === 'read')) return;
  throw new Error(`The API cannot start: ${name} changes something, and would read from a replica.`);
}

function refuseMethod(known: readonly Method[]): never {
  const allow = known.join(', ');
  throw new Problem(405, `This call only takes ${allow}.`, { headers: { allow } });
}

const exposedHeaders = ['content-disposition', 'retry-after', replayedHeader, traceIdHeader];

/**
 * Allows cross-origin calls with our headers from these origins (contract §10, CORS). Hono's middleware answers only
 * preflights: it sets headers before the answer exists, and then the server sends every answer as a stream.
 */
function cors(allowedOrigins: readonly string[]): MiddlewareHandler {
  const answerPreflight = honoCors({
    origin: (origin) => (allowedOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'accept',
      'authorization',
      'content-type',
      callerTypeHeader,
      callerVersionHeader,
      applicationIdHeader,
      idempotencyKeyHeader,
      ifMatchHeader,
      stepUpHeader,
      traceparentHeader,
    ],
    exposeHeaders: exposedHeaders,
    maxAge: 600,
  });
  return async (context, next) => {
    if (context.req.method === 'OPTIONS') return answerPreflight(context, next);
    await next();
    const { headers } = context.res;
    const origin = context.req.header('origin') ?? '';
    if (allowedOrigins.includes(origin)) headers.set('access-control-allow-origin', origin);
    headers.set('access-control-expose-headers', exposedHeaders.join(','));
    headers.append('vary', 'Origin');
  };
}
