import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { listPayIns } from '#api/pay-ins/list-pay-ins.ts';
import { fillWorld } from '#proofs/bench/fill-world.ts';
import { planCases } from '#proofs/bench/list-cases.ts';
import { openClient } from '#proofs/bench/open-client.ts';
import { printTimes, timeCalls } from '#proofs/bench/print-times.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * Times GET payments through the whole app, without the network: first on the embedded database, then on PostgreSQL.
 * BENCH_DATABASE_URL names a PostgreSQL whose sample data is kept for the next run. BENCH_ROWS is its number of
 * payments, BENCH_EMBEDDED_ROWS that of PGlite (0 skips it), BENCH_ROUNDS the calls per case.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200);
const rows = {
  postgres: Number(process.env['BENCH_ROWS'] ?? 1_000_000),
  pglite: Number(process.env['BENCH_EMBEDDED_ROWS'] ?? 100_000),
};

let missed = 0;

async function bench(database: Database): Promise<void> {
  const name = database.kind === 'postgres' ? 'PostgreSQL' : 'embedded';
  console.log(`\n${name}, ${rows[database.kind].toLocaleString('en-GB')} payments`);
  const now = await fillWorld(database, rows[database.kind]);
  const call = await openClient(database, [listPayIns]);
  console.log(`  ${'GET payments, ms'.padEnd(32)}     p50     p99   promised`);
  for (const one of await planCases(database, now)) {
    const ask = async (n: number) => (await call(one.person, `payments?${one.query(n)}`)).text();
    if (!printTimes(one.name, await timeCalls(ask, rounds), one.target)) missed += 1;
  }
}

if (rows.pglite > 0) {
  const database = await connect({});
  await bench(database);
  await database.close();
}
if (rows.postgres > 0) {
  const given = process.env['BENCH_DATABASE_URL'];
  const settings = { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' };
  const server = given ? null : await startThrowawayPostgres({ settings });
  const database = await connect({ databaseUrl: given ?? server?.url });
  try {
    await bench(database);
  } finally {
    await database.close();
    await server?.stop();
  }
}
console.log(missed === 0 ? '\nEvery promise kept.' : `\n${missed} promises missed.`);
process.exitCode = missed === 0 ? 0 : 1;
