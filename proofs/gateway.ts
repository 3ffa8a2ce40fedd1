import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { freePort } from '#scripts/free-port.mjs';
import { createClient, readEditor } from '#proofs/client.ts';
import { type Comparison, compareBooks, countUnfinished } from '#proofs/gateway/compare-books.ts';
import { type DisturbingProxy, startDisturbingProxy } from '#proofs/gateway/disturbing-proxy.ts';
import { type GatewayProcess, prepareGateway } from '#scripts/gateway-process.ts';
import { type Caller, newSeen, payIn, payOut, refund, type Seen } from '#proofs/gateway/make-payments.ts';
import { startApp, type RunningApp, unlimited } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- gateway`: two servers pay in, pay out and refund through a gateway process, which is killed, slow,
 * answers garbage, answers twice or gets everything out of order. Nothing may be lost or paid twice: the answers to
 * callers, our books and the gateway's count must agree. Callers must be answered within their normal times.
 */
const secondsEach = Number(process.env['PROVE_SECONDS'] ?? 10);
/** How long the gateway's orders can take to end once it works properly again. */
const patience = 300_000;

interface World {
  gateway: GatewayProcess;
  /** Between the servers and the gateway: calls on one, messages on the other. */
  calls: DisturbingProxy;
  messages: DisturbingProxy;
  database: Database;
  callers: Caller[];
  /** Payments that can be refunded. */
  payments: string[];
}

interface Phase {
  name: string;
  /** Disturbs until the phase ends. */
  disturb: (world: World, isOver: () => boolean) => Promise<void> | void;
}

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const phases: Phase[] = [
  { name: 'quiet', disturb: () => undefined },
  {
    name: 'killed',
    disturb: async ({ gateway }, isOver) => {
      while (!isOver()) {
        await pass(2_000);
        await gateway.kill();
        await pass(1_000);
        await gateway.start();
      }
    },
  },
  { name: 'slow (30 s)', disturb: ({ calls }) => void (calls.manner = 'slowly') },
  { name: 'garbage', disturb: ({ calls }) => void (calls.manner = 'garbage') },
  { name: 'twice', disturb: ({ calls, messages }) => void (calls.manner = messages.manner = 'twice') },
  {
    name: 'out of order',
    disturb: ({ calls, messages }) => void (calls.manner = messages.manner = 'out of order'),
  },
];

/** Pays while the gateway is disturbed, then waits until everything has ended. */
async function run(world: World, { disturb }: Phase): Promise<{ seen: Seen; took: number; unfinished: number }> {
  const { calls, messages, database, callers, payments } = world;
  const seen = newSeen();
  const until = Date.now() + secondsEach * 1000;
  const isOver = () => Date.now() > until;
  const disturbing = disturb(world, isOver);
  const load = callers.flatMap((caller) => [
    payOut(caller, seen, isOver),
    refund(caller, payments, seen, isOver),
    payIn(caller, seen, isOver),
  ]);
  await pass(secondsEach * 1000);
  await disturbing;
  calls.manner = messages.manner = 'properly';
  await Promise.all(load);
  const over = Date.now();
  let unfinished = await countUnfinished(database, seen);
  while (unfinished > 0 && Date.now() - over < patience) {
    await pass(500);
    unfinished = await countUnfinished(database, seen);
  }
  return { seen, took: (Date.now() - over) / 1000, unfinished };
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
}

/** Milliseconds within which the slowest of a hundred callers is answered, however the gateway is disturbed. */
const normalTime = (quiet: number) => 2 * quiet + 500;

interface Result {
  name: string;
  seen: Seen;
  took: number;
  unfinished: number;
  books: Comparison;
}

function report(results: readonly Result[]): boolean {
  const quiet = percentile(results[0]?.seen.times ?? [], 0.99);
  const rows = results.map(({ name, seen, took, unfinished, books }) => {
    const p99 = percentile(seen.times, 0.99);
    const isRight =
      books.wrong.length + seen.errors.length + unfinished === 0 &&
      books.ours === books.theirs &&
      seen.payouts.length * seen.refunds.length * seen.payIns.length > 0 &&
      p99 <= normalTime(quiet);
    for (const line of [...books.wrong, ...seen.errors].slice(0, 5)) console.log(`  ${name}: ${line}`);
    return {
      gateway: name,
      calls: seen.times.length,
      'p50, ms': percentile(seen.times, 0.5),
      'p99, ms': p99,
      acknowledged: books.acknowledged,
      'executed here': books.ours,
      'at the gateway': books.theirs,
      'pay-ins': `${books.payIns} of ${seen.payIns.length}`,
      'ended after, s': Number(took.toFixed(1)),
      '': isRight ? '✓' : '✗',
    };
  });
  console.table(rows);
  return rows.every((row) => row[''] === '✓');
}

async function prove(world: World): Promise<boolean> {
  const results: Result[] = [];
  for (const phase of phases) {
    const before = world.gateway.events().length;
    const { seen, took, unfinished } = await run(world, phase);
    const books = await compareBooks(world.database, seen, world.gateway.events().slice(before));
    results.push({ name: phase.name, seen, took, unfinished, books });
  }
  return report(results);
}

const readPayments = async (database: Database, email: string): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(
    `SELECT payment_id AS id FROM payments JOIN accounts USING (merchant_id)
     WHERE email = $1 AND status = 'SETTLED' AND hold = 'NONE' AND is_to_virtual_account AND amount > 1000
       AND amount_refunded + amount_refunding = 0 ORDER BY payments.created_at DESC`,
    [email],
  );
  return rows.map(({ id }) => id);
};

if (!(await buildWhenStale())) process.exit(1);
const postgres = await startThrowawayPostgres();
const instances: RunningApp[] = [];
const port = await freePort();
const calls = await startDisturbingProxy(() => [`http://127.0.0.1:${port}`]);
const messages = await startDisturbingProxy(() => instances.map(({ address }) => address));
const gateway = prepareGateway({
  port,
  address: `http://127.0.0.1:${calls.port}`,
  portal: `http://localhost:${messages.port}/sandbox`,
});
try {
  await gateway.start();
  const env = {
    DATABASE_URL: postgres.url,
    PUBLIC_URL: `http://localhost:${messages.port}`,
    PROVIDER_URL: `http://127.0.0.1:${calls.port}`,
    ...gateway.keys,
    ...unlimited,
    // The callers never make a step-up.
    STEP_UP_ABOVE: '1000000',
    LOG_LEVEL: 'error',
  };
  for (let n = 0; n < 2; n += 1) instances.push(await startApp(env));
  const database = await connect({ databaseUrl: postgres.url });
  // Behind a gateway, banks are those that an operator has added.
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('quay-bank', 'Quay Bank', 'Quay Bank', '[]', '{GBP}', 'LIVE')`,
  );
  const person = readEditor(instances[0]?.dataDir ?? '');
  const callers: Caller[] = [];
  for (const { address } of instances)
    callers.push({ client: await createClient(address, person), base: `${address}/sandbox` });
  const payments = await readPayments(database, person.email);
  const isProved = await prove({ gateway, calls, messages, database, callers, payments });
  await database.close();
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  for (const instance of instances) await instance.stop();
  await Promise.all([gateway.remove(), calls.stop(), messages.stop()]);
  await postgres.stop();
}
