import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Hono } from 'hono';
import { type AppParts, createApp } from '#app.ts';
import type { Database } from '#database/database.ts';
import type { ProviderOrder } from '#providers/port.ts';
import type { Env } from '#http/kernel.ts';
import { createChanges } from '#core/changes/changes.ts';
import { createOwners } from '#core/tenant.ts';
import { createRequestLog } from '#request-log/request-log.ts';
import { createRateLimits } from '#core/limits/rate-limits.ts';
import { keptDays } from '#core/records/retention-rule.ts';
import { createVault } from '#core/secrets/vault.ts';
import type { Documents } from '#core/files.ts';
import type { AppSettings, Mailer, Passwords, Random, Services, WebhookSender } from '#core/services.ts';
import { createLog } from '#core/log.ts';
import { createSimulatedProviders } from '#providers/simulated/create-simulated-providers.ts';
import type { Habits } from '#providers/simulated/habits.ts';
import { fileUnknownSignIns, linkAuditLog } from '#audit-log/link-audit-log.ts';
import { createDeliverer } from '#webhooks/deliver/deliverer.ts';
import { createDueWorkRunner } from '#queue/run-due-work.ts';
import { workersOf } from '#workers.ts';
import { type StagedGateway, stageGateway } from '#testing/gateway/stage-gateway.ts';
import { testSecretsKey } from './secrets-key.ts';
import { type Called, callApi, type CallInput } from './call-api.ts';

export interface TestApp {
  app: Hono<Env>;
  services: Services;
  call: <E extends AnyEndpoint>(endpoint: E, given?: CallInput) => Promise<Called<E>>;
  /** Runs all jobs that are due at the clock's current time; returns their number. */
  runDueWork: () => Promise<number>;
  /** Writes the calls with application keys that wait to be logged. */
  writeRequestLog: () => Promise<void>;
  /** Sends all webhooks that are due at the clock's current time. */
  sendWebhooks: () => Promise<void>;
  /** Adds the recorded actions to the audit log's hash chain; returns the number of entries. */
  linkAuditLog: () => Promise<number>;
  /** Moves the clock forward. */
  pass: (time: { seconds?: number; minutes?: number; hours?: number }) => void;
  /** Number of password checks so far, successful or not. */
  verifications: () => number;
  /** The gateway to the simulated providers; null when they are inside of the app. */
  gateway: StagedGateway | null;
  logLines: string[];
}

export const usualSettings: AppSettings = {
  basePath: '/sandbox',
  publicUrl: null,
  portalUrl: 'https://portal.example.com',
  isLocal: true,
  hosts: null,
  isSandbox: true,
  isLive: false,
  provider: 'SIMULATED',
  isTraced: false,
  metrics: 'OPEN',
  twoFactor: 'optional',
  securityContacts: [],
  allowedOrigins: ['https://portal.example.com'],
  callsPerSecond: 100_000,
  merchantCallsPerSecond: 100_000,
  expensiveCallsPerMinute: 100_000,
  signInsPerMinute: 10,
  failedSignInsPerAddress: 1000,
  invitationsPerDay: 1000,
  signUpsPerHour: 5,
  signUp: { email: 'sign-up@sandbox.example', password: 'sandbox-sign-up' },
  stepUpAbove: 100_000,
  largestAmount: 100_000_000,
  keep: keptDays,
};

export interface Options {
  settings?: Partial<AppSettings>;
  parts?: Partial<AppParts>;
  /** How the simulated account providers treat orders; like in the sandbox by default. */
  habitsOf?: (order: ProviderOrder) => Habits;
  /** Sends the webhooks; by default no receiver responds. */
  webhookSender?: WebhookSender;
  /** Creates PDFs; by default there are none. */
  documents?: Documents;
  /** Sends mails; by default they stay in the outbox. */
  mailer?: Mailer | null;
  /** The default is the same key for all tests. */
  secretsKey?: string;
  /** How changes reach other instances, and when streams send them; by default there are no other instances. */
  live?: Omit<Parameters<typeof createChanges>[0], 'database' | 'clock'>;
}

const nobody: WebhookSender = { send: async () => ({ error: 'Nobody is there' }) };

/** The real app on a test database, with an adjustable clock and password hashing that costs nothing. */
export function createTestApp(
  plain: Database,
  {
    settings,
    parts,
    habitsOf,
    webhookSender = nobody,
    documents,
    mailer = null,
    secretsKey = testSecretsKey,
    live,
  }: Options = {},
): TestApp {
  const begun = Date.UTC(2026, 10, 21, 9, 5);
  let now = begun;
  let verified = 0;
  const logLines: string[] = [];
  const passwords: Passwords = {
    hash: async (password) => `plain:${password}`,
    verify: async (hash, password) => {
      verified += 1;
      return hash === `plain:${password}`;
    },
  };
  const clock = { now: () => new Date(now), moved: () => now - begun };
  const random: Random = {
    bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    uuid: () => crypto.randomUUID(),
  };
  const { database, changes } = createChanges({ database: plain, clock, ...live });
  const simulated = { clock, ...(habitsOf && { habitsOf }) };
  const { portalUrl, basePath } = { ...usualSettings, ...settings };
  const gateway = stageGateway({
    ...simulated,
    database: plain,
    portal: portalUrl + basePath,
    post: async (request) => app.request(request),
  });
  const services: Services = {
    database,
    changes,
    clock,
    rateLimits: createRateLimits({ database, clock }),
    passwords,
    random,
    vault: createVault(secretsKey),
    mailer,
    providers: gateway?.providers ?? createSimulatedProviders({ ...simulated, database, random }),
    webhookSender,
    documents: documents ?? null,
    settings: { ...usualSettings, ...(gateway && { provider: 'GATEWAY' }), ...settings },
    log: createLog((line) => logLines.push(line), clock.now),
  };
  const requestLog = createRequestLog(services, { ownerOf: createOwners(database).ofApplication, every: null });
  // A busy machine is no reason to give a call up.
  const app = createApp({
    giveUpAfter: 100_000,
    ...services,
    requestLog,
    gatewayKeys: gateway?.keys ?? null,
    ...parts,
  });
  const deliverer = createDeliverer(services);
  return {
    app,
    services,
    call: (endpoint, given) => callApi(app, endpoint, given),
    runDueWork: async () => {
      let jobs = 0;
      do jobs += await createDueWorkRunner(services, workersOf(services.settings)).finish();
      while (((await gateway?.messenger.sendDue()) ?? 0) > 0);
      return jobs;
    },
    writeRequestLog: async () => void (await requestLog.flush()),
    sendWebhooks: async () => void (await deliverer.finish()),
    linkAuditLog: async () => {
      await fileUnknownSignIns(services);
      return linkAuditLog(services);
    },
    pass: ({ seconds = 0, minutes = 0, hours = 0 }) => {
      now += (seconds + minutes * 60 + hours * 3600) * 1000;
    },
    verifications: () => verified,
    gateway,
    logLines,
  };
}
