import { readFileSync } from 'node:fs';
import { NewMerchant } from '@volume/contract/merchants/new-merchant.ts';
import { quoteExchange } from '@volume/contract/balances/exchange.ts';
import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listPayInAccounts } from '@volume/contract/balances/balances.ts';
import { listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { type SignedIn, signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { decodeWhole } from '#http/reading/read-call.ts';
import { audit } from '#ledger/audit.ts';
import { writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createMerchant } from './create-merchant.ts';

const example = new URL('../../../../examples/merchant.json', import.meta.url);
const readExample = (): Record<string, unknown> => JSON.parse(readFileSync(example, 'utf8'));
const password = 'a password nobody knows';
let database: Database;
let app: TestApp;
let made = 0;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  await writeSimulatedBanks(database);
});
afterAll(() => database.close());
beforeEach(() => app.pass({ hours: 1 }));

/** The example with a unique first user and the given changes. */
function merchantOf(changes: Record<string, unknown> = {}): NewMerchant {
  made += 1;
  const firstUser = { email: `owner${made}@new.example` };
  const read = decodeWhole(NewMerchant, { ...readExample(), firstUser, ...changes }, 'The file');
  if ('sentences' in read) throw new Error(read.sentences.join('\n'));
  return read.value;
}
const create = (given: NewMerchant, isDryRun = false, to = app) =>
  createMerchant(to.services, given, { by: 'npm run admin -- create-merchant', isDryRun });
async function createNow(given: NewMerchant) {
  const outcome = await create(given);
  if (outcome.kind !== 'CREATED') throw new Error(JSON.stringify(outcome));
  const token = outcome.link.split('#').at(-1)!;
  await app.call(resetPassword, { body: { token, password } });
  const signedIn = (await app.call(signIn, { body: { email: given.firstUser.email, password } })).value() as SignedIn;
  const { merchantId, applications } = outcome;
  return { merchantId, applicationId: applications[0]!.applicationId, token: signedIn.accessToken };
}
type Made = Awaited<ReturnType<typeof createNow>>;

const rows = () =>
  database.query(`SELECT 'merchant', merchant_id::text FROM merchants UNION ALL SELECT 'application', application_id::text
    FROM applications UNION ALL SELECT 'account', payee_detail_id::text FROM payee_details UNION ALL SELECT 'user', email
    FROM accounts UNION ALL SELECT 'note', activity_id::text FROM activity ORDER BY 1, 2`);

const linkOf = ({ token, applicationId }: Made, amount: number) => {
  const paymentRequest = { currency: 'GBP', amount, reference: 'ORDER-1' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  return app.call(createPaymentLink, { token, body: { applicationId, paymentRequest }, headers });
};
const post = (path: string, form: Record<string, string>) =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
/** A shopper pays at a simulated bank; returns the payment's id. */
async function pay(path: string): Promise<string> {
  const bank = (await post(path, { institutionId: 'natwest', name: '' })).headers.get('location') ?? '';
  await post(bank, { decision: 'APPROVE', name: 'Sam Shopper' });
  for (let second = 0; second < 10; second++) {
    app.pass({ seconds: 1 });
    await app.runDueWork();
  }
  return bank.split('/').at(-1)!;
}

test('a merchant made from the example signs in, receives a payment, and pays out to its own bank account', async () => {
  const given = merchantOf();
  const own = await createNow(given);
  const { merchantId, applicationId, token } = own;
  const merchant = (await app.call(getMerchant, { token, params: { merchantId } })).value();
  expect([merchant.companyName, merchant.paymentFlatFeeInPercentage]).toEqual(['Harbour & Bloom Ltd', 0.9]);
  expect(merchant.applications.map((each) => each.payeeDetailsPerCurrency?.map((payee) => payee.forCurrency))).toEqual([
    ['GBP', 'EUR'],
    ['GBP'],
  ]);
  const { paymentIntentId } = (await linkOf(own, 12.5)).value();
  const paymentId = await pay(`/sandbox/pay/${paymentIntentId}`);
  expect((await app.call(getPayIn, { token, params: { paymentId } })).value().paymentStatus).toBe('SETTLED');
  const params = { merchantId, applicationId };
  const accounts = (await app.call(listPayInAccounts, { token, params })).value();
  const pounds = accounts.find((account) => account.forCurrency === 'GBP')!;
  expect(pounds.virtualAccountInformation).toMatchObject({ availableBalance: 1_250 });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { payInAccountId: pounds.id, amount: 5 };
  const payout = (await app.call(makePayout, { token, params, body, headers })).value();
  expect(payout.status).toBe('IN_PROGRESS');
  const listed = (await app.call(listBeneficiaries, { token, params })).value();
  const numbers = listed.filter(({ addedAtUtc }) => addedAtUtc !== null).map((each) => each.accountNumber ?? each.iban);
  expect(new Set(numbers)).toEqual(new Set(['55779911', 'IE29AIBK93115212345678']));
  expect(await audit(database)).toEqual([]);
});

test('records who created the merchant and its first user', async () => {
  const given = merchantOf();
  const { merchantId } = await createNow(given);
  const noted = await database.query(
    `SELECT actor, action, subject, detail FROM activity WHERE merchant_id = $1 AND actor LIKE 'npm%' ORDER BY activity_id`,
    [merchantId],
  );
  const actor = 'npm run admin -- create-merchant';
  expect(noted).toHaveLength(2);
  expect(noted).toEqual(
    expect.arrayContaining([
      { actor, action: 'MERCHANT_CREATED', subject: merchantId, detail: 'Harbour & Bloom Ltd' },
      { actor, action: 'USER_ADDED', subject: given.firstUser.email, detail: 'MERCHANT_ADMIN' },
    ]),
  );
});

test('the same file a second time changes nothing, also once the invitation has expired', async () => {
  const given = merchantOf();
  const { kind, ...first } = await create(given);
  const before = await rows();
  app.pass({ hours: 24 * 30 });
  expect(await create(given)).toEqual({ kind: 'EXISTS', merchantId: 'merchantId' in first ? first.merchantId : '' });
  expect([kind, await rows()]).toEqual(['CREATED', before]);
});

test('of two concurrent runs with the same file one creates the merchant', async () => {
  const given = merchantOf({ companyName: 'At Once Ltd' });
  const outcomes = await Promise.all([create(given), create(given)]);
  expect(outcomes.filter(({ kind }) => kind === 'CREATED')).toHaveLength(1);
  expect(await database.query(`SELECT FROM merchants WHERE company_name = 'At Once Ltd'`)).toHaveLength(1);
});

test('a dry run writes nothing', async () => {
  const before = await rows();
  expect(await create(merchantOf(), true)).toEqual({ kind: 'VALID' });
  expect(await rows()).toEqual(before);
});

const own = { accountHolderName: 'Harbour', sortCode: '00-99-55', accountNumber: '55779911' };
const shop = { applicationName: 'Shop', accounts: [{ currency: 'GBP', virtualAt: 'MODULR', bankAccount: own }] };

test('a file with several faults is rejected with a sentence for each, by the name of its field', () => {
  const read = decodeWhole(
    NewMerchant,
    {
      companyName: 'Two\nlines',
      paymentFlatFeeInPercentage: 101,
      fee: 1,
      limits: { largestAmount: 0 },
      firstUser: { email: 'nobody' },
      applications: [
        { ...shop, cancelUrl: 'http://shop.example', accounts: [] },
        { ...shop, accounts: [{ currency: 'EUR', virtualAt: 'BANK', bankAccount: { ...own, iban: 'IE00' } }] },
        { ...shop, accounts: [{ currency: 'EUR', bankAccount: own }] },
      ],
    },
    'The file',
  );
  const sentences = 'sentences' in read ? read.sentences : [];
  const beginnings = [
    'companyName must be one line',
    'paymentFlatFeeInPercentage must be at most 100',
    "The file does not take 'fee'",
    'limits.largestAmount must be at least 0.01',
    'firstUser.email',
    'applications[0].cancelUrl must begin with https://',
    'applications[0].accounts must hold at least one account',
    'applications[1].accounts[0].virtualAt must be one of MODULR, OPTIMUS, ISX',
    'applications[1].accounts[0].bankAccount.iban must be an IBAN',
    'applications[1].accounts[0].bankAccount.sortCode must be given with a number, or an IBAN in their place',
    'applications[2].accounts[0].bankAccount.iban must be given for an account in euros',
  ];
  for (const beginning of beginnings) expect(sentences).toContainEqual(expect.stringContaining(beginning));
  expect(sentences, sentences.join('\n')).toHaveLength(beginnings.length);
});

test('reports all faults together that only the deployment can detect, and writes nothing', async () => {
  const given = merchantOf({
    firstUser: { email: emailOf('viewer').toUpperCase() },
    limits: { largestAmount: 2_000_000 },
    applications: [
      { ...shop, accounts: [{ ...shop.accounts[0], bankAccount: { ...own, accountNumber: '55779902' } }] },
    ],
  });
  const before = await rows();
  expect(await create(given)).toEqual({
    kind: 'REFUSED',
    isTaken: true,
    faults: [
      expect.stringContaining('firstUser.email is already in use'),
      'limits.largestAmount must be at most LARGEST_AMOUNT, which is 1,000,000.00',
      expect.stringContaining('applications[0].accounts[0].bankAccount.accountHolderName is not confirmed by the bank'),
    ],
  });
  expect(await rows()).toEqual(before);
});

test("without an account provider virtual accounts are rejected and the merchant's own bank account is accepted", async () => {
  const live = createTestApp(database, { settings: { provider: 'NONE' } });
  expect(await create(merchantOf(), false, live)).toMatchObject({
    kind: 'REFUSED',
    faults: [0, 1].map((at) => expect.stringContaining(`applications[0].accounts[${at}].virtualAt must be left out`)),
  });
  const plain = { ...shop, accounts: [{ currency: 'GBP', bankAccount: own }] };
  expect(await create(merchantOf({ applications: [plain] }), false, live)).toMatchObject({ kind: 'CREATED' });
});

test('limits every amount of a merchant to its own largest amount, and accepts anything up to it', async () => {
  const own = await createNow(merchantOf({ limits: { largestAmount: 50 } }));
  const { token, merchantId, applicationId } = own;
  const params = { merchantId, applicationId };
  const payInAccounts = (await app.call(listPayInAccounts, { token, params })).value();
  const [pounds, euros] = ['GBP', 'EUR'].map((name) => payInAccounts.find((each) => each.forCurrency === name)!.id);
  const { paymentIntentId } = (await linkOf(own, 50)).value();
  const paymentId = await pay(`/sandbox/pay/${paymentIntentId}`);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const refused = [
    await linkOf(own, 50.01),
    await app.call(makePayout, { token, params, body: { payInAccountId: pounds, amount: 50.01 }, headers }),
    await app.call(startRefund, { token, params: { paymentId }, body: { refundPaymentAmount: 50.01 }, headers }),
    await app.call(quoteExchange, {
      token,
      params,
      body: { fromPayInAccountId: pounds, toPayInAccountId: euros, sellAmount: 50.01 },
    }),
  ];
  for (const answer of refused) {
    expect(answer.problem()).toMatchObject({ statusCode: 400, errorMessage: expect.stringContaining('at most 50.00') });
  }
  const link = (await linkOf(own, 50)).value();
  await database.query('UPDATE merchants SET largest_amount = 4999 WHERE merchant_id = $1', [merchantId]);
  const page = await post(`/sandbox/pay/${link.paymentIntentId}`, { institutionId: 'natwest', name: '' });
  expect(page.status).toBe(409);
});
