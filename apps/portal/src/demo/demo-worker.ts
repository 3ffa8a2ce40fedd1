import { announcing } from '@volume/api/src/database/changes/announce.ts';
import { openEmbeddedDatabase } from '@volume/api/src/database/embedded-database.ts';
import { createApp } from '@volume/api/src/app.ts';
import { createRateLimits } from '@volume/api/src/core/limits/rate-limits.ts';
import { keptDays } from '@volume/api/src/core/records/retention-rule.ts';
import { createVault } from '@volume/api/src/core/secrets/vault.ts';
import { createLog } from '@volume/api/src/core/log.ts';
import type { Services } from '@volume/api/src/core/services.ts';
import { answerForSamples } from '@volume/api/src/providers/simulated/answer-for-samples.ts';
import { createSimulatedProviders } from '@volume/api/src/providers/simulated/create-simulated-providers.ts';
import { keepLinking } from '@volume/api/src/audit-log/link-audit-log.ts';
import { keepDelivering } from '@volume/api/src/webhooks/deliver/deliverer.ts';
import { keepWorking } from '@volume/api/src/queue/run-due-work.ts';
import { testSecretsKey } from '@volume/api/src/testing/secrets-key.ts';
import { workers } from '@volume/api/src/workers.ts';
import { demoOrigin, demoPasswords, type DemoReply, type DemoRequest, worldFile } from './demo-world.ts';

const scope = globalThis as unknown as {
  postMessage: (reply: DemoReply, transfer?: Transferable[]) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<DemoRequest>) => void) => void;
};
const say = (sentence: string, done: number): void => scope.postMessage({ kind: 'progress', sentence, done });

/** Runs the API on PGlite in this worker, so that the database never blocks the page. */
async function start(): Promise<void> {
  const content = fetchWorld();
  // PGlite loads its own files in the meantime and reads the content when they are ready.
  const snapshot = Object.assign(new Blob([], { type: 'application/x-tar' }), { arrayBuffer: () => content });
  const { database } = await openEmbeddedDatabase({ dataDir: 'memory://', snapshot });
  let wakeWorkers = () => {};
  const announce = () => undefined;
  const services = createServices(announcing(database, { announce, wakeWorkers: () => wakeWorkers() }));
  const app = createApp(services);
  scope.addEventListener('message', ({ data }) => void answer(app.fetch, data));
  scope.postMessage({ kind: 'ready' });
  // There is only one connection, so jobs wait until the first screen has its rows.
  setTimeout(() => {
    wakeWorkers = keepWorking(services, workers, 500).wake;
    keepDelivering(services, 1000);
    keepLinking(services, 5000);
  }, 5000);
}

const demoSettings: Services['settings'] = {
  basePath: '/sandbox',
  portalUrl: demoOrigin,
  publicUrl: demoOrigin,
  twoFactor: 'optional',
  securityContacts: [],
  allowedOrigins: [],
  callsPerSecond: 1000,
  merchantCallsPerSecond: 1000,
  expensiveCallsPerMinute: 1000,
  signInsPerMinute: 1000,
  failedSignInsPerAddress: 1000,
  invitationsPerDay: 1000,
  signUpsPerHour: 1000,
  signUp: { email: 'sign-up@sandbox.example', password: 'sandbox-sign-up' },
  stepUpAbove: 1000_00,
  largestAmount: 1_000_000_00,
  keep: keptDays,
  isLocal: true,
  hosts: null,
  isSandbox: true,
  isLive: false,
  provider: 'SIMULATED',
  isTraced: false,
  metrics: 'CLOSED',
};

function createServices(database: Services['database']): Services {
  const clock = { now: () => new Date() };
  const random = {
    bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    uuid: () => crypto.randomUUID(),
  };
  return {
    database,
    clock,
    random,
    vault: createVault(testSecretsKey),
    rateLimits: createRateLimits({ database, clock }),
    passwords: demoPasswords,
    mailer: null,
    // An endless stream cannot be passed to the page, so the page polls.
    changes: null,
    documents: null,
    providers: createSimulatedProviders({ database, clock, random }),
    webhookSender: answerForSamples(
      { send: async () => ({ error: 'The demo makes no calls outside this browser.' }) },
      { isLocal: true },
    ),
    log: createLog((line) => line.includes('"level":"error"') && console.error(line), clock.now), // oxlint-disable-line no-console -- there is no other log here
    settings: demoSettings,
  };
}

/** Reads the demo data in chunks, to show progress, and unpacks each when it arrives. */
async function fetchWorld(): Promise<ArrayBuffer> {
  const response = await fetch(worldFile);
  if (!response.ok || response.body === null) throw new Error('The sandbox’s data could not be read.');
  const total = Number(response.headers.get('content-length')) || 4_500_000;
  let read = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      read += piece.byteLength;
      say('Fetching the sandbox', Math.min(0.7, (read / total) * 0.7));
      controller.enqueue(piece);
    },
  });
  const unpacked = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  const content = await new Response(unpacked).arrayBuffer();
  say('Opening the sandbox', 0.7);
  return content;
}

async function answer(fetchApi: (request: Request) => Response | Promise<Response>, request: DemoRequest) {
  const { id, url, method, headers, body } = request;
  const response = await fetchApi(new Request(url, { method, headers, body }));
  const bytes = await response.arrayBuffer();
  const reply: DemoReply = { kind: 'answer', id, status: response.status, headers: [...response.headers], body: bytes };
  scope.postMessage(reply, [bytes]);
}

start().catch((error: unknown) => scope.postMessage({ kind: 'broken', reason: String(error) }));
