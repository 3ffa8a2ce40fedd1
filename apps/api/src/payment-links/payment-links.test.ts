import { listPayInAccounts, getStatement } from '@volume/contract/balances/balances.ts';
import {
  countUnreadNotifications,
  listNotifications,
  readNotifications,
} from '@volume/contract/notifications/notifications.ts';
import { getPayIn, getPayInDetails, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import {
  cancelPaymentLink,
  createPaymentLink,
  getPaymentLink,
  type PaymentLink,
} from '@volume/contract/payment-links/payment-links.ts';
import { addPaymentNote, reviewPayment } from '@volume/contract/pay-ins/notes.ts';
import { getPaymentsSummary } from '@volume/contract/balances/revenue.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { emailOf, ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  const seeding = createTestApp(database);
  await seedAccount(seeding.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  await database.query(
    `UPDATE applications SET merchant_callback_url_for_web = 'https://shop.test/back?from=pay', confirmation_of_payer_enabled = true
     WHERE merchant_id = $1 AND application_id = $2`,
    [own.merchantId, own.applicationId],
  );
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX'), ('bunq', 'bunq', 'bunq', '[]', '{EUR}', 'SANDBOX')`,
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'operator');
});

interface Wanted {
  amount?: number;
  [field: string]: unknown;
}
const linkBody = ({ amount = 12.5, ...more }: Wanted = {}) => ({
  applicationId: ids.harbourShop,
  customerIntentDescription: 'Order 1 <b>',
  merchantPaymentId: 'HB-1',
  paymentRequest: { currency: 'GBP', amount, reference: 'ORDER-1' },
  ...more,
});
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

async function makeLink(wanted: Wanted = {}): Promise<PaymentLink> {
  const call = await app.call(createPaymentLink, { token, body: linkBody(wanted), headers: key() });
  return call.value();
}

const post = (path: string, form: Record<string, string>, cookie = '') =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams(form).toString(),
  });

/** Chooses the bank of a link; returns the address of the bank's page. */
async function chooseBank(paymentLink: PaymentLink, name = '', cookie = ''): Promise<string> {
  app.pass({ seconds: 1 });
  const chosen = await post(`/sandbox/pay/${paymentLink.paymentIntentId}`, { institutionId: 'natwest', name }, cookie);
  expect(chosen.status).toBe(303);
  return chosen.headers.get('location') ?? '';
}

async function payAt(bank: string, decision: 'APPROVE' | 'DECLINE', name = 'Amelia Hughes'): Promise<URL> {
  const decided = await post(bank, { decision, name });
  expect(decided.status).toBe(303);
  return new URL(decided.headers.get('location') ?? '', 'http://localhost');
}

const find = async (paymentLink: PaymentLink) =>
  (await app.call(getPaymentLink, { token, params: { paymentIntentId: paymentLink.paymentIntentId } })).value();
const idOf = (bank: string) => bank.split('/').at(-1) ?? '';

/** Runs everything that is due, second by second. */
async function wait(seconds = 8): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    app.pass({ seconds: 1 });
    await app.runDueWork();
  }
}

test.each(['a\tb', 'a\nb', 'a\rb'])(
  'rejects a merchantPaymentId that no query could search for: %j',
  async (merchantPaymentId) => {
    const refused = await app.call(createPaymentLink, { token, body: linkBody({ merchantPaymentId }), headers: key() });
    expect([refused.status, refused.problem().errorMessage]).toEqual([
      400,
      'merchantPaymentId must be one line without control characters',
    ]);
  },
);

test('stores an empty merchantPaymentId as null', async () => {
  expect((await makeLink({ merchantPaymentId: '' })).merchantPaymentId).toBeNull();
});

test('behind a proxy a link has the public address, not the host of the request', async () => {
  const behind = createTestApp(database, {
    settings: { publicUrl: 'https://pay.example.com', signInsPerMinute: 100_000 },
  });
  const headers = { ...key(), host: 'inner:4000', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const by = await signInAs(behind, 'operator');
  const paymentLink = (await behind.call(createPaymentLink, { token: by, body: linkBody(), headers })).value();
  expect(paymentLink.paymentIntentLink).toBe(`https://pay.example.com/sandbox/pay/${paymentLink.paymentIntentId}`);
});

test('a link is paid at the bank, completes and settles, and every figure includes it', async () => {
  const balanceBefore = await readBalance();
  const paymentLink = await makeLink();
  expect(paymentLink).toMatchObject({ paymentIntentStatus: 'NOT_STARTED', attempts: [], expiresAt: null });
  const link = new URL(paymentLink.paymentIntentLink ?? '');
  const shown = await app.app.request(link.pathname);
  const text = await shown.text();
  expect(text).toContain('<title>Pay Harbour &amp; Bloom</title>');
  expect(text).toContain('<bdi>Harbour &amp; Bloom</bdi>');
  expect(/<h1>.*<\/h1>/.exec(text)?.[0].replaceAll(/<[^>]+>/g, '')).toBe('£12.50');
  expect(text).toContain('Order 1 &lt;b&gt;');
  expect(text).not.toContain('bunq');

  const bank = await chooseBank(paymentLink, 'Amelia Hughes');
  expect(await (await app.app.request(bank)).text()).toContain('NatWest');
  expect((await find(paymentLink)).paymentIntentStatus).toBe('IN_PROGRESS');
  const back = await payAt(bank, 'APPROVE');
  expect(back.origin + back.pathname).toBe('https://shop.test/back');
  expect(Object.fromEntries(back.searchParams)).toEqual({
    from: 'pay',
    paymentId: idOf(bank),
    status: 'AUTHORIZED',
    amount: '12.50',
    currency: 'GBP',
    merchantPaymentId: 'HB-1',
  });

  await wait();
  const params = { paymentId: idOf(bank) };
  const payment = (await app.call(getPayIn, { token, params })).value();
  expect(payment).toMatchObject({
    paymentStatus: 'SETTLED',
    riskCategory: 'LOW',
    canStartRefund: true,
    merchantReference: 'ORDER-1',
  });
  expect(payment.paymentRequest.reference).toMatch(/^\d{15}[A-Z]{3}$/);
  const { events } = (await app.call(getPayInDetails, { token, params })).value();
  const statuses = ['NEW', 'AWAITING_AUTHORIZATION', 'AUTHORIZED', 'PENDING', 'COMPLETED', 'SETTLED'];
  expect(events.map(({ type }) => type)).toEqual(statuses);
  expect(await find(paymentLink)).toMatchObject({
    paymentIntentStatus: 'COMPLETED',
    attempts: [{ paymentStatus: 'SETTLED' }],
  });
  expect(await told(idOf(bank))).toEqual(['COMPLETED', 'SETTLED']);
  expect(await readBalance()).toBe(balanceBefore + 1_250);
  const found = (await app.call(listPayIns, { token, query: 'globalSearch=amelia' })).value();
  expect(found.content.map(({ paymentId }) => paymentId)).toContain(idOf(bank));
  const { totals } = (await app.call(getPaymentsSummary, { token, query: 'paymentStatuses=SETTLED' })).value();
  expect(totals).toHaveLength(1);
  const again = await app.app.request(link.pathname);
  const paid = await again.text();
  expect(paid).toContain('This payment link is already paid.');
  expect(paid).toContain('Nothing more to pay. Thank you.');
});

async function readBalance(): Promise<number> {
  const [account] = (await app.call(listPayInAccounts, { token, params: own })).value();
  const statement = await app.call(getStatement, { token, params: { ...own, payInAccountId: '1' } });
  expect(statement.value().closingBalance).toBe(account?.virtualAccountInformation?.balance);
  return account?.virtualAccountInformation?.balance ?? 0;
}

async function told(paymentId: string): Promise<string[]> {
  const rows = await database.query<{ status: string }>(
    'SELECT status FROM outgoing_events WHERE object_id = $1 ORDER BY created_at, status',
    [paymentId],
  );
  return rows.map(({ status }) => status);
}

describe('a payer', () => {
  test('who declines returns with the reason in base64, and can try again', async () => {
    const paymentLink = await makeLink();
    const back = await payAt(await chooseBank(paymentLink), 'DECLINE');
    expect(back.searchParams.get('status')).toBe('FAILED');
    expect(atob(back.searchParams.get('errorDescription') ?? '')).toBe('The payer cancelled at the bank');
    expect((await find(paymentLink)).paymentIntentStatus).toBe('IN_PROGRESS');
    await payAt(await chooseBank(paymentLink), 'APPROVE');
    await wait();
    const after = await find(paymentLink);
    expect(after.attempts.map(({ paymentStatus }) => paymentStatus)).toEqual(['FAILED', 'SETTLED']);
    expect(after.paymentIntentStatus).toBe('COMPLETED');
  });

  test('who begins twice ends their first attempt, and cannot pay both', async () => {
    const paymentLink = await makeLink();
    const first = await chooseBank(paymentLink);
    const second = await chooseBank(paymentLink, '', `v_attempt=${idOf(first)}`);
    await payAt(first, 'APPROVE');
    await payAt(second, 'APPROVE');
    await payAt(second, 'DECLINE');
    await wait();
    const { attempts } = await find(paymentLink);
    expect(attempts.map(({ paymentStatus }) => paymentStatus)).toEqual(['FAILED', 'SETTLED']);
    const third = await post(`/sandbox/pay/${paymentLink.paymentIntentId}`, { institutionId: 'natwest' });
    expect(third.status).toBe(409);
  });

  test('who approves twenty attempts at twenty banks concurrently pays once', async () => {
    const before = await readBalance();
    const paymentLink = await makeLink();
    const banks = await Promise.all(Array.from({ length: 20 }, () => chooseBank(paymentLink)));
    await Promise.all(banks.map((bank) => payAt(bank, 'APPROVE')));
    await wait();
    const { attempts } = await find(paymentLink);
    expect(attempts).toHaveLength(20);
    expect(attempts.filter(({ paymentStatus }) => paymentStatus === 'SETTLED')).toHaveLength(1);
    expect(attempts.filter(({ paymentStatus }) => paymentStatus === 'FAILED')).toHaveLength(19);
    expect(await readBalance()).toBe(before + 1_250);
  });

  test.each([
    ['Amelia Hughes', 'Hughes Amélia', 'LOW'],
    ['Amelia Hughes', 'Amy Hughes', 'MEDIUM'],
    ['Amelia Hughes', 'Noah Clarke', 'HIGH'],
    ['', 'Noah Clarke', 'NA'],
  ])('named %j with an account of %j is a %s risk', async (name, account, risk) => {
    const bank = await chooseBank(await makeLink(), name);
    await payAt(bank, 'APPROVE', account);
    const payment = (await app.call(getPayIn, { token, params: { paymentId: idOf(bank) } })).value();
    expect(payment.riskCategory).toBe(risk);
    await wait();
  });

  test.each([
    ['an unknown bank', { institutionId: 'nobank' }, 400],
    ['a bank of another currency', { institutionId: 'bunq' }, 400],
    ['a NUL', { institutionId: 'natwest', name: '\u0000' }, 400],
    ['a form that is too large', { institutionId: 'natwest', name: 'x'.repeat(9000) }, 413],
  ])('is rejected with %s, and no payment is started', async (_, form, status) => {
    const paymentLink = await makeLink();
    expect((await post(`/sandbox/pay/${paymentLink.paymentIntentId}`, form)).status).toBe(status);
    expect((await find(paymentLink)).attempts).toEqual([]);
  });
});

test('a bank that rejects after approval fails the payment, and the ledger stays unchanged', async () => {
  const before = await readBalance();
  const paymentLink = await makeLink({ amount: 20.13, attemptMode: 'ALLOW_SINGLE_ATTEMPT' });
  const bank = await chooseBank(paymentLink);
  await payAt(bank, 'APPROVE');
  await wait();
  const after = await find(paymentLink);
  expect(after.paymentIntentStatus).toBe('FAILED');
  expect(after.attempts[0]).toMatchObject({ errorDescription: 'Insufficient funds in the payer account' });
  expect(await told(idOf(bank))).toEqual(['FAILED']);
  expect(await readBalance()).toBe(before);
  expect((await post(`/sandbox/pay/${paymentLink.paymentIntentId}`, { institutionId: 'natwest' })).status).toBe(409);
});

test.each([
  [10.17, 'RELEASED', 1_017],
  [10.18, 'RETURNED', 0],
])('a payment of £%s is held, then %s', async (amount, tag, gained) => {
  const before = await readBalance();
  const bank = await chooseBank(await makeLink({ amount }));
  await payAt(bank, 'APPROVE');
  await wait();
  const params = { paymentId: idOf(bank) };
  const held = (await app.call(getPayIn, { token, params })).value();
  expect(held).toMatchObject({ paymentStatus: 'SETTLED', statusTags: ['HELD'], canStartRefund: false });
  app.pass({ seconds: 50 });
  await app.runDueWork();
  expect((await app.call(getPayIn, { token, params })).value().statusTags).toEqual([tag]);
  expect(await readBalance()).toBe(before + gained);
});

test('a held payment creates a notification and needs attention until a user has reviewed it', async () => {
  await database.query(`UPDATE accounts SET created_at = '2026-01-01'`);
  const bank = await chooseBank(await makeLink({ amount: 10.17 }));
  await payAt(bank, 'APPROVE');
  await wait();
  const params = { paymentId: idOf(bank) };
  const open = async () => {
    const query = 'heldFilter=HELD&reviewedFilter=NOT_REVIEWED&size=100';
    return (await app.call(listPayIns, { token, query })).value().content.map(({ paymentId }) => paymentId);
  };
  const received = (await app.call(listNotifications, { token, params: own })).value().content;
  const notification = received.find(({ objectId }) => objectId === params.paymentId);
  expect(notification).toMatchObject({ kind: 'PAYMENT_HELD', amount: 1_017, isRead: false });
  expect(await open()).toContain(params.paymentId);
  await app.call(readNotifications, { token, params: own, body: { noticeId: received[0]!.noticeId } });
  await app.call(addPaymentNote, { token, params, body: { text: 'Asked the account provider.' } });
  expect(await open()).toContain(params.paymentId);
  expect((await app.call(reviewPayment, { token, params, body: {} })).status).toBe(200);
  expect(await open()).not.toContain(params.paymentId);
  expect((await app.call(countUnreadNotifications, { token, params: own })).value().count).toBe(0);
});

describe('the end of a link', () => {
  const soon = () => new Date(app.services.clock.now().getTime() + 60_000).toISOString();

  test('by expiry is visible immediately; the payer is rejected and a late approval fails', async () => {
    const paymentLink = await makeLink({ expiresAtUtc: soon() });
    const late = await makeLink({ expiresAtUtc: soon() });
    const bank = await chooseBank(late);
    app.pass({ minutes: 1 });
    expect((await find(paymentLink)).paymentIntentStatus).toBe('EXPIRED');
    expect((await post(`/sandbox/pay/${paymentLink.paymentIntentId}`, { institutionId: 'natwest' })).status).toBe(409);
    await payAt(bank, 'APPROVE');
    expect((await find(late)).attempts[0]?.paymentStatus).toBe('FAILED');
    await app.runDueWork();
    const [stored] = await database.query('SELECT status::text FROM payment_intents WHERE payment_intent_id = $1', [
      paymentLink.paymentIntentId,
    ]);
    expect(stored).toEqual({ status: 'EXPIRED' });
  });

  test('by expiry does not happen while money is on its way', async () => {
    const paymentLink = await makeLink({ expiresAtUtc: soon() });
    await payAt(await chooseBank(paymentLink), 'APPROVE');
    app.pass({ minutes: 2 });
    expect((await find(paymentLink)).paymentIntentStatus).toBe('IN_PROGRESS');
    await wait();
    expect((await find(paymentLink)).paymentIntentStatus).toBe('COMPLETED');
  });

  test('by cancellation happens once, and never while money is on its way', async () => {
    const paymentLink = await makeLink();
    const params = { paymentIntentId: paymentLink.paymentIntentId };
    const cancel = () => app.call(cancelPaymentLink, { token, params });
    const cancelled = { paymentIntentStatus: 'EXPIRED', cancelledBy: emailOf('operator') };
    expect((await cancel()).value()).toMatchObject(cancelled);
    expect((await cancel()).status).toBe(409);
    expect(await find(paymentLink)).toMatchObject(cancelled);
    const paid = await makeLink();
    await payAt(await chooseBank(paid), 'APPROVE');
    const refused = await app.call(cancelPaymentLink, { token, params: { paymentIntentId: paid.paymentIntentId } });
    expect(refused.status).toBe(409);
  });
});

describe('creating links', () => {
  test('the same key and body create one link; another body or a missing key is rejected', async () => {
    const headers = key();
    const first = (await app.call(createPaymentLink, { token, body: linkBody(), headers })).value();
    const second = (await app.call(createPaymentLink, { token, body: linkBody(), headers })).value();
    expect(second).toEqual(first);
    const other = await app.call(createPaymentLink, { token, body: linkBody({ amount: 13 }), headers });
    expect(other.status).toBe(422);
    expect((await app.call(createPaymentLink, { token, body: linkBody() })).status).toBe(400);
  });

  test.each([
    ['no amount', { paymentRequest: { currency: 'GBP', amount: 0, reference: 'x' } }, 400, 'amount'],
    ['a third of a penny', { paymentRequest: { currency: 'GBP', amount: 1.234, reference: 'x' } }, 400, 'two decimals'],
    ['a GBP payment without reference', { paymentRequest: { currency: 'GBP', amount: 1 } }, 400, 'reference'],
    ['a currency nothing receives', { paymentRequest: { currency: 'EUR', amount: 1 } }, 422, 'EUR'],
    ['a time that has passed', { expiresAtUtc: '2026-01-01T00:00:00.000' }, 400, 'expiresAtUtc'],
    ['another merchant’s application', { applicationId: ids.strangerShop }, 404, 'application'],
    ['an unknown field', { amount2: 1 }, 400, 'amount2'],
  ])('rejects %s, naming the field', async (_, change, status, words) => {
    const call = await app.call(createPaymentLink, { token, body: { ...linkBody(), ...change }, headers: key() });
    expect(call.status).toBe(status);
    expect(call.problem().errorMessage).toContain(words);
  });
});

test('the pages have a strict content security policy, and unknown paths return a page', async () => {
  const paymentLink = await makeLink();
  const page = await app.app.request(`/sandbox/pay/${paymentLink.paymentIntentId}`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' https:");
  expect(policy).not.toContain('unsafe-inline');
  for (const path of ['pay/x', `pay/${ids.nobody}`, `bank/${ids.nobody}`, `bank/${paymentLink.paymentIntentId}`]) {
    const missing = await app.app.request(`/sandbox/${path}`);
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  }
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});
