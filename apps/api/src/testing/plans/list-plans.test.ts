import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { listBulkJobs } from '@volume/contract/bulk/bulk.ts';
import { getStatement } from '@volume/contract/balances/balances.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { listPaymentLinks } from '@volume/contract/payment-links/payment-links.ts';
import { listPayouts } from '@volume/contract/payouts/payouts.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createVault } from '#core/secrets/vault.ts';
import type { Database } from '#database/database.ts';
import { isDistributed } from '#database/distribution/distribute.ts';
import { simulatedBanks, writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { samplePassword, sampleSignIns } from '#sample-data/catalogue/sample-sign-ins.ts';
import { writeSampleWorld } from '#sample-data/write-sample-world.ts';
import { testSecretsKey } from '#testing/secrets-key.ts';
import { openTestDatabase, testWorld } from '#testing/open-test-database.ts';
import { type Recorded, recordStatements } from '#testing/statements/recorded-statements.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { readPlan } from './read-plan.ts';

/** Tables with at least so many rows must not be read from end to end. */
const big = 5_000;
/** A roll-up of which a sum over all merchants reads every row. */
const summedUp = 'payments_monthly';
/** The plans of this major version are committed; another one plans differently. */
const version = 15;

const lists: { name: string; endpoint: AnyEndpoint; query: string; role?: string }[] = [
  { name: 'pay-ins, page 1', endpoint: listPayIns, query: 'sort=createdAt,desc&includeNewPayments=true' },
  {
    name: 'pay-ins of 30 days, failed, in euro',
    endpoint: listPayIns,
    query:
      'sort=createdAt,desc&startDateTimeUtc=2026-10-23T00:00:00.000&endDateTimeUtc=2026-11-21T23:59:59.999&paymentStatuses=FAILED&currencies=EUR',
  },
  { name: 'pay-ins, search', endpoint: listPayIns, query: 'sort=createdAt,desc&globalSearch=hannah' },
  {
    name: 'pay-ins of all merchants',
    endpoint: listPayIns,
    query: 'sort=createdAt,desc&includeNewPayments=true',
    role: 'VOLUME_ADMIN',
  },
  { name: 'payouts', endpoint: listPayouts, query: 'currency=GBP&sort=createdAt,desc' },
  { name: 'payment links', endpoint: listPaymentLinks, query: 'showOnlyLinks=true' },
  { name: 'a statement', endpoint: getStatement, query: '' },
  { name: 'activity', endpoint: listActivity, query: '' },
  { name: 'webhook deliveries', endpoint: listWebhookDeliveries, query: '' },
  { name: 'bulk jobs', endpoint: listBulkJobs, query: '' },
];

let database: Database;
let api: TestApp;
let statements: Recorded[];
let isComparable = false;
let params: Record<string, string>;
const tokens = new Map<string, string>();

beforeAll(async () => {
  database = await openTestDatabase('empty');
  if (database.kind !== 'postgres' || (await isDistributed(database))) return;
  const [server] = await database.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS major`,
  );
  isComparable = server?.major === version;
  if (!isComparable) return;
  await fill();
  const recorded = recordStatements(database);
  statements = recorded.statements;
  api = createTestApp(recorded.database);
  for (const role of ['MERCHANT_EDITOR', 'VOLUME_ADMIN']) tokens.set(role, await enter(role));
}, 240_000);
afterAll(() => database.close());

async function fill(): Promise<void> {
  await writeSimulatedBanks(database);
  await writeSampleWorld(database, {
    ...testWorld,
    payments: 12_000,
    banks: simulatedBanks,
    hashPassword: async (password) => `plain:${password}`,
    seal: createVault(testSecretsKey).seal,
  });
  const [found] = await database.query<Record<'merchantId' | 'applicationId' | 'payInAccountId', string>>(
    `SELECT d.merchant_id AS "merchantId", d.application_id AS "applicationId", d.payee_detail_id::text AS "payInAccountId"
     FROM payee_details AS d JOIN merchants AS m USING (merchant_id)
     WHERE m.company_name = 'Harbour & Bloom' AND d.is_virtual_account ORDER BY d.payee_detail_id LIMIT 1`,
  );
  params = { ...found };
  for (const [table, key, time] of [
    ['outbound_payments', 'payout_payment_id', 'created_at'],
    ['payment_intents', 'payment_intent_id', 'created_at'],
    ['activity', 'activity_id', 'at'],
    ['webhook_deliveries', 'delivery_id', 'created_at'],
  ] as const)
    await multiply(table, key, time);
  await database.run(
    `INSERT INTO bulk_jobs (merchant_id, bulk_job_id, application_id, kind, state, user_account_id, created_by, created_at, queued_at)
     SELECT merchant_id, gen_random_uuid(), application_id, 'RESEND', 'DONE', gen_random_uuid(), 'a@b.example',
       now() - interval '1 minute' * n, now() - interval '1 minute' * n FROM applications, generate_series(1, (SELECT 10000 / count(*) FROM applications)) AS n;
     REINDEX TABLE bulk_jobs`,
  );
  await vi.waitFor(async () => expect(await hiddenPagesAfterVacuum()).toEqual([]), { timeout: 60_000 });
  // Separate from ANALYZE: one combined command counts rows less exactly, and then the plan of a search differed in some runs.
  await database.run('ANALYZE');
}

/**
 * The tables with pages that an index alone cannot answer for. VACUUM leaves some when another transaction of this database is
 * still running, such as autovacuum's, which can start during the fill on a busy machine.
 */
async function hiddenPagesAfterVacuum(): Promise<{ name: string }[]> {
  await database.run('VACUUM');
  return database.query(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relallvisible < relpages AND relnamespace = 'public'::regnamespace`,
  );
}

/** Copies rows with new ids and other times until there are about 10,000; the size of an index is then the same in each run. */
const multiply = (table: string, key: string, time: string): Promise<void> =>
  database.run(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('${key}', gen_random_uuid(),
       '${time}', t.${time} - interval '7 minutes' * n))).*
     FROM ${table} AS t, generate_series(1, (SELECT 10000 / count(*) FROM ${table})) AS n; REINDEX TABLE ${table}`,
  );

async function enter(role: string): Promise<string> {
  const person = sampleSignIns.find((each) => each.role === role && each.totpSecret === undefined);
  const body = { email: person?.email ?? '', password: samplePassword };
  return ((await api.call(signIn, { body })).value() as SignedIn).accessToken;
}

/** The plans of all statements of a list that read a table of payments, books or logs. */
async function plansOf({ endpoint, query, role = 'MERCHANT_EDITOR' }: (typeof lists)[number]): Promise<string[]> {
  statements.length = 0;
  await api.call(endpoint, { token: tokens.get(role) ?? '', params, query });
  const plans = await Promise.all(statements.map((each) => readPlan(database, each)));
  const large = await largeTables();
  return plans
    .filter((lines) => lines.some((line) => large.some((table) => line.endsWith(` on ${table}`))))
    .map((lines) => lines.join('\n'));
}

async function largeTables(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= ${big} AND relnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

async function page(): Promise<string> {
  const parts = [`PostgreSQL ${version}. Written by: npx vitest run --project api apps/api/src/testing/plans -u\n`];
  for (const list of lists) parts.push(`${list.name}\n${(await plansOf(list)).join('\n\n')}\n`);
  return parts.join('\n');
}

test('the plans of the most common lists equal those in list-plans.txt', { timeout: 120_000 }, async ({ skip }) => {
  if (!isComparable) skip(`needs one PostgreSQL ${version}`);
  const plans = await page();
  await expect(plans).toMatchFileSnapshot('./list-plans.txt');
  const readWhole = (await largeTables()).filter((table) => plans.includes(`Seq Scan on ${table}\n`));
  expect(readWhole.filter((table) => table !== summedUp)).toEqual([]);
});

test('a missing index is detected', { timeout: 120_000 }, async ({ skip }) => {
  if (!isComparable) skip(`needs one PostgreSQL ${version}`);
  const before = await page();
  await database.run('DROP INDEX webhook_deliveries_newest');
  const after = await page();
  expect(after).not.toBe(before);
  expect(before).not.toContain('Seq Scan on webhook_deliveries');
  expect(after).toContain('Seq Scan on webhook_deliveries');
});
