import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { apiPathPrefix } from '@volume/contract/headers.ts';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Database } from '#database/database.ts';
import type { Replica } from '#database/replica/replica.ts';
import { mountDocs } from '#docs/mount-docs.ts';
import type { Renderer } from '#docs/reference/renderer.ts';
import type { Handler } from '#core/handler.ts';
import type { Compression } from '#http/replying/compression.ts';
import { createExportSlots } from '#http/turns/export-slots.ts';
import { watchForQuiet } from '#http/turns/watch-for-quiet.ts';
import type { CallerPatience } from '#http/turns/read-ahead.ts';
import { createOwners } from '#core/tenant.ts';
import type { Env } from '#http/kernel.ts';
import { honoPath, mountApi } from '#http/mount-api.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { RequestLog } from '#http/recording/noted-call.ts';
import type { Tracing } from '#http/telemetry/tracing.ts';
import { observeCalls } from '#http/telemetry/observe-calls.ts';
import { createMetrics, type Metrics, mountMetrics, type ProcessMemory } from '#http/telemetry/metrics.ts';
import { createSlowRefusal, createThrottle } from '#http/access/throttle.ts';
import { createProviderTurns, type FairQueue } from '#http/turns/fair-queue.ts';
import { createPageRateLimit } from '#http/turns/page-rate-limit.ts';
import { problemResponse, toProblem } from '#http/problem-response.ts';
import { mountAutomation, mountOutbox } from '#outbox/mount-outbox.ts';
import { mountMessages } from '#providers/inbound/mount-messages.ts';
import type { GatewayKeys } from '#providers/inbound/verify-signature.ts';
import type { PageFonts } from '#http/pages/page-style.ts';
import { mountWellKnown } from '#http/pages/mount-well-known.ts';
import { mountPayPages } from '#payment-links/pay-page/mount-pay-pages.ts';
import { readPayersReceipt } from '#pay-ins/get-receipt.ts';
import { createAuthenticateApiKey } from '#api-keys/authenticate-api-key.ts';
import { mountToken } from '#api-keys/mount-token.ts';
import { createAuthenticate } from '#session/authenticate.ts';
import { mountSignaturePem } from '#webhooks/signing/signing-key.ts';
import { handlers as ownHandlers } from './handlers.ts';
import { expensiveCalls } from './expensive-calls.ts';
import { providerCalls as ownProviderCalls } from './provider-calls.ts';
import { errorFields } from '#core/log.ts';
import { sql } from '#database/sql.ts';
import { renderGauges } from './gauges.ts';

export type AppParts = Services & {
  /** The endpoints of the app; by default the whole contract. */
  handlers?: readonly Handler[];
  endpoints?: Record<string, AnyEndpoint>;
  metrics?: Metrics;
  processMemory?: () => ProcessMemory;
  /** The names of background loops that have stopped polling; none by default. */
  stuck?: () => string[];
  /** A separate pool for exports; shared with other calls by default. */
  exportDatabase?: Database;
  /** A separate connection for readiness; shared with other calls by default. */
  healthDatabase?: Database;
  callerPatience?: CallerPatience;
  /** A read replica for lists and reports; by default the database itself. */
  replica?: Replica | null;
  /** The endpoints that call account providers; the product's by default. */
  providerCalls?: ReadonlySet<AnyEndpoint>;
  /** Tracing is off by default. */
  tracing?: Tracing | null;
  /** Where calls with application keys are logged; by default nowhere. */
  requestLog?: RequestLog | null;
  /** Milliseconds after which a call that has not begun to answer is given up. */
  giveUpAfter?: number;
  /** The queue of calls; without it, all calls run immediately. */
  turns?: FairQueue;
  /** Milliseconds by which rate limit errors are delayed; not at all by default. */
  slowRefusal?: number;
  /** Aborted when the process stops: calls that wait only because they are refused are then answered. */
  stopping?: AbortSignal;
  /** The gateway's keys for messages; without them the app accepts no messages. */
  gatewayKeys?: GatewayKeys | null;
  /** The font of the shopper's pages; the system font by default. */
  pageFonts?: PageFonts;
  /** Without it, answers are sent uncompressed. */
  compression?: Compression;
  /** The renderer of the reference; without it, only the OpenAPI document and the guides are available. */
  renderer?: Renderer;
};

const noQueue: FairQueue = (_, work) => work(() => undefined);

/** The API as a value with a `fetch`, for Node, tests and browsers. Throws when an endpoint has no handler. */
export function createApp(parts: AppParts): Hono<Env> {
  const { handlers, endpoints, slowRefusal = 0, stopping, turns = noQueue, exportDatabase, ...given } = parts;
  const app = new Hono<Env>();
  const { metrics = createMetrics(), processMemory = null, stuck = () => [], pageFonts, gatewayKeys, ...more } = given;
  const { renderer, callerPatience, giveUpAfter = 10_000, compression = null, healthDatabase, ...others } = more;
  const { replica = null, tracing = null, requestLog = null, providerCalls = ownProviderCalls, ...services } = others;
  const { random, log, settings } = services;
  app.use(observeCalls({ random, log, metrics, isLocal: settings.isLocal, tracing }));
  if (settings.hosts) app.use(knownHosts(settings.hosts));
  const isQuiet = watchForQuiet(app);
  mountDocs(app, { settings, endpoints: Object.values(endpoints ?? contractEndpoints), renderer: renderer ?? null });
  for (const mount of [answerFailures, mountOutbox, mountAutomation, mountSignaturePem, mountWellKnown])
    mount(app, services);
  const refuseSlowly = createSlowRefusal(slowRefusal, stopping);
  const throttle = createThrottle(settings, services.clock, (limit) => metrics.refuse(limit));
  const limitPage = createPageRateLimit({ throttle, turns, refuseSlowly });
  if (gatewayKeys) mountMessages(app, services, { keys: gatewayKeys, limitPage, metrics });
  mountPayPages(app, services, { limitPage, readReceipt: readPayersReceipt, fonts: pageFonts });
  const access = openAccess(app, services, { limitPage, throttle });
  mountForOperators(app, services, { metrics, processMemory, stuck, replica, exportDatabase, healthDatabase });
  beginRoutes(metrics, Object.values(endpoints ?? contractEndpoints), settings.basePath);
  mountApi(app, endpoints ?? contractEndpoints, handlers ?? ownHandlers, {
    services,
    ...access,
    exportSlots: createExportSlots(callerPatience, isQuiet),
    exportDatabase: exportDatabase ?? services.database,
    replica,
    throttle,
    turns,
    providerTurns: createProviderTurns(settings.callsPerSecond),
    providerCalls,
    expensiveCalls,
    requestLog,
    askPart: async (request, env) => app.fetch(request, env),
    compression,
    giveUpAfter,
    refuseSlowly,
  });
  return app;
}

/** Verifies sessions and keys, for calls and for the endpoint that issues access tokens. */
function openAccess(
  app: Hono<Env>,
  services: Services,
  given: Pick<Parameters<typeof mountToken>[2], 'limitPage' | 'throttle'>,
) {
  const owners = createOwners(services.database);
  const authenticateApiKey = createAuthenticateApiKey(services, owners.ofApplication);
  mountToken(app, services, { ...given, authenticateApiKey });
  return { owners, authenticate: createAuthenticate(services), authenticateApiKey };
}

/** The routes of a process with ROLE=worker: `/health/…` and `/metrics`. */
export function createWorkerApp(parts: AppParts): Hono<Env> {
  const { metrics = createMetrics(), processMemory = null, stuck = () => [], ...others } = parts;
  const { replica = null, exportDatabase, healthDatabase, ...services } = others;
  const { random, log, settings } = services;
  const app = new Hono<Env>();
  app.use(observeCalls({ random, log, metrics, isLocal: settings.isLocal, tracing: null }));
  answerFailures(app, services);
  mountForOperators(app, services, { metrics, processMemory, stuck, replica, exportDatabase, healthDatabase });
  return app;
}

interface Watching {
  metrics: Metrics;
  processMemory: (() => ProcessMemory) | null;
  stuck: () => string[];
  replica: Replica | null;
  exportDatabase: Database | undefined;
  healthDatabase: Database | undefined;
}

function mountForOperators(app: Hono<Env>, services: Services, watched: Watching): void {
  const { stuck, replica, exportDatabase, healthDatabase = services.database, ...watching } = watched;
  mountHealth(app, { database: healthDatabase, log: services.log }, stuck);
  const gauges = () => renderGauges({ ...services, replica, exportDatabase });
  mountMetrics(app, { ...watching, gauges, access: services.settings.metrics });
}

function beginRoutes(metrics: Metrics, endpoints: readonly AnyEndpoint[], basePath: string): void {
  for (const { method, path } of endpoints) metrics.begin(method, `${basePath}/${apiPathPrefix}/${honoPath(path)}`);
}

function answerFailures(app: Hono<Env>, { settings }: Pick<Services, 'settings'>): void {
  const docs = `${settings.publicUrl ?? ''}${settings.basePath}/docs`;
  const refuse = (problem: Problem, { req, var: { traceId } }: Context<Env>) =>
    problemResponse(problem, traceId, { accept: req.header('accept') ?? null, docs });
  app.onError((error, context) => {
    const problem = toProblem(error);
    if (problem.status >= 500) context.set('failure', error);
    return refuse(problem, context);
  });
  app.notFound((context) => refuse(noAddress(settings.basePath), context));
}

const noAddress = (basePath: string): Problem =>
  new Problem(404, `This address was not found. The calls of the API begin with ${basePath}/${apiPathPrefix}/.`);

/** Rejects requests to other hosts with 421; `hosts` are written as in an address. */
function knownHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  return (context, next) => {
    if (hosts.includes(new URL(context.req.url).hostname)) return next();
    throw new Problem(
      421,
      `This server is for one's own machine and answers ${hosts.join(', ')} only. To reach it by another name, start it with PUBLIC_URL.`,
    );
  };
}

/**
 * `/health/live` and `/health/ready` for operators, at the root, independent of the base address (contract §2). A process
 * whose jobs have stopped is not alive: only a restart helps.
 */
function mountHealth(app: Hono<Env>, services: Pick<Services, 'database' | 'log'>, stuck: () => string[]): void {
  app.get('/health/live', (context) => {
    const stopped = stuck();
    const status = stopped.length === 0 ? 'live' : `stopped: ${stopped.join(', ')}`;
    return context.json({ status }, stopped.length === 0 ? 200 : 503, { 'cache-control': 'no-store' });
  });
  app.get('/health/ready', async (context) => {
    const isReady = await isDatabaseReady(services);
    const status = isReady ? 'ready' : 'database unavailable';
    return context.json({ status }, isReady ? 200 : 503, { 'cache-control': 'no-store' });
  });
}

async function isDatabaseReady({ database, log }: Pick<Services, 'database' | 'log'>): Promise<boolean> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer within 3 s')), 3000));
  try {
    await Promise.race([database.query(sql`SELECT 1`), late]);
    return true;
  } catch (error) {
    log.error('not ready', errorFields(error));
    return false;
  }
}
