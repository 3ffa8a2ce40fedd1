import { listPayInAccounts } from '#api/balances/list-pay-in-accounts.ts';
import { getStatement } from '#api/balances/get-statement.ts';
import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { explainHandlers } from '#api/explain/explain-figure.ts';
import { exportPayIns } from '#api/pay-ins/export-pay-ins.ts';
import { exportPayouts } from '#api/payouts/export-payouts.ts';
import { listPayouts } from '#api/payouts/list-payouts.ts';
import { getPaymentsSummary, getRevenue } from '#api/revenue/get-revenue.ts';
import { listMerchantHealth } from '#api/merchants/list-merchants.ts';
import { fillWorld } from '#proofs/bench/fill-world.ts';
import { planMoneyCases, readScope } from '#proofs/bench/money-cases.ts';
import { measureExport, printExport } from '#proofs/bench/measure-export.ts';
import { openClient } from '#proofs/bench/open-client.ts';
import { printTimes, timeCalls } from '#proofs/bench/print-times.ts';
import { startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * Times balances, statements, payouts, summary and revenue of one merchant through the whole app on PostgreSQL, and
 * streams the exports. BENCH_DATABASE_URL names a PostgreSQL whose sample data is kept for the next run; it can be that
 * of `npm run bench -- list`. BENCH_ROWS is its number of payments, three fifths of which belong to the merchant;
 * BENCH_ROUNDS the calls per case.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200);
const rows = Number(process.env['BENCH_ROWS'] ?? 1_666_667);
const timed = [
  listPayInAccounts,
  getStatement,
  listPayouts,
  getPaymentsSummary,
  getRevenue,
  listMerchantHealth,
  ...explainHandlers,
];
const exported = [exportPayIns, exportPayouts];

async function bench(database: Database): Promise<number> {
  const now = await fillWorld(database, rows);
  const call = await openClient(database, [...timed, ...exported]);
  const scope = await readScope(database);
  console.log(`\nPostgreSQL, ${scope.payments.toLocaleString('en-GB')} payments of one merchant`);
  console.log(`  ${'GET, ms'.padEnd(32)}     p50     p99   promised`);
  let missed = 0;
  for (const { name, person = 'merchant', p99 = 50, path } of planMoneyCases(scope, now)) {
    const ask = async (n: number) => (await call(person, path(n))).text();
    if (!printTimes(name, await timeCalls(ask, rounds), { p99 })) missed += 1;
  }
  console.log(`\n  ${'export'.padEnd(32)}    rows  rows/s  growth   promised`);
  const payouts = `merchants/${scope.merchantId}/application/${scope.applicationId}/outbound-payments/export`;
  for (const [name, person, path] of [
    ['pay-ins of the merchant', 'merchant', 'payments/export'],
    ['pay-ins of all merchants', 'admin', 'payments/export'],
    ['payouts', 'merchant', payouts],
  ] as const) {
    if (!printExport(name, await measureExport(await call(person, path)))) missed += 1;
  }
  return missed;
}

const given = process.env['BENCH_DATABASE_URL'];
const settings = { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' };
const server = given ? null : await startThrowawayPostgres({ settings });
const database = await connect({ databaseUrl: given ?? server?.url });
try {
  const missed = await bench(database);
  console.log(missed === 0 ? '\nEvery promise kept.' : `\n${missed} promises missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await database.close();
  await server?.stop();
}
