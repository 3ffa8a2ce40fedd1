import {
  cancelPaymentLink,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  mailPaymentLink,
  type PaymentLink,
} from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { decideAtBank } from '#testing/decide-at-bank.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  await seedAccount(createTestApp(database).services, { ...own, payInAccountId: 1, currency: 'GBP' });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'operator');
});

async function makeLink(more: { amount?: number; attemptMode?: 'ALLOW_SINGLE_ATTEMPT' } = {}): Promise<PaymentLink> {
  const { amount = 12.5, ...mode } = more;
  const body = { ...mode, applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount, reference: 'A' } };
  return (await app.call(createPaymentLink, { token, body, headers: key() })).value();
}
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const find = async ({ paymentIntentId }: PaymentLink) =>
  (await app.call(getPaymentLink, { token, params: { paymentIntentId } })).value();
const statusesOf = async (paymentLink: PaymentLink) =>
  (await find(paymentLink)).attempts.map(({ paymentStatus }) => paymentStatus);

interface From {
  cookie?: string;
  address?: string;
}
async function post(path: string, form: Record<string, string>, { cookie = '', address }: From = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  const init = { method: 'POST', headers, body: new URLSearchParams(form).toString() };
  return app.app.request(path, init, address === undefined ? {} : { remoteAddress: address });
}
const pathOf = ({ paymentIntentId }: PaymentLink) => `/sandbox/pay/${paymentIntentId}`;

/** Chooses the bank as one browser; returns the address of the bank's page and the browser's cookies. */
async function begin(paymentLink: PaymentLink, from: From = {}): Promise<{ bank: string; cookie: string }> {
  app.pass({ seconds: 4 });
  const begun = await post(pathOf(paymentLink), { institutionId: 'natwest' }, from);
  expect(begun.status).toBe(303);
  const cookie = begun.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { bank: begun.headers.get('location') ?? '', cookie: cookie.join('; ') };
}
const decide = (bank: string, decision: 'APPROVE' | 'DECLINE') => decideAtBank(app, bank, decision, 'Amelia Hughes');
const outcomeOf = async (paymentLink: PaymentLink, bank: string) =>
  (await app.app.request(`${pathOf(paymentLink)}/${bank.split('/').at(-1)}`)).text();

async function wait(seconds = 8): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    app.pass({ seconds: 1 });
    await app.runDueWork();
  }
}

/** Makes `times` attempts at one link, twenty from each address. */
async function tryOften(paymentLink: PaymentLink, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await begin(paymentLink, { address: `203.0.113.${Math.floor(time / 20)}` });
}

test('keeps an attempt waiting at its bank when a stranger begins another', async () => {
  const paymentLink = await makeLink();
  const honest = await begin(paymentLink);
  const stranger = await begin(paymentLink);
  expect(await statusesOf(paymentLink)).toEqual(['AWAITING_AUTHORIZATION', 'AWAITING_AUTHORIZATION']);
  await decide(honest.bank, 'APPROVE');
  await decide(stranger.bank, 'DECLINE');
  await wait();
  expect(await statusesOf(paymentLink)).toEqual(['SETTLED', 'FAILED']);
});

test('ends the earlier attempt of the same browser, and no other', async () => {
  const paymentLink = await makeLink();
  const other = await begin(paymentLink);
  const first = await begin(paymentLink);
  await begin(paymentLink, first);
  expect(
    (await find(paymentLink)).attempts.map(({ paymentStatus, errorDescription }) => [paymentStatus, errorDescription]),
  ).toEqual([
    ['AWAITING_AUTHORIZATION', null],
    ['FAILED', 'The payer began again'],
    ['AWAITING_AUTHORIZATION', null],
  ]);
  expect(other.cookie).not.toBe(first.cookie);
});

test.each(['v_attempt=x', `v_attempt=${ids.nobody}`, 'v_attempt='])(
  'begins without an earlier attempt for the cookie %s',
  async (cookie) => {
    const paymentLink = await makeLink();
    await begin(paymentLink, { cookie });
    expect(await statusesOf(paymentLink)).toEqual(['AWAITING_AUTHORIZATION']);
  },
);

test('does not end an attempt at another link that the cookie names', async () => {
  const [paymentLink, other] = [await makeLink(), await makeLink()];
  const { cookie } = await begin(paymentLink);
  await begin(other, { cookie });
  expect(await statusesOf(paymentLink)).toEqual(['AWAITING_AUTHORIZATION']);
});

test('rejects a second approval while the first is being paid, and shows the reason to that payer', async () => {
  const paymentLink = await makeLink();
  const before = await readBooks(database, { ...own, payInAccountId: 1, currency: 'GBP' });
  const [first, second] = [await begin(paymentLink), await begin(paymentLink)];
  await decide(first.bank, 'APPROVE');
  await decide(second.bank, 'APPROVE');
  expect(await statusesOf(paymentLink)).toEqual(['AUTHORIZED', 'FAILED']);
  expect(await outcomeOf(paymentLink, second.bank)).toContain(
    'Another payment for this link was made first. No money was taken.',
  );
  await wait();
  expect(await statusesOf(paymentLink)).toEqual(['SETTLED', 'FAILED']);
  const after = await readBooks(database, { ...own, payInAccountId: 1, currency: 'GBP' });
  expect(Number(after['AVAILABLE']) - Number(before['AVAILABLE'])).toBe(1_250);
});

test('shows a payer who still waits at the bank that the link is already paid', async () => {
  const paymentLink = await makeLink();
  const [first, second] = [await begin(paymentLink), await begin(paymentLink)];
  await decide(first.bank, 'APPROVE');
  await wait();
  const shown = await outcomeOf(paymentLink, second.bank);
  expect(shown).toContain('This payment link is already paid.');
  expect(shown).not.toContain('Approve £12.50');
  await decide(second.bank, 'APPROVE');
  expect(await statusesOf(paymentLink)).toEqual(['SETTLED', 'FAILED']);
});

test('lets a waiting attempt be approved after the first approval failed at its bank', async () => {
  const paymentLink = await makeLink({ amount: 20.13 });
  const [first, second] = [await begin(paymentLink), await begin(paymentLink)];
  await decide(first.bank, 'APPROVE');
  await wait();
  await decide(second.bank, 'APPROVE');
  expect(await statusesOf(paymentLink)).toEqual(['FAILED', 'AUTHORIZED']);
  await wait();
});

test('a link that allows one attempt rejects a second one while the first waits', async () => {
  const paymentLink = await makeLink({ attemptMode: 'ALLOW_SINGLE_ATTEMPT' });
  const { bank, cookie } = await begin(paymentLink);
  expect((await post(pathOf(paymentLink), { institutionId: 'natwest' }, { cookie })).status).toBe(409);
  expect(await find(paymentLink)).toMatchObject({ attemptCount: 1, attemptLimit: 1 });
  await decide(bank, 'DECLINE');
  expect((await find(paymentLink)).paymentIntentStatus).toBe('FAILED');
});

test('a link stops accepting attempts after 50: payer and merchant see why, and waiting attempts can still be paid', async () => {
  const paymentLink = await makeLink();
  expect(paymentLink).toMatchObject({ attemptCount: 0, attemptLimit: 50 });
  const honest = await begin(paymentLink, { address: '198.51.100.1' });
  await tryOften(paymentLink, 49);
  const refused = await post(pathOf(paymentLink), { institutionId: 'natwest' }, { address: '198.51.100.2' });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain('This payment link was tried too often.');
  expect(page).toContain('ask \u2068Harbour &amp; Bloom\u2069 for a new link');
  expect(page).not.toContain('institutionId');
  const resting = await find(paymentLink);
  expect(resting).toMatchObject({ paymentIntentStatus: 'IN_PROGRESS', attemptCount: 50, attemptLimit: 50 });
  const mail = {
    token,
    params: { paymentIntentId: paymentLink.paymentIntentId },
    body: { email: 'ada@shopper.example' },
  };
  const mailed = await app.call(mailPaymentLink, { ...mail, headers: key() });
  expect([mailed.status, mailed.problem().errorMessage]).toEqual([
    409,
    'This payment link takes no more attempts, so it was not emailed. Cancel it and create a new one.',
  ]);
  await decide(honest.bank, 'APPROVE');
  await wait();
  expect((await find(paymentLink)).paymentIntentStatus).toBe('COMPLETED');
});

test('a link with too many attempts can be cancelled', async () => {
  const paymentLink = await makeLink();
  await tryOften(paymentLink, 50);
  const params = { paymentIntentId: paymentLink.paymentIntentId };
  const cancelled = (await app.call(cancelPaymentLink, { token, params })).value();
  expect(cancelled).toMatchObject({ paymentIntentStatus: 'EXPIRED', attemptCount: 50 });
});

test('one address can try a link twenty times a day, and other addresses are not affected', async () => {
  const paymentLink = await makeLink();
  for (let time = 0; time < 20; time++) await begin(paymentLink, { address: '203.0.113.9' });
  app.pass({ minutes: 5 });
  const again = await post(pathOf(paymentLink), { institutionId: 'natwest' }, { address: '203.0.113.9' });
  expect(again.status).toBe(429);
  expect(await again.text()).not.toContain('wait a minute');
  await begin(paymentLink, { address: '203.0.113.10' });
  await begin(await makeLink(), { address: '203.0.113.9' });
});

test('a flood of attempts at one link is refused without asking the database, and another link is not affected', async () => {
  const [paymentLink, other] = [await makeLink(), await makeLink()];
  let asked = 0;
  const counting: Database = { ...database, query: (...given) => ((asked += 1), database.query(...given)) };
  app = createTestApp(counting, { settings: { signInsPerMinute: 100_000 } });
  const statusFrom = async (stranger: number, of = paymentLink) =>
    (await post(pathOf(of), { institutionId: 'natwest' }, { address: `203.0.113.${stranger}` })).status;
  const first: number[] = [];
  for (let stranger = 0; stranger < 21; stranger++) first.push(await statusFrom(stranger));
  expect(first).toEqual([...Array<number>(20).fill(303), 429]);
  const before = asked;
  const refused = await Promise.all(Array.from({ length: 50 }, (_, stranger) => statusFrom(100 + stranger)));
  expect(refused).toEqual(Array<number>(50).fill(429));
  expect(asked - before).toBe(0);
  expect(await statusFrom(21, other)).toBe(303);
  app.pass({ minutes: 1 });
  expect(await statusFrom(22)).toBe(303);
});

test('a flood of one address at a link does not hold up another payer of it', async () => {
  const paymentLink = await makeLink();
  const done: string[] = [];
  const choose = async (institutionId: string, address: string) => {
    const { status } = await post(pathOf(paymentLink), { institutionId }, { address });
    done.push(`${address} ${status}`);
  };
  const flood = Array.from({ length: 60 }, () => choose('no-such-bank', '203.0.113.1'));
  await Promise.all([...flood, choose('natwest', '203.0.113.2')]);
  expect(done).toHaveLength(61);
  expect(done.indexOf('203.0.113.2 303')).toBeGreaterThanOrEqual(0);
  expect(done.indexOf('203.0.113.2 303')).toBeLessThan(20);
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});

test('the list and the link return only the newest 50 attempts of a link with 200 from before the limit', async () => {
  const paymentLink = await makeLink();
  await begin(paymentLink);
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status,
       type, is_to_virtual_account, is_new_payment, is_payer_checked, payment_intent_id, reference)
     SELECT merchant_id, gen_random_uuid(), application_id, payee_detail_id, created_at - n * interval '1 minute', updated_at, amount,
       currency, 'FAILED', type, is_to_virtual_account, true, false, payment_intent_id, ''
     FROM payments, generate_series(1, 199) AS n WHERE payment_intent_id = $1`,
    [paymentLink.paymentIntentId],
  );
  const { content } = (await app.call(listPaymentLinks, { token, query: 'size=100&showNotStarted=true' })).value();
  for (const each of [
    await find(paymentLink),
    content.find((row) => row.paymentIntentId === paymentLink.paymentIntentId),
  ]) {
    expect(each?.attempts).toHaveLength(50);
    expect(each?.attempts.at(-1)?.paymentStatus).toBe('AWAITING_AUTHORIZATION');
    expect(each?.attemptCount).toBe(200);
  }
  expect((await post(pathOf(paymentLink), { institutionId: 'natwest' })).status).toBe(409);
});
