import { parseArgs } from 'node:util';
import { connect } from '#api/database/connect.ts';
import { audit } from '#api/ledger/audit.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { balanceLoad } from '#proofs/balance-load.ts';
import { createClient, type Client, type Write } from '#proofs/client.ts';
import { losePrimaries, type PairReport } from '#proofs/failover/lose-primary.ts';
import { readSignIn } from '#proofs/failover/sign-in.ts';
import { missingForPair } from '#proofs/failover/standby-pair.ts';
import { startApp, type RunningApp, unlimited } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- failover --rounds 20`: first, three instances start concurrently on one empty PostgreSQL behind one
 * address, and one is killed with SIGKILL during a load of payouts and payment links. Then the primary of a pair under
 * Patroni dies under such a load, `--rounds` times, and its synchronous standby takes over. Every acknowledged write
 * must exist exactly once, and the auditor must find nothing. An asynchronous standby must lose some writes, otherwise
 * the proof could not fail.
 */
const writesWanted = Number(process.env['PROVE_WRITES'] ?? 600);
const clients = 8;

async function prove(databaseUrl: string): Promise<boolean> {
  const env = { DATABASE_URL: databaseUrl, ...unlimited, LOG_LEVEL: 'error' };
  console.log('Three instances start at once on an empty database …');
  const instances = await Promise.all([1, 2, 3].map(() => startApp(env, 600_000)));
  const balancer = await balanceLoad(instances.map(({ address }) => address));
  const database = await connect({ databaseUrl });
  try {
    const client = await createClient(balancer.address, readSignIn(instances[0] as RunningApp));
    const before = await countEffects(database);
    const writes = await writeWhileKilling(client, instances[1]);
    const after = await countEffects(database);
    const repeated = await Promise.all(writes.map(async (write) => (await client.send(write)) === write.answer));
    const lost = repeated.filter((isSame) => !isSame).length;
    const findings = await audit(database);
    console.log(`${writes.length} writes acknowledged by three instances, one killed in the middle of them`);
    console.log(
      `${client.retries()} calls had to be sent again; the longest wait for an answer was ${client.longest()} ms`,
    );
    console.log(`${lost} lost, ${after - before - writes.length} doubled, ${findings.length} findings of the auditor`);
    for (const finding of findings) console.log(JSON.stringify(finding));
    return lost === 0 && after - before === writes.length && findings.length === 0;
  } finally {
    await database.close();
    await balancer.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
  }
}

async function countEffects({ query }: Awaited<ReturnType<typeof connect>>): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT (SELECT count(*) FROM outbound_payments) + (SELECT count(*) FROM payment_intents) AS count',
  );
  return row?.count ?? 0;
}

/** Clients write sequentially; after a third of the writes an instance is killed without warning. */
async function writeWhileKilling(client: Client, victim: RunningApp | undefined): Promise<Write[]> {
  const done: Write[] = [];
  let begun = 0;
  let isKilled = false;
  const work = async () => {
    while (begun < writesWanted) {
      begun += 1;
      const write = client.plan(begun);
      write.answer = await client.send(write);
      done.push(write);
      if (!isKilled && done.length > writesWanted / 3) {
        isKilled = true;
        await victim?.kill();
        console.log(`One instance killed after ${done.length} acknowledged writes.`);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return done;
}

async function proveInstances(): Promise<boolean> {
  const server = await startThrowawayPostgres();
  try {
    return await prove(server.url);
  } finally {
    await server.stop();
  }
}

/** The synchronous pair loses nothing; an asynchronous pair does, under the same load and failures. */
async function provePairs(rounds: number): Promise<boolean> {
  const say = (line: string) => console.log(line);
  say(`A pair with a synchronous standby loses its primary ${rounds} times …`);
  const safe = await losePrimaries({ isSynchronous: true, rounds, say });
  say('Its asynchronous twin …');
  const twin = await losePrimaries({ isSynchronous: false, rounds: Math.min(rounds, 5), say });
  say('| standby | primaries lost | acknowledged | lost | doubled | without service p50 / max | findings |');
  say('|---|---|---|---|---|---|---|');
  say(toRow('synchronous', safe));
  say(toRow('asynchronous', twin));
  if (twin.lost === 0) say('The asynchronous twin lost nothing: this run cannot tell the two apart.');
  return safe.lost === 0 && safe.doubled === 0 && safe.findings === 0 && twin.lost > 0;
}

function toRow(name: string, { rounds, acknowledged, lost, doubled, gaps, findings }: PairReport): string {
  const sorted = gaps.toSorted((a, b) => a - b);
  const seconds = (place: number) => `${((sorted[place] ?? 0) / 1000).toFixed(1)} s`;
  const times = `${seconds(Math.floor((sorted.length - 1) / 2))} / ${seconds(sorted.length - 1)}`;
  return `| ${[name, rounds, acknowledged, lost, doubled, times, findings].join(' | ')} |`;
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const missing = missingForPair();
if (missing !== null) {
  console.error(`NOT PROVED: a pair under Patroni cannot run here, ${missing}.`);
  process.exit(1);
}
if (!(await buildWhenStale())) process.exit(1);
const isProved = (await proveInstances()) && (await provePairs(Number(values.rounds)));
console.log(isProved ? 'Proved.' : 'Not proved.');
process.exitCode = isProved ? 0 : 1;
