import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#api/database/connect.ts';
import { audit } from '#api/ledger/audit.ts';
import { balanceLoad } from '#scripts/proofs/balance-load.ts';
import { createClient, type Client, type Write } from '#scripts/proofs/client.ts';
import { startApp, type RunningApp } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove:failover`: three instances start at once on one empty PostgreSQL and answer behind one address; one is killed with SIGKILL in the
 * middle of a load of payouts and payment links. Every write that was acknowledged must be there, once, and the auditor must find nothing.
 */
const writesWanted = Number(process.env['PROVE_WRITES'] ?? 600);
const clients = 8;

async function prove(databaseUrl: string): Promise<boolean> {
  const env = { DATABASE_URL: databaseUrl, CALLS_PER_SECOND: '100000', LOG_LEVEL: 'error' };
  console.log('Three instances start at once on an empty database …');
  const instances = await Promise.all([1, 2, 3].map(() => startApp(env, 600_000)));
  const balancer = await balanceLoad(instances.map(({ address }) => address));
  const database = await connect({ databaseUrl });
  try {
    const client = await createClient(balancer.address, readSignIn(instances[0]));
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

function readSignIn(instance: RunningApp | undefined): { email: string; password: string } {
  const path = join(instance?.dataDir ?? '', 'sign-ins.json');
  const people = JSON.parse(readFileSync(path, 'utf8')) as { role: string; email: string; password: string }[];
  const person = people.find(({ role }) => role === 'MERCHANT_EDITOR');
  if (!person) throw new Error('The sample world has no MERCHANT_EDITOR.');
  return person;
}

async function countEffects({ query }: Awaited<ReturnType<typeof connect>>): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT (SELECT count(*) FROM outbound_payments) + (SELECT count(*) FROM payment_intents) AS count',
  );
  return row?.count ?? 0;
}

/** Clients write one after the other; after a third of the writes an instance dies without a last word. */
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

const server = await startThrowawayPostgres();
try {
  const isProved = await prove(server.url);
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  await server.stop();
}
