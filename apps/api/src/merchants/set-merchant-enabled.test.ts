import { approveOrder } from '@volume/contract/approvals/approvals.ts';
import { addBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import { prepareBulkJob } from '@volume/contract/bulk/bulk.ts';
import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { getSelf, signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformId } from '#core/activity/record-activity.ts';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, password } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { setMerchantEnabled } from './set-merchant-enabled.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let books: Books;
let paymentId: string;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  books = await seedAccount(app.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(app.services, { ...params, payInAccountId: 2, currency: 'EUR' });
  paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
afterAll(() => database.close());
const set = (enabled: boolean, merchant: string = ids.harbour) =>
  setMerchantEnabled(app.services, { merchant, enabled, by: 'npm run admin -- disable' });
beforeEach(() => set(true));

const signInTo = (name: string) => app.call(signIn, { body: { email: emailOf(name), password } });
const selfOf = async (token: string) => (await app.call(getSelf, { token })).status;

test('disabling a merchant signs its users out, and enabling it again restores no session', async () => {
  const [theirs, others] = [await signInAs(app, 'editor'), await signInAs(app, 'stranger')];
  await set(false);
  expect([await selfOf(theirs), await selfOf(others)]).toEqual([401, 200]);
  expect([(await signInTo('editor')).status, (await signInTo('stranger')).status]).toEqual([401, 200]);
  await set(true);
  expect([await selfOf(theirs), (await signInTo('editor')).status]).toEqual([401, 200]);
});

test('mails no password link to a user of a disabled merchant', async () => {
  const links = async () => (await mailsTo(app, emailOf('viewer'))).length;
  const before = await links();
  await set(false);
  await app.call(forgotPassword, { body: { email: emailOf('viewer') } });
  await app.runDueWork();
  expect(await links()).toBe(before);
});

test('rejects the keys of a disabled merchant and accepts them again once it is enabled', async () => {
  const headers = await makeApiKey(app);
  const ask = () => app.call(listPayIns, { headers, query: 'size=1' });
  const before = (await ask()).status;
  expect(before).not.toBe(401);
  await set(false);
  expect((await ask()).status).toBe(401);
  await set(true);
  expect((await ask()).status).toBe(before);
});

test('records who disabled and enabled a merchant, and nothing when that changes nothing', async () => {
  await database.query('ALTER TABLE activity DISABLE TRIGGER USER');
  await database.query(`DELETE FROM activity WHERE action LIKE 'MERCHANT_%'`);
  await database.query('ALTER TABLE activity ENABLE TRIGGER USER');
  const changes = [await set(false), await set(false), await set(true, 'harbour & bloom')];
  expect(changes.map(({ hasChanged }) => hasChanged)).toEqual([true, false, true]);
  const rows = await database.query(
    `SELECT merchant_id, actor, action, subject, detail FROM activity WHERE action LIKE 'MERCHANT_%'
     ORDER BY action, merchant_id`,
  );
  const row = { actor: 'npm run admin -- disable', subject: ids.harbour };
  const [ofPlatform, ofMerchant] = [
    { ...row, merchant_id: platformId, detail: 'Harbour & Bloom' },
    { ...row, merchant_id: ids.harbour, detail: null },
  ];
  expect(rows).toEqual([
    { ...ofPlatform, action: 'MERCHANT_DISABLED' },
    { ...ofMerchant, action: 'MERCHANT_DISABLED' },
    { ...ofPlatform, action: 'MERCHANT_ENABLED' },
    { ...ofMerchant, action: 'MERCHANT_ENABLED' },
  ]);
});

test('rejects an unknown merchant, or one of two with the same name, with a sentence', async () => {
  await expect(set(false, 'Nobody Ltd')).rejects.toThrow(/No merchant has.*"Nobody Ltd".*Nothing was changed/);
  await database.query(`UPDATE merchants SET company_name = 'Twin' WHERE merchant_id <> $1`, [ids.harbour]);
  await expect(set(false, 'twin')).rejects.toThrow(new RegExp(`2 merchants.*${ids.stranger}.*Nothing was changed`));
});

const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const money = {
  'a payment link': async (token: string) => {
    const paymentRequest = { currency: 'GBP', amount: 10, reference: 'ORDER-1' };
    return app.call(createPaymentLink, {
      token,
      body: { applicationId: ids.harbourShop, paymentRequest },
      headers: key(),
    });
  },
  'a payout': async (token: string) =>
    app.call(makePayout, { params, token, body: { payInAccountId: 1, amount: 5 }, headers: key() }),
  'a refund': async (token: string) =>
    app.call(startRefund, { params: { paymentId }, token, body: { refundPaymentAmount: 3 }, headers: key() }),
  'bulk refunds': async (token: string) =>
    app.call(prepareBulkJob, { params, token, body: { kind: 'REFUND', ids: [paymentId] } }),
  'a quote': async (token: string) =>
    app.call(quoteExchange, { params, token, body: { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 10 } }),
  'an exchange': async (token: string) =>
    app.call(bookExchange, { params, token, body: { quoteId: ids.nobody }, headers: key() }),
  'a payout schedule': async (token: string) => {
    const body = { payInAccountId: 1, enabled: true, frequency: 'DAILY', timeUtc: '06:00', amountType: 'ALL' };
    return app.call(setPayoutSchedule, { params, token, body, headers: await proved(app, token) });
  },
  'an approval': async (token: string) => {
    const headers = { ...key(), ...(await proved(app, token)) };
    return app.call(approveOrder, { params: { merchantId: ids.harbour, orderId: ids.nobody }, token, headers });
  },
  'a beneficiary': async (token: string) => {
    const body = { payInAccountId: 1, accountHolderName: 'Hazel', sortCode: '009955', accountNumber: '12345699' };
    return app.call(addBeneficiary, { params, token, body, headers: await proved(app, token) });
  },
};

test.each(Object.entries(money))(
  'an administrator cannot use %s for a disabled merchant, and no money moves',
  async (_name, act) => {
    const token = await signInAs(app, 'admin');
    const before = await readBooks(database, books);
    await set(false);
    expect((await act(token)).problem()).toMatchObject({
      statusCode: 422,
      statusName: 'MERCHANT_DISABLED',
      errorMessage: expect.stringContaining('This merchant is disabled'),
    });
    expect(await readBooks(database, books)).toEqual(before);
    await set(true);
    expect((await act(token)).text).not.toContain('MERCHANT_DISABLED');
  },
);
