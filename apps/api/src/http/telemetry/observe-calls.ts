import { answerHeaders, traceIdHeader } from '@volume/contract/headers.ts';
import type { Context, MiddlewareHandler, Next } from 'hono';
import type { Env } from '#http/kernel.ts';
import type { Random } from '#core/services.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { Tracing } from '#http/telemetry/tracing.ts';
import type { Metrics } from './metrics.ts';

/** Default headers of responses that set no policy or caching themselves. */
const ownWords = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
};

interface Parts {
  random: Random;
  log: Log;
  metrics: Metrics;
  isLocal: boolean;
  /** Null when tracing is off. */
  tracing: Tracing | null;
}

/** The outermost middleware: trace ids, response headers, log and metrics. */
export function observeCalls({ random, log, metrics, isLocal, tracing }: Parts): MiddlewareHandler<Env> {
  const headers = Object.entries({ ...ownWords, ...answerHeaders({ isLocal }) });
  const answerAs = async (traceId: string, context: Context<Env>, next: Next) => {
    const begun = performance.now();
    context.set('traceId', traceId);
    context.set('caller', null);
    await next();
    for (const [name, value] of headers) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    context.res.headers.set(traceIdHeader, context.get('traceId'));
    sayQuota(context);
    const milliseconds = performance.now() - begun - (context.get('waited') ?? 0);
    const { method } = context.req;
    const { status } = context.res;
    const route = routeOf(context);
    metrics.observe({ method, route, status, seconds: milliseconds / 1000 });
    log.info('request', { method, route, status, ms: Math.round(milliseconds * 10) / 10, ...whoAndWhy(context) });
  };
  if (!tracing) return (context, next) => answerAs(toHex(random.bytes(8)), context, next);
  return (context, next) =>
    tracing.call(context.req.header('traceparent') ?? null, async ({ traceId, end }) => {
      await answerAs(traceId, context, next);
      const { method } = context.req;
      const { status } = context.res;
      const route = routeOf(context);
      const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
      end(`${method} ${route}`, attributes, status >= 500);
    });
}

/** By draft-ietf-httpapi-ratelimit-headers: the rate limit of the calling key, and what remains of it. */
function sayQuota(context: Context<Env>): void {
  const quota = context.get('quota');
  if (!quota) return;
  const { left, most, seconds } = quota;
  context.res.headers.set('ratelimit-policy', `"key";q=${most};w=${seconds}`);
  context.res.headers.set('ratelimit', `"key";r=${left};t=${seconds}`);
}

/** The first matching route pattern; never the address itself, which contains ids and secrets. */
function routeOf(context: Context<Env>): string {
  const { matchedRoutes } = context.req;
  return matchedRoutes.find((route) => !route.path.endsWith('*'))?.path ?? 'other';
}

function whoAndWhy(context: Context<Env>) {
  const caller = context.get('caller');
  const failure = context.get('failure');
  return {
    traceId: context.get('traceId'),
    userAccountId: caller?.userAccountId,
    merchantId: caller?.kind === 'merchant' ? caller.merchantId : (context.get('merchantId') ?? undefined),
    adminId: caller?.kind === 'admin' ? caller.adminId : undefined,
    ...(failure === undefined ? {} : errorFields(failure)),
  };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
