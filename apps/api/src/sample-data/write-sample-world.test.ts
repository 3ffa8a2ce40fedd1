import { webhookBodies } from '@volume/contract/webhooks/bodies.ts';
import type { WebhookKind } from '@volume/contract/webhooks/labels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { foldText } from '#database/fold-text.ts';
import { createVault, totpPurpose } from '#core/secrets/vault.ts';
import { testSecretsKey } from '#testing/secrets-key.ts';
import { sampleSignIns } from '#sample-data/catalogue/sample-sign-ins.ts';
import { openTestDatabase, testWorld } from '#testing/open-test-database.ts';
import { simulatedBanks, writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { writeSampleWorld } from './write-sample-world.ts';

const vault = createVault(testSecretsKey);

let database: Database;
beforeAll(async () => void (database = await openTestDatabase('sample')), 180_000);
afterAll(() => database.close());

const distinct = async (sql: string) => (await database.query<{ value: unknown }>(sql)).map(({ value }) => value);
const column = (name: string, table = 'payments') =>
  distinct(`SELECT DISTINCT ${name}::text AS value FROM ${table} ORDER BY 1`);
const count = async (sql: string) => Number((await distinct(`SELECT count(*) AS value FROM ${sql}`))[0]);

test('writes exactly the requested number of payments, none in the future', async () => {
  expect(await count('payments')).toBe(testWorld.payments);
  expect(await distinct('SELECT max(created_at) AS value FROM payments')).not.toEqual([null]);
  for (const table of ['payments', 'refunds', 'outbound_payments']) {
    expect(await distinct(`SELECT max(updated_at) <= '${testWorld.now.toISOString()}' AS value FROM ${table}`)).toEqual(
      [true],
    );
  }
  expect(await distinct(`SELECT max(at) <= '${testWorld.now.toISOString()}' AS value FROM payment_events`)).toEqual([
    true,
  ]);
});

test('contains every status, type, currency, risk, hold and refund state even with few payments', async () => {
  expect(await column('status')).toHaveLength(7);
  expect(await column('type')).toEqual(['EXTERNAL', 'VOLUME']);
  expect(await column('currency')).toEqual(['EUR', 'GBP']);
  expect(await column('risk')).toEqual(['HIGH', 'LOW', 'MEDIUM', 'NA', null]);
  expect(await column('hold')).toEqual(['HELD', 'NONE', 'RELEASED', 'RETURNED']);
  expect(await column('status', 'refunds')).toEqual([
    'CANCELLED',
    'FAILED',
    'HELD',
    'IN_PROGRESS',
    'PROCESSED',
    'RETURNED',
  ]);
  expect(await count('payments WHERE amount_refunded = amount')).toBeGreaterThan(0);
  expect(await count('payments WHERE amount_refunded BETWEEN 1 AND amount - 1')).toBeGreaterThan(0);
  expect(await count('payments WHERE amount_refunding > 0')).toBeGreaterThan(0);
});

test('the forty merchants include the special ones', async () => {
  expect(await count('merchants')).toBe(40);
  expect(await count('merchants WHERE merchant_id NOT IN (SELECT merchant_id FROM applications)')).toBe(1);
  expect(await count('merchants WHERE merchant_id NOT IN (SELECT merchant_id FROM payments)')).toBe(2);
  expect(await count('(SELECT merchant_id FROM applications GROUP BY 1 HAVING count(*) = 30) AS large')).toBe(1);
  expect(await count('merchants WHERE NOT is_enabled')).toBe(1);
  const largest = await distinct('SELECT count(*) AS value FROM payments GROUP BY merchant_id ORDER BY 1 DESC LIMIT 1');
  expect(Number(largest[0]) / testWorld.payments).toBeGreaterThan(0.5);
});

test('the EUR merchant has no GBP, the one without virtual accounts settles nothing', async () => {
  const of = (name: string) => `payments JOIN merchants USING (merchant_id) WHERE company_name = '${name}'`;
  expect(await count(`${of('Bäckerei Grünwald GmbH')} AND currency = 'GBP'`)).toBe(0);
  expect(await count(`${of('Larkspur Theatre Trust')}`)).toBeGreaterThan(0);
  expect(await count(`${of('Larkspur Theatre Trust')} AND status = 'SETTLED'`)).toBe(0);
});

test("the search text contains the folded fields, and a payer's text once for all their payments", async () => {
  const rows = await database.query<
    Record<string, string | null>
  >(`SELECT concat_ws(E'\\n', nullif(s.text, ''), y.text) AS text, merchant_payment_id, reference, merchant_reference, payer_name,
    payer_email, payer_account_identifier FROM payment_search AS s JOIN payments USING (merchant_id, payment_id)
    LEFT JOIN payer_search AS y USING (merchant_id, payer_key)`);
  expect(rows.length).toBeGreaterThan(0);
  for (const { text, ...fields } of rows) {
    const expected = Object.values(fields)
      .filter((field) => field !== null && field !== '')
      .map((field) => foldText(field ?? ''));
    expect(text?.split('\n')).toEqual(expected);
  }
});

test('every sample sign-in is a user with that role', async () => {
  const people = await database.query<{
    email: string;
    roles: string[];
    totp_secret: string | null;
    user_account_id: string;
  }>('SELECT email, roles, totp_secret, user_account_id FROM accounts');
  for (const { email, role, totpSecret } of sampleSignIns) {
    const person = people.find((one) => one.email === email);
    expect(person?.roles).toEqual(role === 'NONE' ? [] : [role]);
    const opened = person?.totp_secret && (await vault.open(person.totp_secret, totpPurpose(person.user_account_id)));
    expect(opened ?? undefined).toBe(totpSecret);
  }
});

test('asks for the status of every refund and payout in progress within a day, so that each ends by itself', async () => {
  expect(await count('due_work')).toBeGreaterThan(0);
  expect(
    await count(`(SELECT 'REFUND_ASK' AS kind, merchant_id, refund_id AS object_id FROM refunds WHERE status = 'IN_PROGRESS'
      UNION ALL SELECT 'PAYOUT_ASK', merchant_id, payout_payment_id FROM outbound_payments WHERE status = 'IN_PROGRESS') AS active
      FULL JOIN (SELECT * FROM due_work WHERE lane IS NULL) AS w USING (kind, merchant_id, object_id) CROSS JOIN sample_worlds
      WHERE w.due_at IS NULL OR active.kind IS NULL OR w.due_at NOT BETWEEN relative_to AND relative_to + interval '1 day'`),
  ).toBe(0);
});

test('exactly the failing deliveries are scheduled again', async () => {
  expect(await count(`webhook_deliveries WHERE state = 'DELIVERED'`)).toBeGreaterThan(0);
  expect(
    await count(`(SELECT merchant_id, delivery_id AS object_id, url AS lane FROM webhook_deliveries WHERE state = 'FAILING') AS failing
      FULL JOIN (SELECT * FROM due_work WHERE lane IS NOT NULL) AS w USING (merchant_id, object_id, lane)
      WHERE failing.object_id IS NULL OR w.work_id IS NULL`),
  ).toBe(0);
  expect(
    await count(`webhook_deliveries AS d WHERE tries <> (SELECT count(*) FROM webhook_attempts AS a
    WHERE a.merchant_id = d.merchant_id AND a.delivery_id = d.delivery_id)`),
  ).toBe(0);
});

test('every delivery has the fields of a real event of its kind, with the shortest form of its amount', async () => {
  const deliveries = await database.query<{ kind: WebhookKind; request_body: string }>(
    'SELECT kind, request_body FROM webhook_deliveries',
  );
  expect(new Set(deliveries.map(({ kind }) => kind)).size).toBe(3);
  for (const { kind, request_body } of deliveries) {
    const told: unknown = JSON.parse(request_body);
    expect(webhookBodies[kind].parse(told)).toEqual(told);
    expect(request_body).not.toMatch(/mount" ?: ?\d+\.\d*0[,}]/);
  }
});

test('the same seed and time give the same data, another seed gives other data', async () => {
  const fingerprint = async (seed: string) => {
    const other = await openTestDatabase();
    await writeSimulatedBanks(other);
    await writeSampleWorld(other, {
      banks: simulatedBanks,
      seed,
      now: testWorld.now,
      payments: 400,
      hashPassword: async () => 'hash',
      seal: async (plain) => plain,
    });
    const [row] =
      await other.query(`SELECT (SELECT md5(string_agg(p::text, '|' ORDER BY payment_id)) FROM payments AS p) AS payments,
      (SELECT md5(string_agg(l::text, '|' ORDER BY transfer_id, ledger_account_id)) FROM ledger_legs AS l) AS legs`);
    await other.close();
    return row;
  };
  const first = await fingerprint('one');
  expect(await fingerprint('one')).toEqual(first);
  expect(await fingerprint('two')).not.toEqual(first);
}, 120_000);

test('users recently signed in, refunded, paid out and changed settings, and every application has a key', async () => {
  expect(await column('action', 'activity')).toEqual(
    expect.arrayContaining([
      'NOTIFICATIONS_CHANGED',
      'PAYOUT_MADE',
      'REFUND_STARTED',
      'SIGNED_IN',
      'TWO_FACTOR_ENABLED',
      'USER_ADDED',
      'USER_DISABLED',
      'WEBHOOKS_CHANGED',
    ]),
  );
  expect(await count('activity WHERE actor_id IS NULL OR ip IS NULL')).toBe(0);
  expect(await distinct(`SELECT max(at) <= '${testWorld.now.toISOString()}' AS value FROM activity`)).toEqual([true]);
  expect(await count('application_secrets')).toBe(await count('applications'));
});

test('every user has signed in before except invited ones, and disabled ones not since they were disabled', async () => {
  expect(await column('email', 'accounts WHERE last_sign_in_at IS NULL')).toEqual(
    await column('email', `accounts WHERE invitation = 'PENDING'`),
  );
  expect(await count(`accounts AS a JOIN activity AS d ON d.subject = a.email AND d.action = 'USER_DISABLED'`)).toBe(
    await count('accounts WHERE NOT is_enabled AND merchant_id IS NOT NULL'),
  );
  expect(
    await count(`accounts AS a JOIN activity AS d ON d.subject = a.email AND d.action = 'USER_DISABLED'
      WHERE a.last_sign_in_at > d.at`),
  ).toBe(0);
  expect(
    await count(`activity AS d JOIN merchants AS m USING (merchant_id)
      WHERE d.action = 'SIGNED_IN' AND NOT m.is_enabled AND d.at > '${testWorld.now.toISOString()}'::timestamptz - interval '41 days'`),
  ).toBe(0);
});
