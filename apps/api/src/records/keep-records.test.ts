import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { resendWebhookDelivery } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyAuditLog } from '#audit-log/verify-audit-log.ts';
import { keptTables } from '#core/records/kept-tables.ts';
import { keptDays } from '#core/records/retention-rule.ts';
import { rules } from '#core/records/retention.ts';
import type { Database } from '#database/database.ts';
import { isDistributed } from '#database/distribution/distribute.ts';
import { pausingBefore } from '#testing/access/pausing.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { keepRecords } from './keep-records.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  const { services } = createTestApp(database);
  const books = await seedAccount(services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(services, { ...params, payInAccountId: 2, currency: 'EUR' });
  await seedPayment(services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  await database.query(`UPDATE applications SET payment_status_webhook_url = 'https://shop.example/hook'`);
});
beforeEach(async () => {
  for (const table of ['throttle_counters', 'webhook_attempts', 'webhook_deliveries', 'retention_runs'])
    await database.query(`DELETE FROM ${table}`);
  app = createTestApp(database);
  token = await signInAs(app, 'editor');
});
afterAll(() => database.close());

const keep = (services: Parameters<typeof keepRecords>[0] = app.services) => keepRecords(services, Infinity);

const count = async (from: string): Promise<number> => {
  const [row] = await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${from}`);
  return row?.n ?? 0;
};

/** Deliveries that are `days` old, each with one attempt. */
async function addDeliveries(number: number, days: number, state = 'DELIVERED'): Promise<void> {
  const at = new Date(app.services.clock.now().getTime() - days * 86_400_000);
  await database.query(
    `INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, application_id, kind, object_id, url, state,
       created_at, request_body)
     SELECT $1::uuid, gen_random_uuid(), gen_random_uuid(), $2::uuid, 'PAYMENT', gen_random_uuid(),
       'https://shop.example/hook', $3::text, $4::timestamptz + n * interval '1 ms', '{}'
     FROM generate_series(1, $5::integer) AS n`,
    [params.merchantId, params.applicationId, state, at, number],
  );
  await database.query(
    `INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt, at, duration_ms)
     SELECT merchant_id, delivery_id, 1, created_at, 5 FROM webhook_deliveries ON CONFLICT DO NOTHING`,
  );
}

test('every table has a rule or a reason to be kept, and none is named that does not exist', async () => {
  const rows = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const ruled = rules.flatMap((rule) => [rule.table, ...(rule.with === undefined ? [] : [rule.with])]);
  const named = new Set([...ruled, ...Object.values(keptTables).flat()]);
  const ask = 'Give each table a rule in core/records/retention.ts, or a reason to stay in kept-tables.ts.';
  expect([...named].toSorted(), ask).toEqual(rows.map(({ name }) => name).toSorted());
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

test('every rule finds its rows through an index on its time', async ({ skip }) => {
  if (await isDistributed(database)) skip('needs one server: the settings below do not reach workers');
  const plans = await Promise.all(
    rules.map(({ table, by, only = 'TRUE' }) =>
      database.transaction(async ({ query }) => {
        await query('SET LOCAL enable_seqscan = off');
        await query('SET LOCAL enable_sort = off');
        const select = `SELECT 1 FROM ${table} WHERE ${by} < now() AND ${only} ORDER BY ${by} LIMIT 500`;
        const lines = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ${select}`);
        return { table, plan: lines.map((line) => line['QUERY PLAN']).join('\n') };
      }),
    ),
  );
  for (const { table, plan } of plans) {
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan.* on ${table}`));
    expect(plan).not.toContain('Sort Key');
  }
});

test('deletes old deliveries with their attempts, in steps, and keeps those that are young or still sent', async () => {
  await addDeliveries(1_200, 91);
  await addDeliveries(3, 91, 'FAILING');
  await addDeliveries(2, 89);
  expect(await keep()).toBe(true);
  expect([await count('webhook_deliveries'), await count('webhook_attempts')]).toEqual([5, 5]);
});

test('a setting can keep records longer', async () => {
  await addDeliveries(1, 91);
  const longer = createTestApp(database, { settings: { keep: { ...keptDays, KEEP_DELIVERIES: 92 } } });
  await keep(longer.services);
  expect(await count('webhook_deliveries')).toBe(1);
  await keep();
  expect(await count('webhook_deliveries')).toBe(0);
});

test('stops when its time is up, and later continues where it stopped', async () => {
  await addDeliveries(1_200, 91);
  expect(await keepRecords(app.services, 0)).toBe(false);
  expect(await count('webhook_deliveries')).toBe(database.kind === 'pglite' ? 1_100 : 700);
  expect(await keep()).toBe(true);
  expect(await count('webhook_deliveries')).toBe(0);
});

test('is due again an hour after it was done', async () => {
  const workId = crypto.randomUUID();
  const due = async () =>
    (await database.query<{ at: Date }>('SELECT due_at AS at FROM due_work WHERE work_id = $1', [workId]))[0]?.at;
  const at = app.services.clock.now();
  await database.query(`INSERT INTO due_work (work_id, kind, due_at) VALUES ($1, 'KEEP_RECORDS', $2)`, [workId, at]);
  await app.runDueWork();
  expect(await due()).toEqual(new Date(at.getTime() + 3_600_000));
  await database.query('DELETE FROM due_work WHERE work_id = $1', [workId]);
});

test('the metrics contain every rule from the start, the number of removed rows, and how overdue the oldest record is', async () => {
  const read = async () => (await app.app.request('/metrics')).text();
  expect(await read()).toContain('records_removed_total{rule="deliveries"} 0\n');
  await addDeliveries(3, 91);
  await addDeliveries(1, 89);
  await keep();
  await keep();
  expect(await read()).toContain('records_removed_total{rule="deliveries"} 3\n');
  expect(await read()).toContain('records_overdue_seconds{rule="deliveries"} 0\n');
  // The job does not run for three days.
  app.pass({ hours: 72 });
  expect(await read()).toMatch(/records_overdue_seconds\{rule="deliveries"\} 17[12]\d{3}\n/);
});

test('erases addresses and later names from the activity, and the audit log still verifies', async () => {
  await app.linkAuditLog();
  app.pass({ hours: 401 * 24 });
  await keep();
  const left = await database.query<{ actor: string; ip: string | null; agent: string | null }>(
    'SELECT actor, ip, user_agent AS agent FROM activity',
  );
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter(({ ip, agent, actor }) => ip !== null || agent !== null || actor === 'erased')).toEqual([]);
  app.pass({ hours: 1_800 * 24 });
  await keep();
  const actors = await database.query<{ actor: string }>('SELECT DISTINCT actor FROM activity');
  expect(actors).toEqual([{ actor: 'erased' }]);
  expect(await verifyAuditLog(database, app.services.vault)).toMatchObject({ broken: [] });
});

describe('a delivery that is resent while it is deleted', () => {
  /** Resends the delivery at the moment before the job deletes it. */
  async function race(lookAgain: boolean) {
    await addDeliveries(1, 91);
    const [row] = await database.query<{ id: string }>('SELECT delivery_id AS id FROM webhook_deliveries');
    const input = { token, params: { ...params, deliveryId: row?.id ?? '' } };
    let resent: Promise<number> | undefined;
    const naive: Database = lookAgain
      ? database
      : {
          ...database,
          query: (statement, given) =>
            typeof statement !== 'string' && statement.text.includes('DELETE FROM webhook_deliveries')
              ? database.query(statement.text.replaceAll(`state IN ('DELIVERED', 'GAVE_UP')`, 'TRUE'), statement.values)
              : database.query(statement, given),
        };
    const paused = pausingBefore(naive, /DELETE FROM webhook_deliveries/, () => {
      resent = app.call(resendWebhookDelivery, input).then(({ status }) => status);
      return resent;
    });
    await keep({ ...app.services, database: paused });
    return { status: await resent, deliveries: await count('webhook_deliveries') };
  }

  test('stays, and is sent', async () => expect(await race(true)).toEqual({ status: 200, deliveries: 1 }));
  test('would be deleted without looking again (naive twin)', async () =>
    expect(await race(false)).toEqual({ status: 200, deliveries: 0 }));
});

test('two instances delete each row once', async () => {
  await addDeliveries(1_100, 91);
  const others = [app, createTestApp(database)].map(({ services }) => keep(services));
  await Promise.all(others);
  await keep();
  expect(await count('webhook_deliveries')).toBe(0);
  const [run] = await database.query(`SELECT removed FROM retention_runs WHERE rule = 'deliveries'`);
  expect(run).toEqual({ removed: 1_100 });
});

const quote = () =>
  app.call(quoteExchange, { token, params, body: { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 1 } });
const readQuotes = async () =>
  (await database.query<{ id: string }>('SELECT quote_id AS id FROM exchange_quotes')).map(({ id }) => id).toSorted();

test('deletes quotes a day after they expired, in batches, and keeps those that were booked', async () => {
  const [booked, unused] = [(await quote()).value().quoteId, (await quote()).value().quoteId];
  const body = { token, params, body: { quoteId: booked }, headers: { 'idempotency-key': crypto.randomUUID() } };
  expect((await app.call(bookExchange, body)).status).toBe(200);
  await database.query(
    `INSERT INTO exchange_quotes SELECT (jsonb_populate_record(q, jsonb_build_object('quote_id', gen_random_uuid()))).*
     FROM exchange_quotes AS q, generate_series(1, 2500) WHERE q.quote_id = $1`,
    [unused],
  );
  app.pass({ hours: 24 });
  token = await signInAs(app, 'editor');
  const fresh = (await quote()).value().quoteId;
  expect(await readQuotes()).toHaveLength(2_503);
  app.pass({ seconds: 31 });
  await keep();
  expect(await readQuotes()).toEqual([booked, fresh].toSorted());
});

test('deletes one-time requests a day after they expired, also of users who never return', async () => {
  await database.query(
    `INSERT INTO one_time_requests (id_hash, kind, user_account_id, expires_at)
     SELECT 'old:' || n, 'OTP', user_account_id, $1::timestamptz - interval '1 day 1 second' FROM accounts, generate_series(1, 600) AS n
     WHERE email = 'editor@test.example' UNION ALL SELECT 'open', 'OTP', user_account_id, $1 FROM accounts
     WHERE email = 'editor@test.example'`,
    [app.services.clock.now()],
  );
  await keep();
  const left = await database.query(`SELECT id_hash FROM one_time_requests WHERE id_hash LIKE 'o%'`);
  expect(left).toEqual([{ id_hash: 'open' }]);
});

test('deletes the counters of old windows only', async () => {
  await database.query(
    `INSERT INTO throttle_counters (key, window_start, count)
     SELECT 'user', $1::timestamptz - n * interval '1 day', 1 FROM generate_series(0, 5) AS n`,
    [app.services.clock.now()],
  );
  await keep();
  expect(await count(`throttle_counters WHERE key = 'user'`)).toBe(3);
});
