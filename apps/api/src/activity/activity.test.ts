import {
  exportActivity,
  exportPlatformActivity,
  listActivity,
  listPlatformActivity,
} from '@volume/contract/users/activity.ts';
import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { cancelPaymentLink, createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { signOut, stepUp } from '@volume/contract/session/session.ts';
import { changePassword } from '@volume/contract/session/own-security.ts';
import { updateSelf } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { forgetActivity } from '#testing/audit-log/forget-activity.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids, password } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;
let account = 0;

beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  await forgetActivity(database);
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'editor');
  account += 2;
});

const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const list = async (query = '') =>
  (await app.call(listActivity, { token, params: { merchantId: ids.harbour }, query })).value();

async function seedBooks(): Promise<string> {
  const books = await seedAccount(app.services, { ...params, payInAccountId: account, currency: 'GBP' });
  await seedAccount(app.services, { ...params, payInAccountId: account + 1, currency: 'EUR' });
  return seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 50_000 });
}

test('every write about money and links is recorded once with user, action and amount, however often it is sent', async () => {
  const paymentId = await seedBooks();
  const headers = key();
  const refund = { token, params: { paymentId }, body: { refundPaymentAmount: 12.5 }, headers };
  await app.call(startRefund, refund);
  await app.call(startRefund, refund);
  await app.call(makePayout, { token, params, body: { payInAccountId: account, amount: 3 }, headers: key() });
  const timing = { frequency: 'DAILY', timeUtc: '06:00', amountType: 'ALL' };
  const schedule = { payInAccountId: account, enabled: true, ...timing };
  await app.call(setPayoutSchedule, { token, params, body: schedule, headers: await proved(app, token) });
  const pair = { fromPayInAccountId: account, toPayInAccountId: account + 1, sellAmount: 1 };
  const { quoteId } = (await app.call(quoteExchange, { token, params, body: pair })).value();
  await app.call(bookExchange, { token, params, body: { quoteId }, headers: key() });
  const { applicationId } = params;
  const link = { applicationId, paymentRequest: { currency: 'GBP', amount: 1234.5, reference: '' } };
  const made = (await app.call(createPaymentLink, { token, body: link, headers: key() })).value();
  await app.call(cancelPaymentLink, { token, params: { paymentIntentId: made.paymentIntentId } });

  const { content, totalElements } = await list();
  expect(content.map(({ action }) => action).toSorted()).toEqual([
    'EXCHANGE_BOOKED',
    'LINK_CANCELLED',
    'LINK_CREATED',
    'PAYOUT_MADE',
    'PAYOUT_SCHEDULE_SET',
    'REFUND_STARTED',
    'SIGNED_IN',
  ]);
  expect(totalElements).toBe(7);
  expect(content.find(({ action }) => action === 'LINK_CANCELLED')?.detail).toBe('1,234.50 GBP');
  expect(content.every(({ actor, actorKind }) => actor === 'editor@test.example' && actorKind === 'MERCHANT')).toBe(
    true,
  );
  expect(content).toContainEqual(
    expect.objectContaining({ action: 'REFUND_STARTED', subject: paymentId, detail: '12.50 GBP' }),
  );
});

test('a write that is rejected is not recorded', async () => {
  await seedBooks();
  const answer = await app.call(makePayout, {
    token,
    params,
    body: { payInAccountId: account, amount: 900 },
    headers: key(),
  });
  expect(answer.status).toBe(422);
  expect((await list()).content.map(({ action }) => action)).toEqual(['SIGNED_IN']);
});

test('records signing in and out with address, browser and trace id', async () => {
  const headers = { 'user-agent': 'Firefox/140.0' };
  const leaving = await signInAs(app, 'operator');
  await app.app.request(
    `/sandbox/api/${signOut.path}`,
    { method: 'POST', headers: { ...headers, authorization: `Bearer ${leaving}` } },
    { remoteAddress: '203.0.113.7' },
  );
  const [out] = (await list('action=SIGNED_OUT')).content;
  expect(out).toMatchObject({
    actor: 'operator@test.example',
    subject: 'operator@test.example',
    ip: '203.0.113.7',
    userAgent: 'Firefox/140.0',
    atUtc: '2026-11-21T09:05:00.000',
  });
  expect(out?.traceId).toMatch(/^[0-9a-f]{16}$/);
  expect((await list('action=SIGNED_IN')).content.map(({ actor }) => actor).toSorted()).toEqual([
    'editor@test.example',
    'operator@test.example',
  ]);
});

test('an administrator’s sign-in is not in a merchant’s log; their actions for a merchant are, marked as an administrator’s', async () => {
  const paymentId = await seedBooks();
  const admin = await signInAs(app, 'admin');
  const refund = { params: { paymentId }, body: { refundPaymentAmount: 1 }, headers: key() };
  await app.call(startRefund, { ...refund, token: admin });
  const { content } = await list('actor=ADMIN@');
  expect(content).toEqual([expect.objectContaining({ actorKind: 'ADMIN', action: 'REFUND_STARTED' })]);
});

test("administrators' actions about themselves are in the platform's log, which is listed and exported", async () => {
  const admin = await signInAs(app, 'admin');
  await app.call(updateSelf, { token: admin, body: { name: 'Ada' } });
  const { stepUpToken } = (await app.call(stepUp, { token: admin, body: { password } })).value();
  const headers = { 'x-step-up': stepUpToken };
  const body = { password: 'seven kites over the harbour' };
  expect((await app.call(changePassword, { token: admin, headers, body })).status).toBe(204);
  await app.call(signOut, { token: admin });
  await database.query('UPDATE accounts SET password_hash = $1 WHERE user_account_id = $2', [
    `plain:${password}`,
    accountIdOf('admin'),
  ]);
  const reader = await signInAs(app, 'reader');
  const { content } = (await app.call(listPlatformActivity, { token: reader, query: 'actor=admin@' })).value();
  expect(content.map(({ action }) => action).toSorted()).toEqual([
    'PASSWORD_CHANGED',
    'SIGNED_IN',
    'SIGNED_OUT',
    'USER_CHANGED',
  ]);
  expect(content.every(({ actorKind, subject }) => actorKind === 'ADMIN' && subject === emailOf('admin'))).toBe(true);
  const csv = await app.call(exportPlatformActivity, { token: reader, query: 'actor=admin@' });
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(5);
  expect((await list()).content.map(({ action }) => action)).toEqual(['SIGNED_IN']);
});

async function writeMany(count: number): Promise<void> {
  const caller = { kind: 'merchant', userAccountId: accountIdOf('viewer'), email: '=viewer_1@test.example' } as const;
  const request = { address: null, traceId: '0123456789abcdef', header: () => null };
  for (let index = 0; index < count; index++) {
    const note = { merchantId: ids.harbour, action: 'LINK_CREATED', subject: `link ${index}`, detail: null } as const;
    await recordActivity(database, { caller, services: app.services, request }, note);
    app.pass({ seconds: 1 });
  }
}

describe('the log', () => {
  test("filters by part of the user's address, by actions and by a period with inclusive end, page by page", async () => {
    await writeMany(12);
    expect((await list('actor=viewer_1')).totalElements).toBe(12);
    // An underscore is a letter, not a wildcard.
    expect((await list('actor=viewer-1')).totalElements).toBe(0);
    expect((await list('action=LINK_CREATED,SIGNED_IN')).totalElements).toBe(13);
    const period = 'from=2026-11-21T09:05:02.000&to=2026-11-21T09:05:04.000';
    expect((await list(`${period}&action=LINK_CREATED`)).content.map(({ subject }) => subject)).toEqual([
      'link 4',
      'link 3',
      'link 2',
    ]);
    const last = await list('action=LINK_CREATED&page=1&size=10');
    expect(last.content.map(({ subject }) => subject)).toEqual(['link 1', 'link 0']);
    expect(last).toMatchObject({ totalElements: 12, totalPages: 2, number: 1, last: true });
  });

  test('rejects unknown actions and invalid times', async () => {
    for (const query of ['action=DANCED', 'from=yesterday', 'page=-1', 'actor=%00']) {
      expect((await app.call(listActivity, { token, params: { merchantId: ids.harbour }, query })).status).toBe(400);
    }
  });

  test('exports exactly the filtered rows, newest first, with formulas defused', async () => {
    await writeMany(3);
    const query = 'actor=viewer&from=2026-11-21T09:05:01.000';
    const answer = await app.call(exportActivity, { token, params: { merchantId: ids.harbour }, query });
    const lines = answer.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('id,atUtc,actor,actorKind,action,subject,detail,ip,userAgent,traceId');
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 6).join(','))).toEqual([
      "2026-11-21T09:05:02.000,'=viewer_1@test.example,MERCHANT,LINK_CREATED,link 2",
      "2026-11-21T09:05:01.000,'=viewer_1@test.example,MERCHANT,LINK_CREATED,link 1",
    ]);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="activity-2026-11-21.csv"');
  });
});
