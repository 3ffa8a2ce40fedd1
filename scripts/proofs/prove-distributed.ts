import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { distribute, listMerchantTables } from '#api/database/distribution/distribute.ts';
import { migrate } from '#api/database/migrate.ts';
import { audit } from '#api/ledger/audit.ts';
import { writeSampleWorld } from '#api/sample-data/write-sample-world.ts';
import { fingerprint, namesThatDiffer } from '#scripts/proofs/fingerprint.ts';
import { readVitestCounts, readVitestFailures } from '#scripts/read-counts.mjs';
import { runTool } from '#scripts/run-command.mjs';
import { findPostgres, startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove:distributed -- src/refunds src/payouts`: a Citus coordinator with two workers. An empty database is spread and the sample world written there; a filled one is
 * spread and holds the same rows; the auditor finds nothing in either; then the API suite runs on the cluster, the plans of every call of
 * a merchant among it: all of it, or the files that are named. The extension is the operator's to install: without it nothing is proved, and it says so.
 */
const world = { seed: 'volume', now: new Date(Date.UTC(2026, 10, 21, 9, 5)), payments: 5_000 };
const shards = 8;
const settings = { shared_preload_libraries: 'citus', max_prepared_transactions: '200', max_connections: '300' };

type Server = Awaited<ReturnType<typeof startThrowawayPostgres>>;

const named = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

function hasExtension(): boolean {
  const bin = findPostgres();
  if (!bin) return false;
  const folder = execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim();
  return existsSync(join(folder, 'extension', 'citus.control'));
}

async function onDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect({ databaseUrl: url });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A database of this name on every server, led by the first. */
async function makeCluster(servers: readonly Server[], name: string): Promise<string> {
  for (const { url } of servers) {
    if (name !== 'postgres') await onDatabase(url, ({ run }) => run(`CREATE DATABASE ${name}`));
    await onDatabase(named(url, name), ({ run }) => run('CREATE EXTENSION citus'));
  }
  const [leader, ...workers] = servers.map(({ url }) => new URL(url));
  if (!leader) throw new Error('A cluster has a coordinator.');
  const url = named(leader.href, name);
  await onDatabase(url, async ({ run }) => {
    await run(`SELECT citus_set_coordinator_host('${leader.hostname}', ${leader.port})`);
    for (const { hostname, port } of workers) await run(`SELECT citus_add_node('${hostname}', ${port})`);
  });
  return url;
}

const fill = (database: Database): Promise<void> =>
  writeSampleWorld(database, {
    ...world,
    hashPassword: async (password) => `plain:${password}`,
    seal: async (plain) => plain,
  });

/** Spread while empty, then written to. */
async function proveEmpty(servers: readonly Server[]): Promise<boolean> {
  return onDatabase(await makeCluster(servers, 'begun_empty'), async (database) => {
    await migrate(database);
    await distribute(database, { shards });
    await fill(database);
    return report('spread empty, then written', database, []);
  });
}

/** Written first, then spread: the same rows. */
async function proveFilled(servers: readonly Server[]): Promise<boolean> {
  return onDatabase(await makeCluster(servers, 'begun_filled'), async (database) => {
    await migrate(database);
    await fill(database);
    const before = await fingerprint(database);
    await distribute(database, { shards });
    return report('written, then spread', database, namesThatDiffer(before, await fingerprint(database)));
  });
}

async function report(name: string, database: Database, differing: readonly string[]): Promise<boolean> {
  const findings = await audit(database);
  const tables = await listMerchantTables(database);
  const spread = await database.query(
    `SELECT count(*) AS shards FROM pg_dist_shard_placement JOIN pg_dist_shard USING (shardid)`,
  );
  console.log(
    `${name}: ${tables.length} tables in ${JSON.stringify(spread[0]?.['shards'])} shards, ${differing.length} differ, ${findings.length} findings`,
  );
  for (const wrong of [...differing, ...findings.map((finding) => JSON.stringify(finding))]) console.log(`  ${wrong}`);
  return differing.length === 0 && findings.length === 0;
}

/** The API suite on the cluster, or these files of it; a test that did not run proves nothing. */
async function proveSuite(servers: readonly Server[], folder: string, files: readonly string[]): Promise<boolean> {
  const url = await makeCluster(servers, 'postgres');
  const report = join(folder, 'api.json');
  const tool = [
    'run',
    ...files,
    '--project',
    'api',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { code } = await runTool('vitest/vitest.mjs', tool, { env: { TEST_DATABASE_URL: url } });
  const { passed, failed, skipped } = readVitestCounts(report);
  console.log(
    `API suite on the cluster${files.length > 0 ? `, ${files.join(' ')} of it` : ''}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  );
  for (const name of readVitestFailures(report)) console.log(`  ${name}`);
  return code === 0 && passed > 0 && failed === 0 && skipped === 0;
}

if (!hasExtension()) {
  console.error(
    'NOT PROVED: PostgreSQL has no Citus extension here. Install it (the official container image, or Citus’ own packages for the installed PostgreSQL) and run this again.',
  );
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'volume-distributed-'));
const servers: Server[] = [];
try {
  for (let at = 0; at < 3; at += 1) servers.push(await startThrowawayPostgres({ settings }));
  const proved = [
    await proveEmpty(servers),
    await proveFilled(servers),
    await proveSuite(servers, folder, process.argv.slice(2)),
  ];
  console.log(proved.every(Boolean) ? 'Proved.' : 'Not proved.');
  process.exitCode = proved.every(Boolean) ? 0 : 1;
} finally {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
