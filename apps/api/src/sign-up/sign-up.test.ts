import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { listPayInAccounts } from '@volume/contract/balances/balances.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getSelf, signIn } from '@volume/contract/session/session.ts';
import { signUp, toSignUpBody, type SignUpFields } from '@volume/contract/merchants/sign-up.ts';
import { resendInvitation } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const fields: SignUpFields = {
  companyName: ' Kite & Co ',
  email: ' Nora@kite.example ',
  fullName: 'Nora Kite',
  phoneNumber: '',
};
const basic = (name = 'sign-up@sandbox.example', password = 'sandbox-sign-up') => ({
  authorization: `Basic ${btoa(`${name}:${password}`)}`,
});

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  await writeSimulatedBanks(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  await database.run('DELETE FROM throttle_counters; DELETE FROM outbox_mail');
  await database.query(`DELETE FROM accounts WHERE email LIKE '%@kite.example'`);
});

async function post(path: string, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(form).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await app.app.request(path, { method: 'POST', headers, body })).headers.get('location') ?? '';
}

const open = (change: Partial<SignUpFields> = {}, headers: Record<string, string> = basic()) =>
  app.call(signUp, { body: toSignUpBody({ ...fields, ...change }), headers });

test('opens a merchant whose administrator sets a password and creates a link that can be paid', async () => {
  const answer = await open();
  expect(answer.status).toBe(201);
  const { merchantId, applicationId, accountEmail } = answer.value();
  expect(accountEmail).toBe('Nora@kite.example');
  const password = 'seven balloons over the sea';
  expect((await app.call(signIn, { body: { email: accountEmail, password } })).status).toBe(401);
  const token = await latestLink(app, accountEmail);
  expect((await app.call(resetPassword, { body: { token, password } })).status).toBe(204);
  const signedIn = (await app.call(signIn, { body: { email: accountEmail, password } })).value();
  if (!('accessToken' in signedIn)) throw new Error('not signed in');
  const session = { token: signedIn.accessToken };
  expect((await app.call(getSelf, session)).value()).toMatchObject({
    merchantId,
    name: 'Nora Kite',
    phone: null,
    roles: ['MERCHANT_ADMIN'],
  });
  const merchant = (await app.call(getMerchant, { ...session, params: { merchantId } })).value();
  expect(merchant).toMatchObject({ companyName: 'Kite & Co', email: accountEmail, applications: [{ applicationId }] });
  expect(merchant.applications[0]).toMatchObject({ applicationName: 'Kite & Co', hasVirtualAccountsEnabled: true });
  const accounts = merchant.applications[0]!.payeeDetailsPerCurrency ?? [];
  expect(
    accounts.map((account) => [account.forCurrency, account.isVirtualAccount, account.defaultForCurrency]),
  ).toEqual([
    ['GBP', true, true],
    ['EUR', true, true],
    ['GBP', false, false],
  ]);
  expect(accounts[2]).toMatchObject({ accountHolderName: 'Kite & Co' });
  const link = await app.call(createPaymentLink, {
    ...session,
    body: { applicationId, paymentRequest: { amount: 1, currency: 'GBP', reference: '' } },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(link.status).toBe(200);
});

test('what a payer pays by link arrives in a virtual account, from which it can be refunded and paid out', async () => {
  app = createTestApp(database, { settings: { stepUpAbove: Number.MAX_SAFE_INTEGER } });
  const { merchantId, applicationId, accountEmail } = (await open()).value();
  const password = 'seven balloons over the sea';
  await app.call(resetPassword, { body: { token: await latestLink(app, accountEmail), password } });
  const signedIn = (await app.call(signIn, { body: { email: accountEmail, password } })).value();
  if (!('accessToken' in signedIn)) throw new Error('not signed in');
  const session = { token: signedIn.accessToken };
  for (const [currency, institutionId] of [
    ['GBP', 'natwest'],
    ['EUR', 'aib'],
  ] as const) {
    const link = await app.call(createPaymentLink, {
      ...session,
      body: { applicationId, paymentRequest: { amount: 20, currency, reference: 'first' } },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const bank = await post(`/sandbox/pay/${link.value().paymentIntentId}`, { institutionId, name: '' });
    await post(bank, { decision: 'APPROVE', name: 'Amelia Hughes' });
    for (let second = 0; second < 10; second++) {
      app.pass({ seconds: 1 });
      await app.runDueWork();
    }
    const refunded = await app.call(startRefund, {
      ...session,
      params: { paymentId: bank.split('/').at(-1)! },
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { refundPaymentAmount: 3 },
    });
    expect([currency, refunded.status]).toEqual([currency, 201]);
  }
  const params = { merchantId, applicationId };
  const accounts = (await app.call(listPayInAccounts, { ...session, params })).value();
  const virtual = accounts.filter((account) => account.isVirtualAccount);
  expect(virtual.map((account) => [account.forCurrency, account.virtualAccountInformation?.availableBalance])).toEqual([
    ['GBP', 1_700],
    ['EUR', 1_700],
  ]);
  for (const { id: payInAccountId, forCurrency } of virtual) {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const paid = await app.call(makePayout, { ...session, params, headers: key, body: { payInAccountId, amount: 5 } });
    expect([forCurrency, paid.status]).toEqual([forCurrency, 200]);
  }
});

test('the mail says that the account belongs to the new administrator, not that their own company invited them, also when resent', async () => {
  const { merchantId } = (await open()).value();
  const [{ userId } = { userId: '' }] = await database.query<{ userId: string }>(
    `SELECT user_account_id AS "userId" FROM accounts WHERE merchant_id = $1`,
    [merchantId],
  );
  const token = await signInAs(app, 'admin');
  const again = { params: { merchantId, userId }, token, headers: await proved(app, token) };
  expect((await app.call(resendInvitation, again)).status).toBe(204);
  const mails = await mailsTo(app, 'Nora@kite.example');
  expect(mails).toHaveLength(2);
  for (const { text } of mails) {
    expect(text).toContain('Your sandbox account for “Kite & Co” is ready. Choose a password to begin:');
    expect(text).toContain('If you did not sign up, you don’t need to do anything.');
    expect(text).not.toContain('created by');
  }
});

test.each([
  ['none', {}],
  ['another name', basic('admin')],
  ['another password', basic(undefined, 'sandbox-sign-uq')],
  ['a longer password', basic(undefined, 'sandbox-sign-up ')],
  ['no base64', { authorization: 'Basic ???' }],
  ['a bearer', { authorization: `Bearer ${btoa('sign-up@sandbox.example:sandbox-sign-up')}` }],
])('returns 401 and opens nothing for credentials that are %s', async (_, headers) => {
  const refused = await open({}, headers as Record<string, string>);
  expect([refused.status, refused.problem().statusName]).toEqual([401, 'UNAUTHORIZED']);
  expect(await mailsTo(app, 'Nora@kite.example')).toEqual([]);
});

test('checks credentials before the body: without them no field is named', async () => {
  for (const body of [{}, '{', '', { accountEmail: 'nora' }]) {
    for (const headers of [{}, basic('admin')]) {
      const refused = await app.call(signUp, { body, headers });
      expect([body, refused.status]).toEqual([body, 401]);
    }
  }
  expect((await app.call(signUp, { body: {}, headers: basic() })).status).toBe(400);
});

test('its credentials work for no other endpoint', async () => {
  expect((await app.call(getSelf, { headers: basic() })).status).toBe(401);
});

test('does not exist outside a sandbox', async () => {
  app = createTestApp(database, { settings: { signUp: null } });
  expect((await open()).status).toBe(404);
});

test.each([emailOf('viewer'), emailOf('viewer').toUpperCase()])(
  'returns 409 when %s already has an account',
  async (email) => {
    const refused = await open({ email });
    expect([refused.status, refused.problem().statusName]).toEqual([409, 'ACCOUNT_EXISTS']);
    const merchants = await database.query(`SELECT 1 FROM merchants WHERE lower(email) = lower($1)`, [email]);
    expect(merchants).toEqual([]);
  },
);

test('of ten concurrent calls one opens the account', async () => {
  app = createTestApp(database, { settings: { signUpsPerHour: 100 } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => open({ email: 'ten@kite.example' })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)]);
  expect(await mailsTo(app, 'ten@kite.example')).toHaveLength(1);
});

test('the sixth call within an hour from one address is 429, for any results of the others', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) statuses.push((await open({ email: 'six@kite.example' })).status);
  expect(statuses).toEqual([201, 409, 409, 409, 409, 429]);
  app.pass({ hours: 1 });
  expect((await open({ email: 'seven@kite.example' })).status).toBe(201);
});

test.each([
  ['no company', { companyName: ' ' }, 'companyDetails.name is required'],
  ['no address', { email: ' ' }, 'accountEmail is required'],
  ['half an address', { email: 'nora@kite' }, 'accountEmail must look like name@example.com'],
])('returns 400 for %s', async (_, change, sentence) => {
  const refused = await open(change);
  expect([refused.status, refused.problem().errorMessage]).toEqual([400, sentence]);
});

test.each([
  'http://127.0.0.1/hook',
  'javascript:alert(1)',
  'https://',
  'https://user:pw@169.254.169.254/latest/meta-data/',
  'https://user:pw@shop.example.com/',
  'https://10.0.0.1/cb',
  'https://shop.example.com/#x',
  'https://a..b/',
])('rejects %s as a webhook or callback address', async (address) => {
  for (const field of ['paymentsWebhookUrl', 'merchantCallbackUrlForWeb', 'merchantCallbackUrlForMobile'] as const) {
    const body = toSignUpBody({ ...fields, email: 'hook@kite.example' });
    body.configuration[field] = address;
    const refused = await app.call(signUp, { body, headers: basic() });
    expect([field, refused.status]).toEqual([field, 400]);
    expect(refused.problem().errorMessage).toMatch(`configuration.${field} must`);
  }
});

test('the automation hook of local use stores its calls, visible only on this machine', async () => {
  const told = JSON.stringify({ email: 'nora@kite.example', utm_source: 'newsletter' });
  const tell = (address: string) => app.app.request(`${address}/sandbox/automation`, { method: 'POST', body: told });
  expect((await tell('http://evil.example')).status).toBe(404);
  expect((await tell('http://localhost:4000')).status).toBe(204);
  expect(await mailsTo(app, 'automation hook')).toEqual([{ subject: 'Automation hook called', text: told }]);
  app = createTestApp(database, { settings: { isLocal: false } });
  expect((await tell('http://localhost:4000')).status).toBe(404);
});
