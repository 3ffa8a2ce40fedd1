import { listActivity } from '@volume/contract/users/activity.ts';
import { refuseOrder } from '@volume/contract/approvals/approvals.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { getPayInDetails } from '@volume/contract/pay-ins/pay-ins.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { createNaiveTwin } from '#testing/money/naive-twin.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { makeApiKey } from './make-api-key.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const rounds = process.env['TEST_COUNTS'] === 'full' ? 200 : 2;
const patience = 60_000 + rounds * 3_000;
const ten = Array.from({ length: 10 }, (_, index) => index);
const twenty = Array.from({ length: 20 }, (_, index) => index);
let database: Database;
let api: TestApp;
let accounts = 0;
let pounds: Books;
let key: Record<string, string>;

beforeAll(async () => {
  database = await openPeople();
  // Twenty concurrent calls on one embedded database: none should time out on a slow machine.
  api = createTestApp(database, {
    settings: { signInsPerMinute: 100_000, failedSignInsPerAddress: 100_000 },
    parts: { giveUpAfter: 60_000 },
  });
  key = await makeApiKey(api);
});
afterAll(() => database.close());
beforeEach(async () => {
  // A day later: each test starts with nothing moved, and with the usual limit.
  api.pass({ hours: 25 });
  pounds = await openAccount();
  await allow(null);
});

/** An account with 10,000.00 from one payment. */
async function openAccount(): Promise<Books> {
  accounts += 1;
  const books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1_000_000 });
  return books;
}

async function allow(moneyLimit: number | null, name: 'PRIMARY' | 'SECONDARY' = 'PRIMARY'): Promise<void> {
  const token = await signInAs(api, 'editor');
  const body = { allowedAddresses: [], moneyLimit };
  const headers = await proved(api, token);
  (await api.call(setApiKeySettings, { token, params: { ...params, key: name }, body, headers })).value();
}

/** Another beneficiary of the account, active and past its cooling period. */
async function addBeneficiary(): Promise<string> {
  const id = `B9${pounds.payInAccountId}`;
  await database.query(
    `INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, name, account_type, account_number, sort_code, name_check)
     VALUES ($1, $2, $3, 'Hazel Ltd', 'SCAN', '55779911', '20-11-09', 'MATCHES')`,
    [ids.harbour, id, `C${pounds.payInAccountId}`],
  );
  return id;
}

interface Sent {
  idempotencyKey?: string;
  with?: Record<string, string>;
  to?: TestApp;
  books?: Books;
  beneficiaryId?: string;
}
const payOut = (
  amount: number,
  { idempotencyKey, with: by = key, to = api, books = pounds, beneficiaryId }: Sent = {},
) =>
  to.call(makePayout, {
    params,
    body: { payInAccountId: books.payInAccountId, amount, ...(beneficiaryId !== undefined && { beneficiaryId }) },
    headers: { ...by, 'idempotency-key': idempotencyKey ?? crypto.randomUUID() },
  });
const refund = (paymentId: string, amount: number, idempotencyKey: string = crypto.randomUUID()) =>
  api.call(startRefund, {
    params: { paymentId },
    body: { refundPaymentAmount: amount },
    headers: { ...key, 'idempotency-key': idempotencyKey },
  });
const outcome = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).statusName];
const stopped = [403, 'KEY_LIMIT'];
const count = (answers: readonly { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

test('without its own limit a key moves as much as a user can without a step-up, in one call and within 24 hours, to the penny', async () => {
  expect(outcome(await payOut(1000.01))).toEqual(stopped);
  expect((await payOut(400)).status).toBe(200);
  const paymentId = await seedPayment(api.services, { books: pounds, applicationId: ids.harbourShop, amount: 60_000 });
  expect((await refund(paymentId, 600)).status).toBe(201);
  expect(outcome(await payOut(0.01))).toEqual(stopped);
  api.pass({ hours: 24 });
  expect((await payOut(1000)).status).toBe(200);
});

test('without its own limit a key shares that sum with the merchant’s users and its other key', async () => {
  const token = await signInAs(api, 'editor');
  const body = { payInAccountId: pounds.payInAccountId, amount: 500 };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  expect((await api.call(makePayout, { params, body, token, headers })).status).toBe(200);
  const other = await makeApiKey(api, { key: 'SECONDARY' });
  expect((await payOut(300, { with: other })).status).toBe(200);
  expect(outcome(await payOut(200.01))).toEqual(stopped);
  expect((await payOut(200)).status).toBe(200);
  const more = await api.call(makePayout, {
    params,
    body: { ...body, amount: 0.01 },
    token,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(outcome(more)).toEqual([403, 'STEP_UP_REQUIRED']);
});

test('with its own limit a key moves up to it, counts separately, and leaves the users’ sum unchanged', async () => {
  await allow(5000);
  expect(outcome(await payOut(5000.01))).toEqual(stopped);
  expect((await payOut(4999.99)).status).toBe(200);
  expect(outcome(await payOut(0.02))).toEqual(stopped);
  expect((await payOut(0.01)).status).toBe(200);
  const body = { payInAccountId: pounds.payInAccountId, amount: 1000 };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const by = await signInAs(api, 'editor');
  expect((await api.call(makePayout, { params, body, token: by, headers })).status).toBe(200);
});

test('with a limit of zero a key moves nothing and makes all its other calls', async () => {
  await allow(0);
  expect(outcome(await payOut(0.01))).toEqual(stopped);
  expect(await readBooks(database, pounds)).toMatchObject({ AVAILABLE: 1_000_000, PENDING_OUT: 0 });
});

test('a call above the limit succeeds with the same Idempotency-Key after the limit is raised', async () => {
  const idempotencyKey = crypto.randomUUID();
  expect((await payOut(1000)).status).toBe(200);
  expect(outcome(await payOut(1, { idempotencyKey }))).toEqual(stopped);
  await allow(2000);
  expect((await payOut(1, { idempotencyKey })).status).toBe(200);
});

test('a completed payout and refund return their first response after the key’s limit was lowered', async () => {
  await allow(2000);
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const paymentId = await seedPayment(api.services, { books: pounds, applicationId: ids.harbourShop, amount: 60_000 });
  const payout = await payOut(400, { idempotencyKey: one });
  const refunded = await refund(paymentId, 300, other);
  await allow(0);
  const again = await payOut(400, { idempotencyKey: one });
  expect([again.status, again.text]).toEqual([200, payout.text]);
  const refundedAgain = await refund(paymentId, 300, other);
  expect([refundedAgain.status, refundedAgain.text]).toEqual([201, refunded.text]);
  expect(await readBooks(database, pounds)).toMatchObject({ PENDING_OUT: 70_000 });
});

test('a key pays the default beneficiary, also by its id, and no other', async () => {
  expect((await payOut(1, { beneficiaryId: `B${pounds.payInAccountId}` })).status).toBe(200);
  expect((await payOut(1, { beneficiaryId: 'B900001' })).status).toBe(422);
  const added = await addBeneficiary();
  expect((await payOut(1, { beneficiaryId: added })).status).toBe(403);
  expect(await readBooks(database, pounds)).toMatchObject({ AVAILABLE: 999_900, PENDING_OUT: 100 });
});

test('above the merchant’s threshold a key’s orders wait for an approver and move nothing before', async () => {
  await allow(1_000_000);
  await database.query('INSERT INTO approval_policies (merchant_id, above_gbp) VALUES ($1, 100000)', [ids.harbour]);
  const waiting = (await payOut(1000.01)).value();
  expect(waiting.approval).toMatchObject({ state: 'WAITING', source: 'KEY', requestedBy: 'Primary key of Web shop' });
  const paymentId = await seedPayment(api.services, { books: pounds, applicationId: ids.harbourShop, amount: 200_000 });
  expect((await refund(paymentId, 1500)).value().approval).toMatchObject({ state: 'WAITING', source: 'KEY' });
  expect((await payOut(1000)).value().approval).toBeUndefined();
  await api.runDueWork();
  const orders = await database.query('SELECT 1 FROM outgoing_events WHERE object_id = $1', [waiting.payoutPaymentId]);
  expect(orders).toEqual([]);
  await database.query('DELETE FROM approval_policies');
});

test('an order of a key that is refused before it was sent leaves the key its sum', async () => {
  await allow(3000);
  await database.query('INSERT INTO approval_policies (merchant_id, above_gbp) VALUES ($1, 100000)', [ids.harbour]);
  const { payoutPaymentId: orderId } = (await payOut(2500)).value();
  expect(outcome(await payOut(2500))).toEqual(stopped);
  const token = await signInAs(api, 'merchantadmin');
  const asked = { params: { merchantId: ids.harbour, orderId }, token, body: {} };
  expect((await api.call(refuseOrder, asked)).status).toBe(200);
  expect((await payOut(2500)).status).toBe(200);
  expect(outcome(await payOut(500.01))).toEqual(stopped);
  await database.query('DELETE FROM approval_policies');
});

test('shows the key’s name for its actions on the payment’s timeline, the payout and in the audit log', async () => {
  const name = 'Primary key of Web shop';
  const payout = (await payOut(7)).value();
  expect(payout.initiatedBy).toBe(name);
  const paymentId = await seedPayment(api.services, { books: pounds, applicationId: ids.harbourShop, amount: 10_000 });
  expect((await refund(paymentId, 3)).status).toBe(201);
  const token = await signInAs(api, 'editor');
  const { events } = (await api.call(getPayInDetails, { params: { paymentId }, token })).value();
  expect(events).toContainEqual(expect.objectContaining({ type: 'REFUND_IN_PROGRESS', actor: name }));
  const log = (await api.call(listActivity, { params: { merchantId: ids.harbour }, token })).value();
  for (const action of ['PAYOUT_MADE', 'REFUND_STARTED']) {
    expect(log.content).toContainEqual(expect.objectContaining({ action, actor: name }));
  }
});

test(
  `20 concurrent payouts never move more than the key’s limit, in each of ${rounds} rounds`,
  { timeout: patience },
  async () => {
    for (let round = 0; round < rounds; round++) {
      api.pass({ hours: 25 });
      await allow(round % 2 === 0 ? null : 3000);
      const books = await openAccount();
      const answers = await Promise.all(twenty.map(() => payOut(300, { books })));
      const most = round % 2 === 0 ? 3 : 10;
      expect([count(answers, 200), count(answers, 403)]).toEqual([most, 20 - most]);
      expect(await readBooks(database, books)).toMatchObject({ PENDING_OUT: most * 30_000 });
    }
  },
);

test(
  `two machines with one key and one Idempotency-Key move money once, in each of ${rounds} rounds`,
  { timeout: patience },
  async () => {
    await allow(1_000_000);
    for (let round = 0; round < rounds; round++) {
      const [books, idempotencyKey] = [await openAccount(), crypto.randomUUID()];
      const answers = await Promise.all(twenty.map(() => payOut(5, { books, idempotencyKey })));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 999_500, PENDING_OUT: 500 });
    }
  },
);

test('the two keys of an application share their Idempotency-Keys, so a server that switches keys repeats nothing', async () => {
  const other = await makeApiKey(api, { key: 'SECONDARY' });
  const idempotencyKey = crypto.randomUUID();
  const first = await payOut(5, { idempotencyKey });
  const second = await payOut(5, { idempotencyKey, with: other });
  expect(second.text).toBe(first.text);
  expect((await payOut(6, { idempotencyKey, with: other })).status).toBe(422);
});

test(
  `two machines with one key and one Idempotency-Key, with a reset in between: the old secret is refused and money moves once, in each of ${rounds * 2} rounds`,
  { timeout: patience },
  async () => {
    const other = openOther();
    for (let round = 0; round < rounds * 2; round++) {
      await allow(1_000_000);
      const [books, idempotencyKey] = [await openAccount(), crypto.randomUUID()];
      const ask = (by: Record<string, string>) => (index: number) =>
        payOut(5, { books, idempotencyKey, with: by, to: index % 2 === 0 ? api : other });
      const early = Promise.all(ten.map(ask(key)));
      // Alternates between a response that was lost and calls that are still running.
      if (round % 2 === 0) await early;
      const next = await makeApiKey(api);
      const [old, renewed, first] = await Promise.all([
        Promise.all(ten.map(ask(key))),
        Promise.all(ten.map(ask(next))),
        early,
      ]);
      expect([count(old, 401), count(renewed, 200)]).toEqual([10, 10]);
      expect(count(first, 200) + count(first, 401)).toBe(10);
      const answered = [...first, ...renewed].filter(({ status }) => status === 200);
      expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
      expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 999_500, PENDING_OUT: 500 });
      key = next;
    }
  },
);

/** Another server on the same data, with the same clock. */
function openOther(): TestApp {
  const other = createTestApp(database, {
    settings: { failedSignInsPerAddress: 100_000 },
    parts: { giveUpAfter: 60_000 },
  });
  const { clock } = api.services;
  other.pass({ seconds: (clock.now().getTime() - other.services.clock.now().getTime()) / 1000 });
  return other;
}

describe('the naive twin, which reads the remaining limit and then writes', () => {
  test('exceeds it when calls really run concurrently', { timeout: 60_000 }, async () => {
    const twin = await createNaiveTwin(database, 1000);
    await Promise.all(twenty.map(() => twin.take(300)));
    expect(await twin.taken()).toBeGreaterThan(database.kind === 'postgres' ? 1000 : 0);
  });
});

test('caching which key is valid and reading before writing accepts the old secret and pays twice (naive twin)', async () => {
  const twin = await createNaiveTwin(database, 1_000_000);
  const [server, other] = [twin.openServer(), twin.openServer()];
  const idempotencyKey = crypto.randomUUID();
  await Promise.all([server, other].map((take) => take(idempotencyKey, 500)));
  expect(await twin.taken()).toBe(database.kind === 'postgres' ? 1000 : 500);
  await twin.close();
  expect(await other(idempotencyKey, 500)).toBe(true);
  expect(await twin.openServer()(idempotencyKey, 500)).toBe(false);
});
