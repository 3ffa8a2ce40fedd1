import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealStored } from '#core/secrets/seal-stored.ts';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { migrations } from '#database/migrations/migrations.ts';
import { openLegacyDatabase } from '#testing/legacy-schema/open-legacy-database.ts';
import { seedPayment } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const waiting = crypto.randomUUID();
let database: Database;
let api: TestApp;

/** A database of the previous build, with keys, a default beneficiary and a waiting order. */
beforeAll(async () => {
  database = await openLegacyDatabase();
  await migrate(
    database,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0150-two-people'),
    ),
  );
  const params = [ids.harbour, ids.harbourShop];
  await database.query(`DELETE FROM application_secrets`);
  for (const key of ['PRIMARY', 'SECONDARY']) {
    await database.query(
      `INSERT INTO application_secrets (merchant_id, application_id, key, value_hash, last_letters, updated_at, updated_by)
       VALUES ($1, $2, $3, 'hash', 'abcd', '2026-11-10T10:00:00Z', $4)`,
      [...params, key, emailOf('editor')],
    );
  }
  await note(
    '2026-11-09T10:00:00Z',
    'byemail',
    'KEY_CHANGED',
    ids.harbourShop,
    'Primary key: from any address; the usual limit',
  );
  await note(
    '2026-11-11T10:00:00Z',
    'editor',
    'KEY_CHANGED',
    ids.harbourShop,
    'Primary key: from any address; 10.00 in 24 hours',
  );
  await note(
    '2026-11-12T10:00:00Z',
    'merchantadmin',
    'KEY_CHANGED',
    ids.harbourShop,
    'Primary key: from any address; 5000.00 in 24 hours',
  );
  await note('2026-11-11T10:00:00Z', 'byemail', 'BENEFICIARY_MADE_DEFAULT', 'B-old', 'Ada, for the GBP account 1');
  await note('2026-11-12T10:00:00Z', 'merchantadmin', 'BENEFICIARY_MADE_DEFAULT', 'B1', 'Ada, for the GBP account 1');
  await note('2026-11-13T10:00:00Z', 'byemail', 'BENEFICIARY_MADE_DEFAULT', 'B1', 'Ada, for the GBP account 11');
  await database.query(
    `UPDATE payee_details SET va_default_pay_out_beneficiary_account_id = 'B1' WHERE merchant_id = $1 AND payee_detail_id = 1`,
    [ids.harbour],
  );
  await database.query('INSERT INTO approval_policies (merchant_id, above_gbp) VALUES ($1, 1000)', [ids.harbour]);
  await database.query(
    `INSERT INTO approvals (merchant_id, order_id, kind, state, application_id, payee_detail_id, amount, currency, recipient,
       source, requested_by, created_at, expires_at)
     VALUES ($1, $3, 'PAYOUT', 'WAITING', $2, 1, 2000, 'GBP', '{"name":null,"accountNumber":null,"sortCode":null,"iban":null}',
       'KEY', 'Primary key of Web shop', now(), now() + interval '72 hours')`,
    [...params, waiting],
  );
  await migrate(database);
  api = createTestApp(database);
  await sealStored(database, api.services.vault, 'clear');
}, 120_000);
afterAll(() => database.close());

const note = (at: string, by: TestPerson, action: string, subject: string, detail: string) =>
  database.query(
    `INSERT INTO activity (merchant_id, activity_id, at, actor, actor_id, action, subject, detail)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7)`,
    [ids.harbour, at, emailOf(by), accountIdOf(by), action, subject, detail],
  );

test('a user who changed a key after its reset counts in addition to the user who reset it, for that key only', async () => {
  const rows = await database.query(`SELECT key, updated_by, loosened_by FROM application_secrets ORDER BY key`);
  expect(rows).toEqual([
    { key: 'PRIMARY', updated_by: emailOf('editor'), loosened_by: [emailOf('merchantadmin')] },
    { key: 'SECONDARY', updated_by: emailOf('editor'), loosened_by: [] },
  ]);
});

test('the user who last chose a default counts; when unknown, no user is excluded', async () => {
  const read = () => database.query(`SELECT default_set_by AS by FROM payee_details WHERE payee_detail_id = 1`);
  expect(await read()).toEqual([{ by: emailOf('merchantadmin') }]);
  const books = { merchantId: ids.harbour, payInAccountId: 1, currency: 'GBP' } as const;
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 10_000 });
  const token = await signInAs(api, 'editor');
  const pay = async () => {
    const headers = { ...(await proved(api, token)), 'idempotency-key': crypto.randomUUID() };
    const made = await api.call(makePayout, { token, headers, params: shop, body: { payInAccountId: 1, amount: 20 } });
    return made.value().approval?.excluded;
  };
  const maker = { email: emailOf('editor'), reason: 'REQUESTED' };
  expect(await pay()).toEqual([maker, { email: emailOf('merchantadmin'), reason: 'DEFAULT_BENEFICIARY' }]);
  await database.query('UPDATE payee_details SET default_set_by = NULL');
  expect(await pay()).toEqual([maker]);
  await database.query(`UPDATE payee_details SET default_set_by = 'left@test.example'`);
  expect(await pay()).toEqual([maker]);
});

test('a waiting order keeps the old rule: it excludes only its maker, and a key has none', async () => {
  const rows = await database.query(`SELECT excluded FROM approvals WHERE order_id = $1`, [waiting]);
  expect(rows).toEqual([{ excluded: [] }]);
});
