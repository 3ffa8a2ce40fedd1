import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#api/database/connect.ts';
import { audit } from '#api/ledger/audit.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { balanceLoad } from '#scripts/proofs/balance-load.ts';
import { createClient, readEditor, type Client, type Write } from '#scripts/proofs/client.ts';
import { root } from '#scripts/run-command.mjs';
import { startApp, type RunningApp } from '#scripts/start-app.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove:upgrade`: two instances of an older build under load, replaced one by one by this build on the same PostgreSQL. No call may
 * fail, nothing acknowledged be lost or doubled, the auditor find nothing. The older build is the last one before the newest migration, or the
 * commit that is named; it runs with the packages of this one, and serves this one's portal.
 */
const secondsEach = Number(process.env['PROVE_SECONDS'] ?? 3);
const people = 4;

const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function olderCommit(): string {
  const named = process.argv[2];
  if (named !== undefined) return git('rev-parse', '--short', `${named}^{commit}`);
  const newest = git('log', '-1', '--format=%H', '--', 'apps/api/src/database/migrations');
  return git('rev-parse', '--short', `${newest}^`);
}

/** The older build in a folder of its own: its packages are linked, its own rooms among them are its own. */
function checkOut(commit: string, folder: string): void {
  git('worktree', 'add', '--detach', folder, commit);
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@volume'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@volume' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const [name, place] of [
    ['contract', 'packages/contract'],
    ['api', 'apps/api'],
    ['portal', 'apps/portal'],
  ] as const)
    symlinkSync(join(folder, place), join(packages, '@volume', name));
  for (const place of ['apps/api', 'apps/portal', 'packages/contract']) {
    const own = join(root, place, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, place, 'node_modules'));
  }
  cpSync(join(root, 'apps/portal/dist'), join(folder, 'apps/portal/dist'), { recursive: true });
}

interface Row {
  phase: string;
  old: number;
  new: number;
  calls: number;
  failed: number;
  'slowest, ms': number;
}

/** Calls of some people without a pause, counted in the row that is current. */
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
  old: RunningApp[];
  new: RunningApp[];
  /** What the balancer leads to at present. */
  addresses: string[];
}

/** Each step of the upgrade with a row of its own, in which the calls of its time are counted. */
async function upgrade(fleet: Fleet, env: Record<string, string>, state: { row: Row | null }): Promise<Row[]> {
  const rows: Row[] = [];
  const phase = async (name: string, work: () => Promise<unknown> = () => pass(secondsEach)) => {
    const [old, now] = [fleet.old.length, fleet.new.length];
    rows.push((state.row = { phase: name, old, new: now, calls: 0, failed: 0, 'slowest, ms': 0 }));
    await work();
  };
  const add = async () => {
    const app = await startApp(env, 300_000);
    fleet.new.push(app);
    fleet.addresses.push(app.address);
  };
  const remove = async () => {
    const app = fleet.old.shift();
    if (app) fleet.addresses.splice(fleet.addresses.indexOf(app.address), 1);
    await app?.stop();
  };
  await phase('the older build');
  await phase('this build starts beside it and migrates', add);
  await phase('side by side');
  await phase('an old one stops', remove);
  await phase('another new one starts', add);
  await phase('the last old one stops', remove);
  await phase('this build');
  return rows;
}

async function prove(databaseUrl: string, folder: string): Promise<boolean> {
  const env = { DATABASE_URL: databaseUrl, CALLS_PER_SECOND: '100000', LOG_LEVEL: 'error' };
  const startOld = () => startApp(env, 300_000, ['env', `--chdir=${folder}`]);
  const first = await startOld();
  const old = [first, await startOld()];
  const fleet: Fleet = { old, new: [], addresses: old.map(({ address }) => address) };
  const balancer = await balanceLoad(fleet.addresses);
  const database = await connect({ databaseUrl });
  const client = await createClient(balancer.address, readEditor(first.dataDir));
  const before = { writes: await countWrites(database), migrations: await migrationsOf(database) };
  const load = beginLoad(client);
  try {
    const rows = await upgrade(fleet, env, load.state);
    const writes = await load.stop();
    const ran = (await migrationsOf(database)).filter((name) => !before.migrations.includes(name));
    console.table(rows);
    console.log(`Migrations that ran under load: ${ran.join(', ') || 'none'}`);
    const isSound = await proveWrites(database, client, writes, before.writes);
    return isSound && ran.length > 0 && rows.every(({ calls, failed }) => calls > 0 && failed === 0);
  } finally {
    load.state.isOver = true;
    await database.close();
    await balancer.stop();
    await Promise.all([...fleet.old, ...fleet.new].map((app) => app.stop()));
  }
}

/** Each write is sent once more under its key: the same answer, and nothing beside. */
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
const folder = join(mkdtempSync(join(tmpdir(), 'volume-upgrade-')), 'older');
const commit = olderCommit();
console.log(`From ${git('log', '-1', '--format=%h %s', commit)}`);
const server = await startThrowawayPostgres();
try {
  checkOut(commit, folder);
  const isProved = await prove(server.url, folder);
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  await server.stop();
  git('worktree', 'remove', '--force', folder);
  rmSync(join(folder, '..'), { recursive: true, force: true });
}
