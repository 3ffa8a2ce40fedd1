import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { Hono } from 'hono';
import type { Database } from '#database/database.ts';
import { mountDocs } from '#docs/mount-docs.ts';
import type { Handler } from '#core/handler.ts';
import { knownHosts } from '#http/access/known-hosts.ts';
import { createExportPlaces } from '#http/turns/export-places.ts';
import { createOwners } from '#http/access/owners.ts';
import type { Env } from '#http/kernel.ts';
import { mountApi } from '#http/mount-api.ts';
import { mountHealth } from '#http/telemetry/mount-health.ts';
import { notFound } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { tell } from '#http/telemetry/tell.ts';
import { createMetrics, type Metrics, type ProcessMemory } from '#http/telemetry/metrics.ts';
import { mountMetrics } from '#http/telemetry/mount-metrics.ts';
import { createThrottle } from '#http/access/throttle.ts';
import type { FairQueue } from '#http/turns/fair-queue.ts';
import { createSlowRefusal } from '#http/turns/slow-refusal.ts';
import { createVisits } from '#http/turns/visits.ts';
import { problemResponse, toProblem } from '#http/problem-response.ts';
import { mountAutomation } from '#outbox/mount-automation.ts';
import { mountOutbox } from '#outbox/mount-outbox.ts';
import { mountPayPages } from '#payment-intents/pay-page/mount-pay-pages.ts';
import { createAuthenticate } from '#session/authenticate.ts';
import { mountSignaturePem } from '#webhooks/signing/mount-signature-pem.ts';
import { renderGauges } from './gauges.ts';
import { handlers as ownHandlers } from './handlers.ts';

export type AppParts = Services & {
  /** Left out, the handlers and endpoints of the whole contract. */
  handlers?: readonly Handler[];
  endpoints?: Record<string, AnyEndpoint>;
  /** Left out, the app's own. */
  metrics?: Metrics;
  processMemory?: () => ProcessMemory;
  /** Connections of exports alone; left out, they share the others'. */
  exportDatabase?: Database;
  /** Milliseconds after which a call that has not begun to answer is given up. */
  giveUpAfter?: number;
  /** Whose turn it is; left out, everybody's at once. */
  turns?: FairQueue;
  /** Milliseconds after which whoever calls too often is refused; left out, at once. */
  slowRefusal?: number;
};

const atOnce: FairQueue = (_, work) => work();

/** The whole API as one value with a `fetch`: runs in Node, in tests and in a browser. Throws when a call is unanswered. */
export function createApp(parts: AppParts): Hono<Env> {
  const { handlers, endpoints, giveUpAfter, slowRefusal = 0, turns = atOnce, exportDatabase, ...given } = parts;
  const app = new Hono<Env>();
  const { metrics = createMetrics(), processMemory = null, ...services } = given;
  const { random, log, settings } = services;
  app.use(tell({ random, log, metrics, isLocal: settings.isLocal }));
  if (settings.hosts) app.use(knownHosts(settings.hosts));
  app.onError((error, context) => {
    const problem = toProblem(error);
    if (problem.status >= 500) context.set('failure', error);
    return problemResponse(problem, context.get('traceId'));
  });
  app.notFound((context) => problemResponse(notFound('This address'), context.get('traceId')));
  mountDocs(app, settings, Object.values(endpoints ?? contractEndpoints));
  mountOutbox(app, services);
  mountAutomation(app, services);
  const refuseSlowly = createSlowRefusal(slowRefusal);
  const throttle = createThrottle(settings.callsPerSecond, services.clock);
  mountPayPages(app, services, createVisits({ throttle, turns, refuseSlowly }));
  mountSignaturePem(app, services);
  mountHealth(app, services);
  const gauges = () => renderGauges(services);
  mountMetrics(app, { metrics, processMemory, gauges, access: settings.metrics });
  mountApi(app, endpoints ?? contractEndpoints, handlers ?? ownHandlers, {
    services,
    authenticate: createAuthenticate(services),
    owners: createOwners(services.database),
    exportPlaces: createExportPlaces(),
    exportDatabase: exportDatabase ?? services.database,
    throttle,
    turns,
    giveUpAfter: giveUpAfter ?? 10_000,
    refuseSlowly,
  });
  return app;
}
