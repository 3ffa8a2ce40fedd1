import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { balanceLoad } from '#proofs/balance-load.ts';
import { createClient, readEditor, type Client } from '#proofs/client.ts';
import { readReads, type Reads } from '#proofs/replica/read-metrics.ts';
import { startApp, type RunningApp, unlimited } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- replica`: two instances behind one address on a primary and its streaming standby. Some users write
 * and immediately read their list, another one only reads. The standby is paused, resumed, killed and restarted: no
 * user may get an error or miss a write of their own. A naive client that reads the standby without waiting must miss
 * some writes.
 */
const secondsEach = Number(process.env['PROVE_SECONDS'] ?? 4);
const writers = 4;
const lagLimit = 1;

type Server = Awaited<ReturnType<typeof startThrowawayPostgres>>;

interface Phase {
  name: string;
  begin: () => Promise<unknown>;
  /** The expected reads of a phase, in addition to no errors and every own write seen. */
  holds: (reads: Reads) => boolean;
}

interface Seen {
  writes: number;
  own: number;
  /** Writes that the naive client, which reads the standby immediately, did not find. */
  twinMissed: number;
  errors: number;
  highestLag: number;
}

interface World {
  instances: RunningApp[];
  client: Client;
  twin: () => Promise<Database>;
}

/** Creates payment links and checks each time that the list contains the new one. */
async function writeAndLook({ client, twin }: World, seen: Seen, until: number): Promise<void> {
  const standby = await twin();
  let n = 0;
  while (Date.now() < until) {
    const write = client.plan(2 * (n += 1) + 1);
    const { paymentIntentId } = JSON.parse(await client.send(write)) as { paymentIntentId: string };
    const found = await standby
      .query('SELECT FROM payment_intents WHERE payment_intent_id = $1', [paymentIntentId])
      .catch(() => []);
    const listed = await client.look('paymentintents?size=50&page=0');
    seen.writes += 1;
    if (found.length === 0) seen.twinMissed += 1;
    if (listed.status !== 200) seen.errors += 1;
    else if (listed.text.includes(paymentIntentId)) seen.own += 1;
  }
  await standby.close();
}

/** Reads every list and report of one merchant that can come from a replica. */
async function onlyRead(client: Client, seen: Seen, until: number): Promise<void> {
  const paths = client.reports();
  for (let n = 0; Date.now() < until; n += 1) {
    const { status, text } = await client.look(paths[n % paths.length] ?? '');
    if (status === 200) continue;
    seen.errors += 1;
    console.log(`  ${paths[n % paths.length]} answered ${status}: ${text.slice(0, 200)}`);
  }
}

async function watchLag(instances: readonly RunningApp[], seen: Seen, until: number): Promise<void> {
  while (Date.now() < until) {
    seen.highestLag = Math.max(seen.highestLag, (await readReads(instances)).lag);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function load(world: World, reader: Client): Promise<Seen> {
  const seen: Seen = { writes: 0, own: 0, twinMissed: 0, errors: 0, highestLag: 0 };
  const until = Date.now() + secondsEach * 1000;
  await Promise.all([
    ...Array.from({ length: writers }, () => writeAndLook(world, seen, until)),
    onlyRead(reader, seen, until),
    watchLag(world.instances, seen, until),
  ]);
  return seen;
}

function phasesOf(primary: Server, standby: { now: Server }, instances: readonly RunningApp[]): Phase[] {
  const tell = async (text: string) => {
    const database = await connect({ databaseUrl: standby.now.url });
    await database.query(text).finally(() => database.close());
  };
  const until = async (isThere: boolean) => {
    while ((await readReads(instances)).available !== (isThere ? instances.length : 0))
      await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const port = Number(new URL(standby.now.url).port);
  const restart = async () => {
    standby.now = await startThrowawayPostgres({ standbyOf: primary.url, port });
    await until(true);
  };
  return [
    { name: 'following', begin: () => until(true), holds: ({ replica, primary: asked }) => replica > 4 * asked.total },
    {
      name: 'paused',
      begin: () => tell('SELECT pg_wal_replay_pause()'),
      holds: ({ primary: asked }) => asked['own change'] > 0 && asked.behind > 0,
    },
    { name: 'goes on', begin: () => tell('SELECT pg_wal_replay_resume()'), holds: ({ replica }) => replica > 0 },
    { name: 'killed', begin: () => standby.now.kill(), holds: ({ primary: asked }) => asked.away > 0 },
    { name: 'back', begin: restart, holds: ({ replica, primary: asked }) => replica > 4 * asked.total },
  ];
}

async function prove(primary: Server, standby: { now: Server }): Promise<boolean> {
  const env = {
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.now.url,
    REPLICA_LAG_LIMIT: String(lagLimit),
    ...unlimited,
    LOG_LEVEL: 'error',
  };
  const first = await startApp(env);
  const instances = [first, await startApp(env)];
  const balancer = await balanceLoad(instances.map(({ address }) => address));
  try {
    const client = await createClient(balancer.address, readEditor(first.dataDir));
    const reader = await createClient(balancer.address, readEditor(first.dataDir, 'MERCHANT_VIEWER'));
    const twin = () => connect({ databaseUrl: standby.now.url, poolSize: 1 });
    const world = { instances, client, twin };
    const rows: Record<string, string | number>[] = [];
    let [isProved, missed] = [true, 0];
    for (const { name, begin, holds } of phasesOf(primary, standby, instances)) {
      await begin();
      const before = await readReads(instances);
      const seen = await load(world, reader);
      const reads = (await readReads(instances)).since(before);
      const isRight = seen.errors === 0 && seen.own === seen.writes && seen.writes > 0 && holds(reads);
      isProved &&= isRight;
      missed += name === 'killed' ? 0 : seen.twinMissed;
      rows.push(rowOf(name, seen, reads, isRight));
    }
    console.table(rows);
    if (missed === 0) console.log('The twin missed nothing: the load shows nothing.');
    return isProved && missed > 0;
  } finally {
    await balancer.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
  }
}

const rowOf = (standby: string, seen: Seen, { replica, primary }: Reads, isRight: boolean) => ({
  standby,
  'by replica': replica,
  'by primary': primary.total,
  'own change': primary['own change'],
  behind: primary.behind,
  away: primary.away + primary.failed,
  'own writes seen': `${seen.own} of ${seen.writes}`,
  'twin missed': seen.twinMissed,
  errors: seen.errors,
  'most lag, s': Number(seen.highestLag.toFixed(1)),
  '': isRight ? '✓' : '✗',
});

if (!(await buildWhenStale())) process.exit(1);
// Commits must flush the WAL, because it is sent to the standby as it is written.
const primary = await startThrowawayPostgres({ settings: { synchronous_commit: 'on' } });
const standby = { now: await startThrowawayPostgres({ standbyOf: primary.url }) };
try {
  const isProved = await prove(primary, standby);
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  await standby.now.stop();
  await primary.stop();
}
