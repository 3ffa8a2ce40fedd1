import { getStatementMail, setStatementMail } from '@volume/contract/balances/balances.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { dailyWork } from '#workers.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: '1' };

let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openPeople();
  const { services } = createTestApp(database);
  const of = { merchantId: ids.harbour, applicationId: ids.harbourShop };
  const books = await seedAccount(services, { ...of, payInAccountId: 1, currency: 'GBP' });
  await seedPayment(services, { books, applicationId: of.applicationId, amount: 150_000 });
  await seedPayment(services, { books, applicationId: of.applicationId, amount: 250_050 });
  await database.query(
    `INSERT INTO payee_details (merchant_id, payee_detail_id, application_id, for_currency, account_holder_name, account_identification_1, va_provider_type)
     VALUES ($1, 3, $2, 'GBP', 'Harbour & Bloom', '{"type":"ACCOUNT_NUMBER","number":"12345678"}', 'NONE')`,
    [of.merchantId, of.applicationId],
  );
});
afterAll(() => database.close());

// Resets the clock to 21 November 2026 and removes all subscriptions.
beforeEach(async () => {
  app = createTestApp(database);
  for (const table of ['statement_mails', 'due_work', 'outbox_mail']) await database.query(`DELETE FROM ${table}`);
  await ensureDailyWork(database, app.services.clock.now(), dailyWork);
});

async function set(name: TestPerson, isWanted: boolean, at: Partial<typeof params> = {}) {
  const token = await signInAs(app, name);
  return app.call(setStatementMail, { token, params: { ...params, ...at }, body: { isWanted } });
}

async function isWantedBy(name: TestPerson): Promise<boolean> {
  return (await app.call(getStatementMail, { token: await signInAs(app, name), params })).value().isWanted;
}

/** Advances the clock and runs the due jobs. */
async function pass(days: number): Promise<void> {
  app.pass({ hours: days * 24 });
  await app.runDueWork();
}
const statementsTo = async (name: TestPerson) =>
  (await mailsTo(app, emailOf(name))).filter(({ subject }) => subject.startsWith('Statement'));

test('mails a subscriber the statement of the past month: four figures and a link to its lines', async () => {
  expect((await set('viewer', true)).value()).toEqual({ isWanted: true });
  await pass(9);
  expect(await statementsTo('viewer')).toEqual([]);
  await pass(1);
  const [mail, ...more] = await statementsTo('viewer');
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Statement for November 2026: GBP account ending \d{4}$/);
  expect(mail?.text).toContain('Hello viewer,');
  expect(mail?.text).toContain('Opening balance: £0.00');
  expect(mail?.text).toContain('Money in: £4,000.50 (2 credits)');
  expect(mail?.text).toContain('Money out: £0.00 (0 debits)');
  expect(mail?.text).toContain('Closing balance: £4,000.50');
  expect(mail?.text).toContain(
    `https://portal.example.com/balances/statement/1?applicationId=${ids.harbourShop}&from=2026-11-01&to=2026-11-30`,
  );
});

test('mails each month once to each subscriber, starting with the month in which they subscribed', async () => {
  await set('viewer', true);
  await set('viewer', true);
  await set('operator', true);
  const monthsTo = async (name: TestPerson) =>
    (await statementsTo(name)).map(({ subject }) => /^Statement for (\w+)/.exec(subject)?.[1]);
  await pass(10);
  await pass(1);
  for (const name of ['viewer', 'operator'] as const) expect(await monthsTo(name)).toEqual(['November']);
  // Mails of the local inbox are deleted after 30 days.
  await pass(31);
  for (const name of ['viewer', 'operator'] as const) expect(await monthsTo(name)).toEqual(['December']);
  expect(await statementsTo('editor')).toEqual([]);
});

test('a user can unsubscribe without affecting others', async () => {
  await set('viewer', true);
  await set('operator', true);
  expect((await set('viewer', false)).value()).toEqual({ isWanted: false });
  expect([await isWantedBy('viewer'), await isWantedBy('operator')]).toEqual([false, true]);
  await pass(10);
  expect(await statementsTo('viewer')).toEqual([]);
  expect(await statementsTo('operator')).toHaveLength(1);
});

test('ends with the permission to read statements, and does not resume when the permission returns', async () => {
  await set('operator', true);
  const setRoles = (roles: string) =>
    database.query('UPDATE accounts SET roles = $2::text[] WHERE email = $1', [emailOf('operator'), roles]);
  await setRoles('{}');
  await pass(10);
  await setRoles('{MERCHANT_OPERATOR}');
  await pass(31);
  expect(await statementsTo('operator')).toEqual([]);
  expect(await isWantedBy('operator')).toBe(false);
});

test('mails nothing to a disabled user', async () => {
  await set('viewer', true);
  await database.query('UPDATE accounts SET is_enabled = false WHERE email = $1', [emailOf('viewer')]);
  await pass(10);
  await database.query('UPDATE accounts SET is_enabled = true WHERE email = $1', [emailOf('viewer')]);
  expect(await statementsTo('viewer')).toEqual([]);
});

test('returns 409 for a platform administrator and for an account that is not virtual', async () => {
  expect((await set('admin', true)).status).toBe(409);
  expect((await set('viewer', true, { payInAccountId: '3' })).status).toBe(409);
  expect((await set('viewer', true, { payInAccountId: '4711' })).status).toBe(404);
  expect(await database.query('SELECT 1 FROM statement_mails')).toEqual([]);
});
