import type { Database } from '#api/database/database.ts';
import { distribute, listMerchantTables } from '#api/database/distribution/distribute.ts';
import { migrate } from '#api/database/migrate.ts';
import { audit } from '#api/ledger/audit.ts';
import { simulatedBanks, writeSimulatedBanks } from '#api/providers/simulated/banks.ts';
import { writeSampleWorld } from '#api/sample-data/write-sample-world.ts';
import { nextMigrations } from '#api/testing/legacy-schema/next-migrations.ts';
import { measureAllMerchants } from '#proofs/distributed/all-merchants.ts';
import {
  hasExtension,
  makeCluster,
  onDatabase,
  type Server,
  startServer,
  withoutCitus,
} from '#proofs/distributed/cluster.ts';
import { fingerprint, namesThatDiffer } from '#proofs/fingerprint.ts';
import { runVitest } from '#scripts/run-vitest.mjs';

/**
 * `npm run prove -- distributed src/refunds src/payouts`: a Citus coordinator with two workers. An empty database is
 * distributed and the sample data written to it. A filled one is distributed and keeps the same rows; administrators'
 * calls about all merchants are timed and their traffic is measured; and later migrations run. The auditor finds
 * nothing in either. Then the API suite runs on the cluster, including the query plans of every merchant call: all of
 * it, or the given files. The operator has to install the extension; without it nothing is proved, and the proof says
 * so.
 */
const world = { seed: 'volume', now: new Date(Date.UTC(2026, 10, 21, 9, 5)), payments: 5_000 };
/** Enough for a page 5,000. */
const filledPayments = 60_000;
const shards = 8;
async function fill(database: Database, payments = world.payments): Promise<void> {
  await writeSimulatedBanks(database);
  await writeSampleWorld(database, {
    ...world,
    payments,
    banks: simulatedBanks,
    hashPassword: async (password) => `plain:${password}`,
    seal: async (plain) => plain,
  });
}

/** Distributes an empty database, then writes to it. */
async function proveEmpty(servers: readonly Server[]): Promise<boolean> {
  return onDatabase(await makeCluster(servers, 'begun_empty'), async (database) => {
    await migrate(database);
    await distribute(database, { shards });
    await fill(database);
    return report('spread empty, then written', database, []);
  });
}

/**
 * Fills a database, then distributes it: checks the rows, reads of all merchants, and schema changes of later builds.
 */
async function proveFilled(servers: readonly Server[]): Promise<boolean> {
  return onDatabase(await makeCluster(servers, 'begun_filled'), async (database) => {
    await migrate(database);
    await fill(database, filledPayments);
    const before = await fingerprint(database);
    await distribute(database, { shards });
    const isSame = await report('written, then spread', database, namesThatDiffer(before, await fingerprint(database)));
    const amiss = await measureAllMerchants(database, world.now);
    for (const sentence of amiss) console.log(`  ${sentence}`);
    const later = await migrate(database, nextMigrations);
    console.log(`migrated while spread: ${later.join(', ')}`);
    return isSame && amiss.length === 0 && later.length > 0;
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

/**
 * Runs the API suite or these files on the cluster. Fails when a test did not run that does not need one server, and
 * when one that needs it did run.
 */
async function proveSuite(servers: readonly Server[], files: readonly string[]): Promise<boolean> {
  const url = await makeCluster(servers, 'postgres');
  const begun = Date.now();
  const {
    isGreen,
    counts,
    failures,
    skipped: left,
  } = await runVitest([...files, '--project', 'api', '--reporter=dot'], {
    TEST_DATABASE_URL: url,
  });
  const { passed, failed, skipped } = counts;
  console.log(
    `API suite on the cluster${files.length > 0 ? `, ${files.join(' ')} of it` : ''}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${((Date.now() - begun) / 60_000).toFixed(1)} min`,
  );
  for (const failure of failures) console.log(`  ${failure}`);
  for (const test of left)
    console.log(`  ${needOneServer.includes(test) ? 'needs one server' : 'DID NOT RUN'}: ${test}`);
  const isWhole = files.length === 0;
  const ran = needOneServer.filter((test) => isWhole && !left.includes(test));
  for (const test of ran) console.log(`  no longer needs one server: ${test}`);
  return isGreen && ran.length === 0 && left.every((test) => needOneServer.includes(test));
}

/** Tests that the suite skips on a cluster: the plans and the other form of the triggers are those of one server. */
const needOneServer: readonly string[] = [
  'src/database/migrations/trigger-functions.test.ts › both forms of the trigger functions write the same rows',
  'src/records/keep-records.test.ts › every rule finds its rows through an index on its time',
  'src/testing/plans/list-plans.test.ts › the plans of the commonest lists are those of list-plans.txt',
  'src/testing/plans/list-plans.test.ts › a missing index is noticed',
];

if (!hasExtension()) {
  console.error(`NOT PROVED: ${withoutCitus}`);
  process.exit(1);
}
const servers: Server[] = [];
try {
  for (let at = 0; at < 3; at += 1) servers.push(await startServer());
  const proved = [
    await proveEmpty(servers),
    await proveFilled(servers),
    await proveSuite(servers, process.argv.slice(2)),
  ];
  console.log(proved.every(Boolean) ? 'Proved.' : 'Not proved.');
  process.exitCode = proved.every(Boolean) ? 0 : 1;
} finally {
  for (const server of servers) await server.stop();
}
