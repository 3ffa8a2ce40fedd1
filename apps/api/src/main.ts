import { resolve } from 'node:path';
import { Hono } from 'hono';
import type { Database } from '#database/database.ts';
import { sealWaitingMails } from '#core/mail/seal-waiting-mails.ts';
import { requireOpenableKeys, sealStored } from '#core/secrets/seal-stored.ts';
import { createVault, type Vault } from '#core/secrets/vault.ts';
import type { Env } from '#http/kernel.ts';
import { problemResponse, toProblem } from '#http/problem-response.ts';
import { createChanges } from '#core/changes/changes.ts';
import { carryByNotifications } from '#database/changes/carrier.ts';
import { createOwners } from '#core/tenant.ts';
import { createRequestLog } from '#request-log/request-log.ts';
import { createRateLimits } from '#core/limits/rate-limits.ts';
import { traceDatabase } from '#http/telemetry/tracing.ts';
import { createMetrics, type Metrics, mountMetrics, type ProcessMemory } from '#http/telemetry/metrics.ts';
import {
  fillSampleWorld,
  hasSampleWorld,
  refuseSampleWorld,
  signInTable,
  writeSignIns,
} from '#node/fill-sample-world.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { compression } from '#node/compression.ts';
import { listen, type Listening } from '#node/listen.ts';
import { openDatabases } from '#node/open-databases.ts';
import { openGatewayKeys, openProviders } from '#node/open-providers.ts';
import { prepareDatabase } from '#node/prepare-database.ts';
import { readServerSettings } from '#node/read-server-settings.ts';
import { readPageFonts } from '#node/portal/portal-files.ts';
import { readRenderer } from '#node/portal/read-renderer.ts';
import { createDocuments } from '#node/documents/create-documents.ts';
import { createPasswords } from '#node/passwords.ts';
import { createServePortal, mountPortal, portalIsBuilt } from '#node/portal/serve-portal.ts';
import { createWebhookSender } from '#node/sending/create-webhook-sender.ts';
import { watchProcess } from '#node/watch-process.ts';
import { observeProviders } from '#http/telemetry/observe-providers.ts';
import { requireFreePorts } from '#node/require-free-port.ts';
import { createSmtpMailer } from '#node/smtp-mailer.ts';
import { sampleSignIns } from '#sample-data/catalogue/sample-sign-ins.ts';
import type { Random, Services } from '#core/services.ts';
import { createCallTurns } from '#http/turns/fair-queue.ts';
import { createServerLog } from '#node/server-log.ts';
import { simulatedBanks } from '#providers/simulated/banks.ts';
import { answerForSamples } from '#providers/simulated/answer-for-samples.ts';
import { type AppParts, createApp, createWorkerApp } from './app.ts';
import { type Background, runInBackground } from './background.ts';
import { renderGauges } from './gauges.ts';
import type { ServerSettings } from './settings.ts';

type Opened = Pick<Awaited<ReturnType<typeof openDatabases>>, 'database' | 'auditDatabase' | 'replica'>;

interface Telemetry {
  metrics: Metrics;
  processMemory: () => ProcessMemory;
}

const root = resolve(import.meta.dirname, '../../..');
const say = (line: string) => process.stdout.write(`${line}\n`);
const clock = { now: () => new Date() };
const stopping = new AbortController();
const passwords = createPasswords();
const random: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  uuid: () => crypto.randomUUID(),
};

/** Settings → database → app → listen → jobs. An environment problem ends with one sentence and exit code 1. */
async function start(): Promise<void> {
  const settings = readServerSettings();
  const dataDir = resolve(root, settings.dataDir);
  const vault = createVault(settings.secretsKey ?? readOwnSecretsKey(dataDir));
  const prepareFirst = (direct: Database) => prepare(direct, vault, settings);
  const { tracing, watch } = await openTracing(settings);
  const { database, close, ...reads } = await openDatabases(settings, dataDir, prepareFirst, watch);
  try {
    const isWeb = settings.role !== 'worker';
    if (isWeb) await portalIsBuilt();
    const telemetry = { metrics: createMetrics(), processMemory: watchProcess() };
    const made = await createServices({ database, ...reads }, vault, settings);
    const services = { ...made, providers: observeProviders(made.providers, telemetry.metrics) };
    // Written before the server answers, so that scripts that wait for it find the file.
    const signInsAt =
      isWeb && settings.app.isLocal && (await hasSampleWorld(database))
        ? writeSignIns(dataDir, sampleSignIns)
        : undefined;
    let background: Background | null = null;
    const requestLog = createRequestLog(services, { ownerOf: createOwners(database).ofApplication });
    const parts = { ...services, ...telemetry, ...reads, requestLog, stuck: () => background?.stuck() ?? [] };
    const listening = await listen(
      isWeb ? await createServer({ ...parts, tracing }, settings) : createWorkerApp(parts),
      settings,
    );
    const measuring = await listenForMetrics(settings, { ...services, ...reads }, telemetry);
    if (settings.role !== 'web') background = await runInBackground(services);
    stopOnSignal(services, async () => {
      services.changes?.endStreams();
      await Promise.all([listening.stop(10_000), measuring?.stop(0)]);
      await Promise.all([background?.stop(), requestLog.stop()]);
      await Promise.all([services.changes?.stop(), close(), tracing?.stop()]);
    });
    announce(listening.port, settings, services);
    if (signInsAt !== undefined) announceSignIns(signInsAt);
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepare(database: Database, vault: Vault, settings: ServerSettings): Promise<void> {
  const { seed, samplePayments, app } = settings;
  await requireFreePorts(settings);
  const ran = await prepareDatabase(database, settings);
  if (ran.length > 0) say(`Database: ${ran.length} migrations ran.`);
  if (!app.isLocal) await refuseSampleWorld(database);
  await sealStored(database, vault, 'clear');
  await requireOpenableKeys(database, vault);
  const gone = await sealWaitingMails({ database, vault, clock, random, isLocal: app.isLocal });
  if (gone > 0) say(`Mail: ${gone} mails that were never sent and older than a day were removed.`);
  const begun = Date.now();
  await fillSampleWorld(database, {
    seed,
    payments: samplePayments,
    banks: simulatedBanks,
    now: clock.now(),
    hashPassword: (password) => passwords.hash(password),
    seal: vault.seal,
    onBegin: () => say(`First start: making the sample world with ${samplePayments.toLocaleString('en-GB')} payments.`),
    onProgress: (line) => say(`  ${((Date.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${line}`),
  });
}

async function createServices(opened: Opened, vault: Vault, settings: ServerSettings): Promise<Services> {
  const { directUrl } = settings;
  const { replica, auditDatabase } = opened;
  const { database, changes } = createChanges({
    database: opened.database,
    clock,
    ...(directUrl !== undefined && { carry: (hear) => carryByNotifications(directUrl, hear) }),
    ...(replica && { awaitPosition: (position) => replica.awaitPosition(position) }),
  });
  const write = (line: string) => {
    // The heads of the audit log's chain are useful only outside the database, so they are always logged.
    if (settings.logLevel === 'info' || /"level":"error"|"event":"trail head"/.test(line)) say(line);
  };
  return {
    database,
    auditDatabase,
    changes,
    clock,
    passwords,
    random,
    vault,
    rateLimits: createRateLimits({ database, clock }),
    providers: openProviders(settings, { database, clock, random }),
    mailer:
      settings.smtpUrl === undefined
        ? null
        : createSmtpMailer(settings.smtpUrl, { from: settings.mailFrom, requireTls: !settings.app.isLocal }),
    webhookSender: answerForSamples(createWebhookSender({ isLocal: settings.app.isLocal }), settings.app),
    documents: await createDocuments(),
    settings: settings.app,
    log: createServerLog(write),
  };
}

/** Serves the metrics on a separate port, which no proxy leads to; null without METRICS_PORT. */
async function listenForMetrics(
  settings: ServerSettings,
  watched: Parameters<typeof renderGauges>[0],
  telemetry: Telemetry,
): Promise<Listening | null> {
  const { port, token } = settings.metrics;
  if (port === null) return null;
  const app = new Hono<Env>();
  app.onError((error) => problemResponse(toProblem(error), ''));
  const gauges = () => renderGauges(watched);
  mountMetrics(app, { ...telemetry, gauges, access: token === null ? 'OPEN' : { token } });
  return listen(app, { ...settings, port });
}

async function createServer(parts: AppParts, settings: ServerSettings) {
  const files = { pageFonts: await readPageFonts(), renderer: await readRenderer() };
  const turns = createCallTurns(settings.app.callsPerSecond);
  const waits = { turns, slowRefusal: 1_000, stopping: stopping.signal };
  const app = createApp({ ...parts, ...files, ...waits, gatewayKeys: openGatewayKeys(settings), compression });
  const dist = resolve(root, 'apps/portal/dist');
  const { isLocal, publicUrl, portalUrl } = settings.app;
  const servePortal = createServePortal({
    dist,
    settings: settings.portal,
    host: isLocal ? `localhost:${settings.port}` : new URL(portalUrl).host,
    fillsLocalNames: isLocal && publicUrl === null,
  });
  mountPortal(app, servePortal, settings.app.basePath);
  return app;
}

function announce(port: number, settings: ServerSettings, { documents, log }: Services): void {
  const { app, role, databaseUrl, dataDir } = settings;
  const address = app.publicUrl ?? `http://localhost:${port}`;
  if (role === 'worker') say(`\nThis process runs jobs, and answers only /health/… and /metrics, at port ${port}`);
  else {
    say(`\nThe Volume Merchant Portal is at ${address}`);
    say(`  API ${address}${app.basePath}/api/   reference ${address}${app.basePath}/docs`);
    if (app.isLocal) say(`  outgoing mail ${address}${app.basePath}/outbox`);
  }
  say(
    `  database ${databaseUrl === undefined ? `embedded in ${resolve(root, dataDir)}` : 'PostgreSQL by DATABASE_URL'}\n`,
  );
  if (app.provider === 'NONE')
    say('No account provider is connected: this environment makes no payment links and moves no money.\n');
  log.info('server is ready', { role, port, pid: process.pid, node: process.version });
  if (!documents) say('No PDFs: Typst has no compiler for this platform (docs/decisions/28-documents.md).\n');
}

async function openTracing({ tracing: settings }: ServerSettings) {
  if (!settings) return { tracing: null, watch: (whole: Database) => whole };
  const { startTracing } = await import('#node/tracing/start-tracing.ts');
  const tracing = startTracing(settings);
  return { tracing, watch: (whole: Database) => traceDatabase(whole, tracing) };
}

function announceSignIns(path: string): void {
  say(signInTable(sampleSignIns));
  say(`\nThe sign-ins are also in ${path}. Ctrl-C stops the server.\n`);
}

/**
 * Registered only now: before, the default action ends the process immediately. Sample data is written in one
 * transaction, so none is left half written.
 */
function stopOnSignal({ log }: Services, stop: () => Promise<void>): void {
  const onSignal = (signal: string) => {
    // A second Ctrl-C exits immediately.
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
    log.info('server is stopping', { signal });
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

await start().catch(fail);
