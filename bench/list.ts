import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { migrate } from '#api/database/migrate.ts';
import { writeSampleWorld } from '#api/sample-data/write-sample-world.ts';
import { openDoor, planCases, type Case } from '#bench/list-cases.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * Times GET payments through the app's front door, without the network: embedded, then on PostgreSQL.
 * BENCH_DATABASE_URL names a PostgreSQL and keeps its world for the next run; BENCH_ROWS its payments, BENCH_EMBEDDED_ROWS those of PGlite
 * (0 leaves one out), BENCH_ROUNDS the calls per case.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200);
const rows = {
  postgres: Number(process.env['BENCH_ROWS'] ?? 1_000_000),
  pglite: Number(process.env['BENCH_EMBEDDED_ROWS'] ?? 100_000),
};

let missed = 0;

/** Fills the database unless it holds a world of that size, and answers what the world is relative to. */
async function fill(database: Database): Promise<Date> {
  await migrate(database);
  const payments = rows[database.kind];
  const [world] = await database.query<{ relative_to: Date; payments: number }>(
    'SELECT relative_to, payments FROM sample_worlds',
  );
  if (world?.payments === payments) return world.relative_to;
  if (world !== undefined)
    throw new Error(`The database holds a world of ${world.payments} payments: give an empty one.`);
  const now = new Date();
  const start = performance.now();
  const onProgress = (line: string) =>
    console.error(`  ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  await writeSampleWorld(database, {
    seed: 'volume',
    now,
    payments,
    hashPassword: async (password) => `plain:${password}`,
    onProgress,
  });
  console.log(`written in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return now;
}

async function measure(call: (query: string) => Promise<string>, { query }: Case): Promise<number[]> {
  const times: number[] = [];
  // The first calls fill caches; they are what nobody waits for twice.
  for (let n = -10; n < rounds; n += 1) {
    const start = performance.now();
    await call(query(Math.abs(n)));
    if (n >= 0) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

function toLine({ name, target }: Case, times: readonly number[]): string {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const [p50, p99] = [at(0.5), at(0.99)];
  const isMissed = target !== undefined && (p99 > target.p99 || p50 > (target.p50 ?? Number.POSITIVE_INFINITY));
  if (isMissed) missed += 1;
  const promised =
    target === undefined ? '' : `≤ ${target.p50 === undefined ? '' : `${target.p50} / `}${target.p99} ms`;
  const figures = [p50, p99].map((value) => value.toFixed(1).padStart(8)).join('');
  return `${isMissed ? '✗' : '✓'} ${name.padEnd(32)}${figures}   ${promised}`;
}

async function bench(database: Database): Promise<void> {
  const name = database.kind === 'postgres' ? 'PostgreSQL' : 'embedded';
  console.log(`\n${name}, ${rows[database.kind].toLocaleString('en-GB')} payments`);
  const now = await fill(database);
  const call = await openDoor(database);
  console.log(`  ${'GET payments, ms'.padEnd(32)}     p50     p99   promised`);
  for (const one of await planCases(database, now)) {
    console.log(toLine(one, await measure((query) => call(one.person, query), one)));
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
