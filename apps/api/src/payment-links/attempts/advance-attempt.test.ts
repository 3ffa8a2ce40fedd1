import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import type { PayInOrder, Providers } from '#providers/port.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
/** The simulated provider, for the methods that a test does not replace. */
let simulated: Providers;
let token: string;
let books: Books;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
beforeEach(async () => {
  api = createTestApp(database, { settings: { signInsPerMinute: 1_000_000 } });
  simulated = { ...api.services.providers };
  token = await signInAs(api, 'operator');
  accounts += 1;
  books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
  await database.query('UPDATE payee_details SET default_for_currency = nullif(payee_detail_id = $1, false)', [
    accounts,
  ]);
});
afterAll(() => database.close());

const change = (parts: Partial<Providers>) => Object.assign(api.services.providers, parts);

async function post(path: string, form: Record<string, string>) {
  const answer = await api.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
}

/** Starts a payment at a bank; returns the path of the bank's page. */
async function begin(amount: number): Promise<string> {
  const paymentRequest = { currency: 'GBP', amount, reference: 'ORDER-1' } as const;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { applicationId: params.applicationId, paymentRequest };
  const link = (await api.call(createPaymentLink, { token, body, headers })).value().paymentIntentId;
  return (await post(`/sandbox/pay/${link}`, { institutionId: 'natwest' })).location;
}
async function approve(amount: number): Promise<string> {
  const bank = await begin(amount);
  expect((await post(bank, { decision: 'APPROVE', name: 'Ada Marsh' })).status).toBe(303);
  return bank.split('/').at(-1) ?? '';
}
async function work(...seconds: number[]): Promise<void> {
  for (const each of seconds) {
    api.pass({ seconds: each });
    await api.runDueWork();
  }
}
const read = async (paymentId: string) => (await api.call(getPayIn, { token, params: { paymentId } })).value();
const statusOf = async (paymentId: string) => (await read(paymentId)).paymentStatus;
const failures = () => api.logLines.filter((line) => line.includes('due work failed')).length;

test('submits a pay-in again under the same id while its bank does not answer, and takes the money in once', async () => {
  const submitted: string[] = [];
  change({
    submitPayIn: async (payIn) => {
      submitted.push(payIn.paymentId);
      if (submitted.length <= 2) throw new Error('The bank did not answer.');
      return simulated.submitPayIn(payIn);
    },
  });
  const paymentId = await approve(10);
  await work(1);
  expect(await statusOf(paymentId)).toBe('AUTHORIZED');
  await work(2, 4, 2, 3);
  expect(await statusOf(paymentId)).toBe('SETTLED');
  expect(submitted).toEqual([paymentId, paymentId, paymentId]);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1_000 });
});

test('payments that wait for the answer of their bank delay no other', async () => {
  const silent: string[] = [];
  let answerNow = () => {};
  const answered = new Promise<void>((resolve) => (answerNow = resolve));
  let asked = 0;
  change({
    submitPayIn: async (payIn) => {
      if (silent.includes(payIn.paymentId)) await ((asked += 1), answered);
      return simulated.submitPayIn(payIn);
    },
  });
  for (let nth = 0; nth < 5; nth++) silent.push(await approve(10));
  const other = await approve(10);
  api.pass({ seconds: 1 });
  const working = api.runDueWork();
  await expect.poll(() => statusOf(other)).toBe('PENDING');
  expect([asked, await statusOf(silent[0] ?? '')]).toEqual([5, 'AUTHORIZED']);
  answerNow();
  await working;
  await work(2, 3);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 6_000 });
});

test('asks again later while the bank has nothing new', async () => {
  let asked = 0;
  change({
    submitPayIn: async (payIn) => ({ ...(await simulated.submitPayIn(payIn)), nextIn: null }),
    nextPayInStep: async (payIn, last) => ((asked += 1) <= 2 ? null : simulated.nextPayInStep(payIn, last)),
  });
  const paymentId = await approve(10);
  await work(1, 14);
  expect([asked, await statusOf(paymentId)]).toEqual([0, 'PENDING']);
  await work(1, 30, 60);
  expect([asked, await statusOf(paymentId)]).toEqual([3, 'COMPLETED']);
});

test('ignores an answer that arrives after another instance has taken the step', async () => {
  let answerNow = () => {};
  let isAsked = false;
  const answered = new Promise<void>((resolve) => (answerNow = resolve));
  const paymentId = await approve(10.17);
  await work(1, 2, 3);
  expect(await readBooks(database, books)).toMatchObject({ HELD: 1_017 });
  change({
    nextPayInStep: async (payIn, last) => {
      if (isAsked) return simulated.nextPayInStep(payIn, last);
      isAsked = true;
      await answered;
      return simulated.nextPayInStep(payIn, last);
    },
  });
  api.pass({ seconds: 45 });
  const late = api.runDueWork();
  await expect.poll(() => isAsked).toBe(true);
  // The first instance's claim runs out.
  api.pass({ seconds: 61 });
  await api.runDueWork();
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1_017 });
  answerNow();
  await late;
  expect(failures()).toBe(0);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1_017 });
  const story = await database.query(`SELECT FROM payment_events WHERE payment_id = $1 AND type = 'RELEASED'`, [
    paymentId,
  ]);
  expect(story).toHaveLength(1);
  expect(await audit(database)).toEqual([]);
});

test('taking an answer without looking at the payment again takes the money twice (naive twin)', async () => {
  let [status, taken, asked] = ['HELD', 0, 0];
  const take = async () => {
    const known = status;
    asked += 1;
    await expect.poll(() => asked).toBe(2);
    if (known === 'HELD') [status, taken] = ['RELEASED', taken + 1_017];
  };
  await Promise.all([take(), take()]);
  expect(taken).toBe(2 * 1_017);
});

test('an answer that cannot follow changes nothing and is visible as a failed job', async () => {
  change({ nextPayInStep: async () => ({ status: 'SETTLED', hold: null, description: null, nextIn: null }) });
  const paymentId = await approve(10);
  await work(1, 2, 60);
  expect(await statusOf(paymentId)).toBe('PENDING');
  expect(failures()).toBe(2);
  change({ nextPayInStep: (payIn, last) => simulated.nextPayInStep(payIn, last) });
  await work(60, 3);
  expect(await statusOf(paymentId)).toBe('SETTLED');
});

test('redirects the payer to a bank that has its own page, and serves no page for it', async () => {
  const orders: PayInOrder[] = [];
  const bank = await begin(24.9);
  const address = 'https://bank.example/consents/1';
  const other = createTestApp(database, {
    parts: { providers: { ...simulated, startPayIn: async (order) => (orders.push(order), { address }) } },
  });
  const shown = await other.app.request(bank);
  expect([shown.status, shown.headers.get('location')]).toEqual([303, address]);
  const paymentId = bank.split('/').at(-1);
  expect(orders).toEqual([
    {
      merchantId: ids.harbour,
      paymentId,
      payInAccountId: accounts,
      amount: 2_490,
      currency: 'GBP',
      institutionId: 'natwest',
      institutionName: 'NatWest',
      payeeName: 'Harbour & Bloom',
      payerName: null,
      reference: 'ORDER-1',
      returnTo: expect.stringMatching(new RegExp(`^http://localhost/sandbox/pay/[0-9a-f-]{36}/${paymentId}$`)),
    },
  ]);
  const body = 'decision=APPROVE&name=Ada';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await other.app.request(bank, { method: 'POST', headers, body })).status).toBe(404);
  expect(await statusOf(paymentId ?? '')).toBe('AWAITING_AUTHORIZATION');
});
