import { cpus, loadavg } from 'node:os';
import type { Database } from '#api/database/database.ts';
import { listMerchantHealth, listMerchants } from '#api/merchants/list-merchants.ts';
import { exportPayIns } from '#api/pay-ins/export-pay-ins.ts';
import { listPayIns } from '#api/pay-ins/list-pay-ins.ts';
import { getPaymentFailures } from '#api/revenue/get-payment-failures.ts';
import { getPaymentsSummary, getRevenue } from '#api/revenue/get-revenue.ts';
import { countBytes, countTasks, recordStatements } from '#api/testing/statements/recorded-statements.ts';
import { planCases } from '#proofs/bench/list-cases.ts';
import { measureExport } from '#proofs/bench/measure-export.ts';
import { planMoneyCases } from '#proofs/bench/money-cases.ts';
import { type Call, openClient } from '#proofs/bench/open-client.ts';
import { timeCalls } from '#proofs/bench/print-times.ts';

const rounds = 60;
/**
 * The limit for the data that workers send for one call, in kilobytes: totals and the rows of one page, but not their source
 * rows.
 */
const most = 256;
const rowsPerSecond = 20_000;

interface Read {
  name: string;
  path: (n: number) => string;
  /** Milliseconds. */
  p99: number;
}

/** The calls of administrators about all merchants. */
async function planReads(database: Database, now: Date): Promise<Read[]> {
  const cases = (await planCases(database, now)).filter(({ person }) => person === 'merchant');
  const lists = cases.map(({ name, query, target }) => ({
    name,
    path: (n: number) => `payments?${query(n)}`,
    p99: target?.p99 ?? 100,
  }));
  // Only calls that name no merchant.
  const money = planMoneyCases({ merchantId: '', applicationId: '', payInAccountId: 0, payments: 0 }, now)
    .filter(({ name }) => /^(summary|revenue|health)/.test(name))
    .map(({ name, path, p99 = 50 }) => ({ name, path, p99 }));
  const others = [
    { name: 'failures', path: () => 'payments/failures', p99: 50 },
    { name: 'merchants', path: () => 'merchants', p99: 50 },
  ];
  return [...lists, ...money, ...others];
}

/**
 * Prints for each call its time, the shards it queries and the size of what they send; returns problems as sentences.
 */
export async function measureAllMerchants(whole: Database, now: Date): Promise<string[]> {
  const { database, statements } = recordStatements(whole);
  const handlers = [listPayIns, exportPayIns, getPaymentsSummary, getRevenue, getPaymentFailures, listMerchantHealth];
  const call = await openClient(database, [...handlers, listMerchants]);
  const before = load();
  const amiss: string[] = [];
  const late: string[] = [];
  console.log('| all merchants | p50 ms | p99 ms | promised | shards | kB sent |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, path, p99: promised } of await planReads(whole, now)) {
    const times = await timeCalls(async (n) => (await call('admin', path(n))).text(), rounds);
    statements.length = 0;
    await (await call('admin', path(0))).text();
    const { shards, kilobytes } = await weigh(whole, statements);
    const [p50, p99] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)] ?? Number.NaN);
    console.log(`| ${[name, p50?.toFixed(1), p99?.toFixed(1), promised, shards, kilobytes.toFixed(1)].join(' | ')} |`);
    if (kilobytes > most) amiss.push(`${name}: the workers send ${kilobytes.toFixed(0)} kB`);
    if ((p99 ?? 0) > promised) late.push(`${name}: p99 ${p99?.toFixed(0)} ms, promised ${promised}`);
  }
  const pace = await measurePace(call);
  if (pace < rowsPerSecond) late.push(`export: ${pace} rows/s, promised ${rowsPerSecond}`);
  const highest = Math.max(before, load());
  console.log(`load ${highest.toFixed(1)} on ${cpus().length} processors`);
  if (highest <= 2 * cpus().length) return [...amiss, ...late];
  console.log('NOT JUDGED: too much else ran for these times to say anything.');
  return amiss;
}

const load = (): number => loadavg()[0] ?? 0;

async function measurePace(call: Call): Promise<number> {
  const { rows, rowsPerSecond: pace } = await measureExport(await call('admin', 'payments/export'));
  console.log(`export of all merchants: ${rows} rows, ${Math.round(pace)} rows/s, promised ${rowsPerSecond}`);
  return Math.round(pace);
}

async function weigh(database: Database, statements: Parameters<typeof countTasks>[1][]) {
  let [shards, bytes] = [0, 0];
  for (const statement of statements.filter(({ text }) => /^\s*(SELECT|WITH)\b/.test(text))) {
    shards = Math.max(shards, await countTasks(database, statement));
    bytes += await countBytes(database, statement);
  }
  return { shards, kilobytes: bytes / 1024 };
}
