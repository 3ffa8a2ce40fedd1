import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEmptyDatabase, readSnapshot } from '#database/connect.ts';
import { connectPostgres } from '#database/connect-postgres.ts';
import type { Database, Queries } from '#database/database.ts';
import { openEmbeddedDatabase } from '#database/embedded-database.ts';
import { distribute, hasCitus, runOneByOne } from '#database/distribution/distribute.ts';
import { settleForPooler } from '#database/pooling/own-session.ts';
import { migrate } from '#database/migrate.ts';
import { createVault } from '#core/secrets/vault.ts';
import { simulatedBanks, writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { writeSampleWorld } from '#sample-data/write-sample-world.ts';
import { withGateway } from '#testing/gateway/stage-gateway.ts';
import { testSecretsKey } from './secrets-key.ts';

/** `bare` has no schema; `empty` is migrated without data; `sample` has a small sample world. */
export type TestContent = 'bare' | 'empty' | 'sample';

/** The sample world of tests: its size, and the time it is relative to, which is also where the test app's clock starts. */
export const testWorld = { seed: 'volume', now: new Date(Date.UTC(2026, 10, 21, 9, 5)), payments: 2_000 } as const;

/**
 * A fresh database for one test file, copied from a template that is made once per version of the schema and of the
 * sample data. It uses PostgreSQL when TEST_DATABASE_URL is set (through the pooler of TEST_POOLER_URL, if any),
 * otherwise PGlite in memory. Passwords are hashed like in the test app. close() drops it.
 */
export async function openTestDatabase(content: TestContent = 'empty'): Promise<Database> {
  // oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here
  const url = process.env['TEST_DATABASE_URL'];
  return withGateway(await (url === undefined || url === '' ? openEmbedded(content) : openOnPostgres(url, content)));
}

const { seal } = createVault(testSecretsKey);

async function fill(database: Database, content: TestContent, isSpread = false): Promise<void> {
  await migrate(database);
  if (isSpread) await distribute(database, { shards: 4 });
  if (content === 'sample') {
    await writeSimulatedBanks(database);
    await writeSampleWorld(database, {
      ...testWorld,
      banks: simulatedBanks,
      hashPassword: async (password) => `plain:${password}`,
      seal,
    });
  }
}

async function openEmbedded(content: TestContent): Promise<Database> {
  if (content === 'bare') return (await openEmbeddedDatabase({ dataDir: 'memory://' })).database;
  const snapshot = await (content === 'empty'
    ? readEmptyDatabase()
    : readSnapshot(`${content}-${sourceHash()}`, (database) => fill(database, content)));
  return (await openEmbeddedDatabase({ dataDir: 'memory://', snapshot })).database;
}

/** Any number. The holder of this advisory lock creates the template. */
const TEMPLATE_LOCK = 7_305_013;

async function openOnPostgres(url: string, content: TestContent): Promise<Database> {
  const template = `volume_${content}_${sourceHash()}`;
  const name = `volume_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const server = connectPostgres(url, { poolSize: 1 });
  // A database without a schema has nothing to distribute.
  const cluster = content === 'bare' ? { url, workers: [] } : await readCluster(url, server);
  await server.transaction(async ({ query }) => {
    await query(`SELECT pg_advisory_xact_lock(${TEMPLATE_LOCK})`);
    if ((await query('SELECT FROM pg_database WHERE datname = $1', [template])).length === 0) {
      await makeTemplate(cluster, template, content);
    }
    await onEach(cluster, `${empty(template)}; CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  await server.close();
  const database = await openThroughPooler(toDatabase(url, name));
  return {
    ...database,
    ...(cluster.workers.length > 0 && onCluster(database)),
    close: async () => {
      await database.close();
      await onEach(cluster, `${empty(name)}; DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** The same steps as a server behind a connection pooler. */
async function openThroughPooler(direct: string): Promise<Database> {
  const pooled = pooledUrl(direct);
  if (pooled === null) return connectPostgres(direct, {});
  const own = connectPostgres(direct, { poolSize: 1 });
  await settleForPooler(own);
  await own.close();
  return connectPostgres(pooled, { isPooled: true });
}

/** The same database through the pooler of TEST_POOLER_URL; null without one. */
export function pooledUrl(direct: string): string | null {
  // oxlint-disable-next-line node/no-process-env -- the test run names its pooler here
  const pooler = process.env['TEST_POOLER_URL'] ?? '';
  return pooler === '' ? null : toDatabase(pooler, new URL(direct).pathname.slice(1));
}

/** PostgreSQL renames and copies only databases without connections, and the Citus extension connects by itself. */
const empty = (name: string): string =>
  `ALTER DATABASE ${name} ALLOW_CONNECTIONS false;
  SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`;

async function makeTemplate(cluster: Cluster, template: string, content: TestContent): Promise<void> {
  const draft = `${template}_draft`;
  await onEach(cluster, `DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await onEach(cluster, `CREATE DATABASE ${draft}`);
  await joinCluster(cluster, draft);
  const database = connectPostgres(toDatabase(cluster.url, draft), { poolSize: 2 });
  if (content !== 'bare') await fill(database, content, cluster.workers.length > 0);
  await database.close();
  await onEach(cluster, `${empty(draft)}; ALTER DATABASE ${draft} RENAME TO ${template}`);
}

/** Tests can disable and enable triggers on several tables in one script; a cluster needs one statement at a time. */
function onCluster(database: Database): Pick<Database, 'run' | 'transaction'> {
  const oneByOne = (queries: Queries): Queries => ({ ...queries, run: (text) => runOneByOne(queries, text) });
  const transaction: Database['transaction'] = (work) => database.transaction((queries) => work(oneByOne(queries)));
  const run = (text: string) =>
    text.startsWith('VACUUM') ? database.run(text) : transaction((queries) => queries.run(text));
  return { transaction, run };
}

/** The test server, and the workers of the Citus cluster that it coordinates; none without a cluster. */
interface Cluster {
  url: string;
  workers: { nodename: string; nodeport: number }[];
}

async function readCluster(url: string, server: Database): Promise<Cluster> {
  if (!(await hasCitus(server))) return { url, workers: [] };
  return { url, workers: await server.query('SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0') };
}

const urlsOf = ({ url, workers }: Cluster): string[] => [
  url,
  ...workers.map(({ nodename, nodeport }) => Object.assign(new URL(url), { hostname: nodename, port: nodeport }).href),
];

async function onEach(cluster: Cluster, text: string): Promise<void> {
  for (const each of urlsOf(cluster)) {
    const server = connectPostgres(each, { poolSize: 1 });
    // CREATE and DROP DATABASE cannot run inside a transaction.
    for (const statement of text.split(';')) await server.run(statement);
    await server.close();
  }
}

/** Adds a new database to the cluster. */
async function joinCluster(cluster: Cluster, name: string): Promise<void> {
  if (cluster.workers.length === 0) return;
  for (const each of urlsOf(cluster)) {
    const database = connectPostgres(toDatabase(each, name), { poolSize: 1 });
    await database.run('CREATE EXTENSION citus');
    await database.close();
  }
  const { hostname, port } = new URL(cluster.url);
  const leader = connectPostgres(toDatabase(cluster.url, name), { poolSize: 1 });
  await leader.run(`SELECT citus_set_coordinator_host('${hostname}', ${port})`);
  for (const { nodename, nodeport } of cluster.workers)
    await leader.run(`SELECT citus_add_node('${nodename}', ${nodeport})`);
  await leader.close();
}

function toDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

/** A hash of all sources of a snapshot. */
function sourceHash(): string {
  const hash = createHash('sha256').update(JSON.stringify(testWorld));
  const source = fileURLToPath(new URL(import.meta.resolve('#database/database.ts')));
  for (const room of ['database', 'sample-data', 'providers', 'ledger']) {
    const folder = join(dirname(source), '..', room);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && /(?<!\.test)\.(ts|sql)$/.test(entry.name),
    );
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
