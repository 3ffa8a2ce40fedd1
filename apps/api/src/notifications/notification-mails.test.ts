import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { acceptInvitation, forgotPassword, resetPassword } from '@volume/contract/session/passwords.ts';
import { getNotificationMails, setNotificationMail } from '@volume/contract/notifications/notifications.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { newPasswordLink, storePasswordLink } from '#core/mail/mail-password-link.ts';
import { writeContext } from '#core/write-context.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import type { Books } from '#ledger/transfer.ts';
import { createDueWorkRunner } from '#queue/run-due-work.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids, password, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { dailyWork, workersOf } from '#workers.ts';

const merchant = { merchantId: ids.harbour };
const shop = { ...merchant, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let books: Books;
const failing = [{ status: 'FAILED', afterSeconds: 3 }] as const;
const habitsOf = () => ({ answer: 'TAKES', course: failing, tells: 'ONCE' }) as const;

beforeAll(async () => {
  database = await openPeople();
  const { services } = createTestApp(database);
  books = await seedAccount(services, { ...shop, payInAccountId: 1, currency: 'GBP' });
});
afterAll(() => database.close());
// Resets the time to 21 November 2026, and the users' choices.
beforeEach(async () => {
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 }, habitsOf });
  for (const table of ['notices', 'notice_mails', 'due_work', 'outbox_mail', 'payment_reviews'])
    await database.query(`DELETE FROM ${table}`);
  await ensureDailyWork(database, api.services.clock.now(), dailyWork);
});

async function choose(name: TestPerson, kind: string, isWanted = true) {
  const token = await signInAs(api, name);
  const answer = await api.call(setNotificationMail, { token, params: { ...merchant, kind }, body: { isWanted } });
  api.pass({ seconds: 1 });
  return answer;
}
const chosenBy = async (name: TestPerson) =>
  (await api.call(getNotificationMails, { token: await signInAs(api, name), params: merchant })).value().kinds;
let happened = 0;
const happen = (kind: 'PAYMENT_HELD' | 'WEBHOOKS_FAILING' = 'PAYMENT_HELD', key = String((happened += 1))) =>
  database.transaction((queries) =>
    recordNotification(queries, writeContext(api.services), {
      ...shop,
      kind,
      objectId: kind === 'PAYMENT_HELD' ? ids.nobody : null,
      ...(kind === 'PAYMENT_HELD' && { amount: 1_250, currency: 'GBP' as const }),
      key,
    }),
  );
async function pass(time: { minutes?: number; hours?: number }): Promise<void> {
  api.pass(time);
  await api.runDueWork();
}
const mails = async (name: TestPerson) =>
  (await mailsTo(api, emailOf(name))).filter(({ text }) => text.includes('in your notification settings'));
const subjects = async (name: TestPerson) => (await mails(name)).map(({ subject }) => subject);

test('mails users who chose the kind with details, a link and how to stop, and no other user', async () => {
  expect((await choose('viewer', 'PAYMENT_HELD')).value()).toEqual({ kinds: ['PAYMENT_HELD'] });
  await happen();
  await pass({ minutes: 2 });
  const [mail, ...more] = await mails('viewer');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('A payment is held');
  expect(mail?.text).toContain('£12.50');
  expect(mail?.text).toContain(`https://portal.example.com/payments/${ids.nobody}`);
  expect(mail?.text).toContain('https://portal.example.com/settings/notifications');
  expect(await mails('editor')).toEqual([]);
});

test('does not mail notifications from before the choice or after it was cancelled', async () => {
  await happen();
  api.pass({ minutes: 1 });
  await choose('viewer', 'PAYMENT_HELD');
  await pass({ minutes: 5 });
  await happen();
  await choose('viewer', 'PAYMENT_HELD', false);
  await pass({ minutes: 5 });
  expect(await mails('viewer')).toEqual([]);
  expect(await chosenBy('viewer')).toEqual([]);
});

test('sends one mail for a hundred notifications, and another one after 15 minutes for those that follow', async () => {
  await choose('viewer', 'PAYMENT_HELD');
  for (let each = 0; each < 100; each += 1) await happen();
  await pass({ minutes: 2 });
  expect(await subjects('viewer')).toEqual(['100 payments are held']);
  await happen();
  await happen();
  await pass({ minutes: 2 });
  expect(await subjects('viewer')).toHaveLength(1);
  await pass({ minutes: 14 });
  expect(await subjects('viewer')).toEqual(['2 payments are held', '100 payments are held']);
});

test('sends one mail for a thousand failing deliveries within an hour', async () => {
  await choose('editor', 'WEBHOOKS_FAILING');
  for (let each = 0; each < 50; each += 1) await happen('WEBHOOKS_FAILING', 'this hour');
  await database.query('UPDATE notices SET count = 1000');
  await pass({ minutes: 2 });
  expect(await subjects('editor')).toEqual(['1,000 webhook deliveries are failing']);
  await pass({ hours: 1 });
  expect(await subjects('editor')).toHaveLength(1);
});

test('two concurrent workers mail each notification once per user', async () => {
  for (const name of ['viewer', 'operator'] as const) await choose(name, 'PAYMENT_HELD');
  for (let each = 0; each < 20; each += 1) await happen();
  api.pass({ minutes: 2 });
  const workers = workersOf(api.services.settings);
  await Promise.all([1, 2].map(() => createDueWorkRunner(api.services, workers).finish()));
  for (const name of ['viewer', 'operator'] as const) expect(await subjects(name)).toEqual(['20 payments are held']);
});

test('does not mail a user who lost the role or is disabled, and does not resume when the role returns', async () => {
  const setRoles = (roles: string) =>
    database.query('UPDATE accounts SET roles = $2::text[] WHERE email = $1', [emailOf('editor'), roles]);
  await choose('editor', 'WEBHOOKS_FAILING');
  await choose('viewer', 'PAYMENT_HELD');
  await setRoles('{MERCHANT_VIEWER}');
  await database.query('UPDATE accounts SET is_enabled = false WHERE email = $1', [emailOf('viewer')]);
  await happen('WEBHOOKS_FAILING');
  await happen();
  await pass({ minutes: 2 });
  await setRoles('{MERCHANT_EDITOR}');
  await database.query('UPDATE accounts SET is_enabled = true WHERE email = $1', [emailOf('viewer')]);
  await happen('WEBHOOKS_FAILING');
  await pass({ minutes: 20 });
  expect([await mails('editor'), await mails('viewer')]).toEqual([[], []]);
  expect(await chosenBy('editor')).toEqual([]);
});

test('users cannot choose kinds their role cannot see, and platform administrators cannot choose any', async () => {
  expect((await choose('viewer', 'WEBHOOKS_FAILING')).status).toBe(403);
  expect((await choose('admin', 'PAYMENT_HELD')).status).toBe(409);
  expect((await choose('viewer', 'WEATHER')).status).toBe(400);
  expect((await choose('stranger', 'PAYMENT_HELD')).status).toBe(404);
});

test('reports a payout and a refund that fail at the provider once each', async () => {
  const paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 10_000 });
  const token = await signInAs(api, 'editor');
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() });
  const body = { payInAccountId: 1, amount: 5 };
  await api.call(makePayout, { token, params: shop, body, headers: headers() });
  await api.call(startRefund, { token, params: { paymentId }, body: { refundPaymentAmount: 7 }, headers: headers() });
  await pass({ minutes: 1 });
  await pass({ minutes: 1 });
  const told = await database.query<{ kind: string; amount: number; object_id: string }>(
    'SELECT kind, amount, object_id FROM notices ORDER BY kind',
  );
  expect(told).toMatchObject([
    { kind: 'PAYOUT_FAILED', amount: 500 },
    { kind: 'REFUND_FAILED', amount: 700, object_id: paymentId },
  ]);
});

test('sends the digest of the previous day at 07:00 UTC once, and none when there is nothing to report', async () => {
  await choose('viewer', 'DAILY_DIGEST');
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 123_450, hold: 'HELD' });
  await pass({ hours: 21 });
  expect(await mails('viewer')).toEqual([]);
  await pass({ hours: 1 });
  const [mail, ...more] = await mails('viewer');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Your day: 21 November 2026');
  expect(mail?.text).toMatch(/Received: £[\d,]+\.\d\d \(\d+ payments?\)/);
  expect(mail?.text).toContain('1 payment held for review');
  await database.query('DELETE FROM payments_daily');
  await database.query(`UPDATE payments SET hold = 'RELEASED' WHERE hold = 'HELD'`);
  await database.query('DELETE FROM payments_daily');
  await pass({ hours: 24 });
  expect(await mails('viewer')).toHaveLength(1);
});

test('a user who accepts an invitation is mailed about failures and held payments, until they switch one off', async () => {
  const invite = async () => {
    await database.query(`UPDATE accounts SET invitation = 'PENDING' WHERE user_account_id = $1`, [
      accountIdOf('viewer'),
    ]);
    const link = await newPasswordLink(api.services);
    const invited = { userAccountId: accountIdOf('viewer'), type: 'SET_PASSWORD', link } as const;
    await storePasswordLink(database, api.services.clock, invited);
    return { token: link.url.split('#')[1], password };
  };
  expect(await chosenBy('viewer')).toEqual([]);
  expect((await api.call(acceptInvitation, { body: await invite() })).status).toBe(200);
  expect(await chosenBy('viewer')).toEqual(['PAYMENT_HELD', 'PAYOUT_FAILED', 'REFUND_FAILED']);
  await choose('viewer', 'PAYMENT_HELD', false);
  api.pass({ seconds: 1 });
  await happen();
  await pass({ minutes: 2 });
  expect(await mails('viewer')).toEqual([]);
  await api.call(forgotPassword, { body: { email: emailOf('viewer') } });
  await api.runDueWork();
  await api.call(resetPassword, { body: { token: await latestLink(api, emailOf('viewer')), password } });
  expect(await chosenBy('viewer')).toEqual(['PAYOUT_FAILED', 'REFUND_FAILED']);
});
