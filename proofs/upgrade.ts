import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#api/database/connect.ts';
import { audit } from '#api/ledger/audit.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { checkOut, git, olderCommit, planted, plantMigration } from '#proofs/upgrade/check-out.ts';
import { startWaitingJobs } from '#proofs/upgrade/waiting-jobs.ts';
import { balanceLoad } from '#proofs/balance-load.ts';
import { createClient, readEditor, type Client, type Write } from '#proofs/client.ts';
import { startApp, type RunningApp, unlimited } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- upgrade`: under load and on one PostgreSQL, two instances of an older build are replaced one by one
 * with this build, and then with a newer one, which is rolled back to this build and installed again. No call may fail,
 * no acknowledged write may be lost or doubled, nor any of 10,000 waiting jobs, and the auditor must find nothing. The older build is the last one
 * before the newest migration, or the given commit; the newer one is this commit with an additional migration. Both use
 * the installed packages and the portal of this build.
 */
const secondsEach = Number(process.env['PROVE_SECONDS'] ?? 3);
const people = 4;
/** Between the last call that the load balancer sends to an instance and its end, as in deploy/kubernetes: a call on its way arrives. */
const secondsToDrain = 5;

type Build = 'older' | 'this' | 'newer';
interface Row {
  phase: string;
  older: number;
  this: number;
  newer: number;
  calls: number;
  failed: number;
  'slowest, ms': number;
}

/** Continuous calls of some users, counted in the current row. */
function beginLoad(client: Client) {
  const done: Write[] = [];
  const state = { row: null as Row | null, isOver: false, begun: 0 };
  const timed = async (call: () => Promise<boolean>) => {
    const { row } = state;
    const begun = Date.now();
    const isRight = await call().catch(() => false);
    if (!row) return;
    row.calls += 1;
    if (!isRight) row.failed += 1;
    row['slowest, ms'] = Math.max(row['slowest, ms'], Date.now() - begun);
  };
  const work = async () => {
    while (!state.isOver) {
      const write = client.plan((state.begun += 1));
      await timed(async () => {
        const before = client.retries();
        write.answer = await client.send(write);
        done.push(write);
        return client.retries() === before;
      });
      for (const path of client.reports().slice(0, 2))
        await timed(async () => (await client.look(path)).status === 200);
    }
  };
  const working = Promise.all(Array.from({ length: people }, work));
  const stop = async () => ((state.isOver = true), await working, done);
  return { state, stop };
}

const pass = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

interface Fleet {
  running: { build: Build; app: RunningApp }[];
  /** The addresses to which the load balancer currently sends calls. */
  addresses: string[];
  start: Record<Build, () => Promise<RunningApp>>;
}

async function add(fleet: Fleet, build: Build): Promise<void> {
  const app = await fleet.start[build]();
  fleet.running.push({ build, app });
  fleet.addresses.push(app.address);
}

async function remove(fleet: Fleet, build: Build): Promise<void> {
  const at = fleet.running.findIndex((each) => each.build === build);
  const [gone] = fleet.running.splice(at, 1);
  if (gone) fleet.addresses.splice(fleet.addresses.indexOf(gone.app.address), 1);
  await pass(secondsToDrain);
  await gone?.app.stop();
}

const names: Record<Build, string> = { older: 'the older build', this: 'this build', newer: 'the newer build' };

/** Each step of the upgrade has a row that counts the calls made during it. */
async function upgrade(fleet: Fleet, state: { row: Row | null }): Promise<Row[]> {
  const rows: Row[] = [];
  const count = (build: Build) => fleet.running.filter((each) => each.build === build).length;
  const phase = async (name: string, work: () => Promise<unknown> = () => pass(secondsEach)) => {
    const builds = { older: count('older'), this: count('this'), newer: count('newer') };
    rows.push((state.row = { phase: name, ...builds, calls: 0, failed: 0, 'slowest, ms': 0 }));
    await work();
  };
  const replace = async (from: Build, to: Build) => {
    await phase(`${names[to]} starts`, () => add(fleet, to));
    await phase('both builds run');
    await phase(`one instance of ${names[from]} stops`, () => remove(fleet, from));
    await phase(`another instance of ${names[to]} starts`, () => add(fleet, to));
    await phase(`the last instance of ${names[from]} stops`, () => remove(fleet, from));
    await phase(`only ${names[to]}`);
  };
  await phase('only the older build');
  await replace('older', 'this');
  await phase('the newer build starts and migrates', () => add(fleet, 'newer'));
  await phase('an instance of this build restarts on the newer schema', async () => {
    await remove(fleet, 'this');
    await add(fleet, 'this');
  });
  await phase('one instance of this build stops', () => remove(fleet, 'this'));
  await phase('the last instance of this build stops', () => remove(fleet, 'this'));
  await phase('another instance of the newer build starts', () => add(fleet, 'newer'));
  await replace('newer', 'this');
  await replace('this', 'newer');
  return rows;
}

async function prove(databaseUrl: string, folders: Record<'older' | 'newer', string>): Promise<boolean> {
  const jobs = await startWaitingJobs();
  const env = { DATABASE_URL: databaseUrl, ...unlimited, ...jobs.env, LOG_LEVEL: 'error' };
  const startIn = (folder: string) => () => startApp(env, 300_000, ['env', `--chdir=${folder}`]);
  const start = { older: startIn(folders.older), this: () => startApp(env, 300_000), newer: startIn(folders.newer) };
  const first = await start.older();
  const running: Fleet['running'] = [first, await start.older()].map((app) => ({ build: 'older', app }));
  const fleet: Fleet = { running, addresses: running.map(({ app }) => app.address), start };
  const balancer = await balanceLoad(fleet.addresses);
  const database = await connect({ databaseUrl });
  const client = await createClient(balancer.address, readEditor(first.dataDir));
  const before = { writes: await countWrites(database), migrations: await migrationsOf(database) };
  await jobs.add(database);
  const load = beginLoad(client);
  try {
    const rows = await upgrade(fleet, load.state);
    const writes = await load.stop();
    const ran = (await migrationsOf(database)).filter((name) => !before.migrations.includes(name));
    console.table(rows);
    console.log(`Migrations that ran under load: ${ran.join(', ') || 'none'}`);
    const isSound = await proveWrites(database, client, writes, before.writes);
    const isEachRunOnce = await jobs.prove(database);
    return (
      isSound && isEachRunOnce && ran.includes(planted) && rows.every(({ calls, failed }) => calls > 0 && failed === 0)
    );
  } finally {
    load.state.isOver = true;
    await database.close();
    await balancer.stop();
    await Promise.all(fleet.running.map(({ app }) => app.stop()));
    await jobs.close();
  }
}

/** Sends each write again with its key: it must return the same response and have no other effect. */
async function proveWrites(database: Database, client: Client, writes: Write[], before: number): Promise<boolean> {
  const answers = await Promise.all(writes.map(async (write) => (await client.send(write)) === write.answer));
  const lost = answers.filter((isSame) => !isSame).length;
  const doubled = (await countWrites(database)) - before - writes.length;
  const findings = await audit(database);
  console.log(
    `${writes.length} writes acknowledged, ${lost} lost, ${doubled} doubled, ${findings.length} findings of the auditor`,
  );
  return lost === 0 && doubled === 0 && findings.length === 0;
}

type Database = Awaited<ReturnType<typeof connect>>;

async function migrationsOf({ query }: Database): Promise<string[]> {
  return (await query<{ name: string }>('SELECT name FROM migrations')).map(({ name }) => name);
}

async function countWrites({ query }: Database): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT (SELECT count(*) FROM outbound_payments) + (SELECT count(*) FROM payment_intents) AS count',
  );
  return row?.count ?? 0;
}

if (!(await buildWhenStale())) process.exit(1);
const place = mkdtempSync(join(tmpdir(), 'volume-upgrade-'));
const folders = { older: join(place, 'older'), newer: join(place, 'newer') };
const commit = olderCommit(process.argv[2]);
console.log(`From ${git('log', '-1', '--format=%h %s', commit)}`);
const server = await startThrowawayPostgres();
try {
  checkOut(commit, folders.older);
  checkOut('HEAD', folders.newer);
  plantMigration(folders.newer);
  const isProved = await prove(server.url, folders);
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  await server.stop();
  for (const folder of Object.values(folders)) git('worktree', 'remove', '--force', folder);
  rmSync(place, { recursive: true, force: true });
}
