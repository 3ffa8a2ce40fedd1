import { listActivity } from '@volume/contract/users/activity.ts';
import { getStatement } from '@volume/contract/balances/balances.ts';
import {
  acceptException,
  closeException,
  disputeException,
  getException,
  listExceptions,
} from '@volume/contract/exceptions/exceptions.ts';
import { getPayInDetails } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink, getPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { stepUp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { writeContext } from '#core/write-context.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { enqueueWork } from '#queue/due-work.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
let database: Database;
let api: TestApp;
let editor: string;
let admin: string;
let proof: Record<string, string>;
let books: Books;
let paymentId: string;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
  // A provider that accepts every order and sends no updates by itself.
  const habitsOf = () => ({ answer: 'TAKES', course: [], tells: 'NEVER' }) as const;
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 }, habitsOf });
  editor = await signInAs(api, 'editor');
  admin = await signInAs(api, 'admin');
  const proved = await api.call(stepUp, { body: { password }, token: admin });
  proof = { 'x-step-up': proved.value().stepUpToken };
});
afterAll(() => database.close());
beforeEach(async () => {
  books = await seedAccount(api.services, { ...params, payInAccountId: (accounts += 1), currency: 'GBP' });
  paymentId = await seedPayment(api.services, { books, applicationId: params.applicationId, amount: 10_000 });
});

async function payOut(amount = 66.06): Promise<string> {
  const body = { payInAccountId: books.payInAccountId, amount };
  const made = await api.call(makePayout, { params, body, headers: key(), token: editor });
  return made.value().payoutPaymentId;
}

async function refund(amount: number): Promise<string> {
  const body = { refundPaymentAmount: amount };
  return (await api.call(startRefund, { params: { paymentId }, body, headers: key(), token: editor })).value().refundId;
}

async function hear(kind: 'REFUND_TOLD' | 'PAYOUT_TOLD', objectId: string, ...news: string[]): Promise<void> {
  const known = { provider: 'MODULR', payInAccountId: books.payInAccountId, amount: 6606, currency: 'GBP' };
  for (const status of news) {
    const { at, newId } = writeContext(api.services);
    const payload = { status, description: 'as it says', known };
    await enqueueWork(database, newId, { kind, merchantId: params.merchantId, objectId, dueAt: at, payload });
    await api.runDueWork();
  }
}

async function exceptionOf(objectId: string, providerStatus?: string) {
  const { content } = (await api.call(listExceptions, { query: 'size=100', token: admin })).value();
  const found = content.filter(
    (each) => each.objectId === objectId && (!providerStatus || each.providerStatus === providerStatus),
  );
  expect(found).toHaveLength(1);
  return found[0]!;
}

const accept = (exceptionId: string, headers: Record<string, string> = {}) =>
  api.call(acceptException, {
    params: { exceptionId },
    body: { note: 'Seen on their statement' },
    headers: { ...key(), ...proof, ...headers },
    token: admin,
  });

const movesOf = async (exceptionId: string) =>
  (await api.call(getException, { params: { exceptionId }, token: admin })).value().moves;

const payouts = async () => {
  const page = await api.call(listPayouts, { params, query: 'size=100', token: editor });
  return page.value().content.filter(({ payInAccountId }) => payInAccountId === books.payInAccountId);
};

test('a failed payout that was paid is accepted as an additional payout: its money leaves, and the failed payout mentions it', async () => {
  const failed = await payOut();
  await hear('PAYOUT_TOLD', failed, 'FAILED', 'PROCESSED');
  const { exceptionId } = await exceptionOf(failed);
  expect(await movesOf(exceptionId)).toEqual({ amount: 6_606, direction: 'OUT' });
  const accepted = await accept(exceptionId);
  expect(accepted.value()).toMatchObject({
    moves: null,
    state: 'ACCEPTED',
    note: 'Seen on their statement',
    held: { status: 'FAILED' },
  });
  const [correction] = accepted.value().corrections;
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 3_394, PENDING_OUT: 0, SETTLEMENT: -3_394 });
  const listed = Object.fromEntries((await payouts()).map((each) => [each.payoutPaymentId, each]));
  expect(listed[failed]).toMatchObject({
    status: 'FAILED',
    statusDescription: expect.stringContaining(correction!.correctionId),
  });
  expect(listed[correction!.correctionId]).toMatchObject({
    status: 'PROCESSED',
    payoutRequestDetails: { amount: 6606 },
  });
  const place = { ...params, payInAccountId: String(books.payInAccountId) };
  const statement = await api.call(getStatement, { params: place, token: editor });
  expect(statement.value()).toMatchObject({ closingBalance: 3_394 });
  expect(statement.value().content.map(({ kind, amount }) => `${kind} ${amount}`)).toContain('PAYOUT -6606');
});

test('accepting needs a step-up, and the same key books once', async () => {
  const failed = await payOut();
  await hear('PAYOUT_TOLD', failed, 'FAILED', 'PROCESSED');
  const { exceptionId } = await exceptionOf(failed);
  const unproved = await accept(exceptionId, { 'x-step-up': 'none' });
  expect([unproved.status, unproved.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
  const once = key();
  const [first, second] = await Promise.all([accept(exceptionId, once), accept(exceptionId, once)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const again = await accept(exceptionId);
  expect([again.status, again.problem().errorMessage]).toEqual([409, expect.stringContaining('already accepted by')]);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 3_394 });
});

test('is rejected with a message when the balance is too low: nothing is booked and the exception stays open', async () => {
  const failed = await payOut();
  await hear('PAYOUT_TOLD', failed, 'FAILED', 'PROCESSED');
  await payOut(90);
  const { exceptionId } = await exceptionOf(failed);
  const refused = await accept(exceptionId);
  expect([refused.status, refused.problem().errorMessage]).toEqual([
    422,
    expect.stringContaining('Nothing was booked'),
  ]);
  expect(await exceptionOf(failed)).toMatchObject({ state: 'OPEN' });
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1_000, PENDING_OUT: 9_000 });
});

test('a processed payout that failed is accepted as returned: its money is given back', async () => {
  const paid = await payOut();
  await hear('PAYOUT_TOLD', paid, 'PROCESSED', 'FAILED');
  const { exceptionId } = await exceptionOf(paid);
  expect(await movesOf(exceptionId)).toEqual({ amount: 6_606, direction: 'IN' });
  await accept(exceptionId);
  expect(await payouts()).toMatchObject([{ status: 'RETURNED', statusDescription: expect.stringContaining('FAILED') }]);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 10_000, SETTLEMENT: -10_000 });
});

test('a failed payout that was paid and then returned is accepted twice and leaves the balance unchanged', async () => {
  const failed = await payOut();
  await hear('PAYOUT_TOLD', failed, 'FAILED', 'PROCESSED', 'RETURNED');
  await accept((await exceptionOf(failed, 'PROCESSED')).exceptionId);
  const { exceptionId } = await exceptionOf(failed, 'RETURNED');
  expect(await movesOf(exceptionId)).toEqual({ amount: 6_606, direction: 'IN' });
  await accept(exceptionId);
  expect((await payouts()).map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'FAILED',
    'RETURNED',
  ]);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 10_000, SETTLEMENT: -10_000 });
});

test('a failed refund that was paid counts as refunded; when its payment has no room left it is booked as a payout', async () => {
  const first = await refund(60);
  await hear('REFUND_TOLD', first, 'FAILED', 'PROCESSED');
  const [{ exceptionId }] = [await exceptionOf(first)];
  const accepted = await accept(exceptionId);
  expect(accepted.value().corrections).toMatchObject([{ kind: 'REFUND' }]);
  const { events } = (await api.call(getPayInDetails, { params: { paymentId }, token: editor })).value();
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['REFUND_FAILED', 'REFUND_PROCESSED', 'CORRECTED']),
  );
  const over = await api.call(startRefund, {
    params: { paymentId },
    body: { refundPaymentAmount: 41 },
    headers: key(),
    token: editor,
  });
  expect(over.status).toBe(422);
  const second = await refund(40);
  await hear('REFUND_TOLD', second, 'FAILED');
  await hear('REFUND_TOLD', await refund(40), 'PROCESSED');
  await seedPayment(api.services, { books, applicationId: params.applicationId, amount: 5_000 });
  await hear('REFUND_TOLD', second, 'PROCESSED');
  const third = await accept((await exceptionOf(second)).exceptionId);
  expect(third.value().corrections).toMatchObject([{ kind: 'PAYOUT' }]);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1_000, SETTLEMENT: -1_000 });
});

test('an order that only the provider knows is accepted as a payout of its amount', async () => {
  const objectId = crypto.randomUUID();
  await hear('PAYOUT_TOLD', objectId, 'IN_PROGRESS');
  const { exceptionId } = await exceptionOf(objectId);
  expect(await movesOf(exceptionId)).toBeNull();
  expect((await accept(exceptionId)).status).toBe(409);
  await hear('PAYOUT_TOLD', objectId, 'PROCESSED');
  expect((await accept(exceptionId)).status).toBe(200);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 3_394 });
});

/** Submits a form of the pay page as a browser with this cookie; returns the redirect target and the new cookie. */
async function submitForm(path: string, form: Record<string, string>, cookie = '') {
  const answer = await api.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams(form).toString(),
  });
  const given = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { location: answer.headers.get('location') ?? '', cookie: given.join('; ') };
}

test('a payment that failed here but was paid at the bank is found and accepted as an additional payment', async () => {
  const paymentRequest = { currency: 'GBP', amount: 25, reference: 'TWICE' };
  const body = { applicationId: params.applicationId, merchantPaymentId: 'TWICE', paymentRequest };
  const made = await api.call(createPaymentLink, { body, headers: key(), token: editor });
  const { paymentIntentId } = made.value();
  const { location: bank, cookie } = await submitForm(`/sandbox/pay/${paymentIntentId}`, { institutionId: 'natwest' });
  // The payer starts again in another tab of the same browser and then approves in the first.
  await submitForm(`/sandbox/pay/${paymentIntentId}`, { institutionId: 'natwest' }, cookie);
  await submitForm(bank, { decision: 'APPROVE', name: 'Sam' });
  api.pass({ seconds: 5 });
  await api.runDueWork();
  const failed = bank.split('/').at(-1)!;
  const exception = await exceptionOf(failed);
  expect(exception).toMatchObject({
    objectKind: 'PAYMENT',
    ourStatus: 'FAILED',
    providerStatus: 'COMPLETED',
    provider: 'NatWest',
  });
  expect(await movesOf(exception.exceptionId)).toEqual({ amount: 2_500, direction: 'IN' });
  expect((await accept(exception.exceptionId)).status).toBe(200);
  const { attempts } = (await api.call(getPaymentLink, { params: { paymentIntentId }, token: editor })).value();
  const statuses = attempts.map(
    ({ paymentId, paymentStatus }) => (paymentId === failed ? 'first' : '') + paymentStatus,
  );
  expect(new Set(statuses)).toEqual(new Set(['firstFAILED', 'AWAITING_AUTHORIZATION', 'SETTLED']));
});

/** Pays a link at the bank and lets the time pass that it takes to settle, and then to be released or returned. */
async function payLink(amount: number, ...waits: number[]): Promise<string> {
  const paymentRequest = { currency: 'GBP', amount, reference: 'LATE' };
  const body = { applicationId: params.applicationId, paymentRequest };
  const made = await api.call(createPaymentLink, { body, headers: key(), token: editor });
  const { location } = await submitForm(`/sandbox/pay/${made.value().paymentIntentId}`, { institutionId: 'natwest' });
  await submitForm(location, { decision: 'APPROVE', name: 'Sam' });
  for (const seconds of [5, 5, 5, ...waits]) {
    api.pass({ seconds });
    await api.runDueWork();
  }
  return location.split('/').at(-1)!;
}

async function failAtBank(objectId: string): Promise<string> {
  const { at, newId } = writeContext(api.services);
  const update = {
    merchantId: params.merchantId,
    objectId,
    dueAt: at,
    payload: { status: 'FAILED', description: null },
  };
  await enqueueWork(database, newId, { kind: 'PAYMENT_NEWS', ...update });
  await api.runDueWork();
  return (await exceptionOf(objectId)).exceptionId;
}

test('a payment that failed at the bank after it had settled waits for the refund of it that is in progress', async () => {
  paymentId = await payLink(25);
  const refundId = await refund(10);
  const exceptionId = await failAtBank(paymentId);
  expect([await movesOf(exceptionId), (await accept(exceptionId)).status]).toEqual([null, 409]);
  await hear('REFUND_TOLD', refundId, 'FAILED');
  expect(await movesOf(exceptionId)).toEqual({ amount: 2_500, direction: 'OUT' });
  expect((await accept(exceptionId)).value().corrections).toMatchObject([{ kind: 'REFUND' }]);
  expect(await movesOf(exceptionId)).toBeNull();
});

test('a payment that failed at the bank while the account provider held it is accepted after its return, and moves nothing', async () => {
  const exceptionId = await failAtBank(await payLink(25.18));
  expect([await movesOf(exceptionId), (await accept(exceptionId)).status]).toEqual([null, 409]);
  api.pass({ seconds: 60 });
  await api.runDueWork();
  expect(await movesOf(exceptionId)).toBeNull();
  expect((await accept(exceptionId)).value()).toMatchObject({ state: 'ACCEPTED', corrections: [] });
});

test('a disputed exception stays unresolved, a closed one does not; both need a note and are in the audit log', async () => {
  const failed = await payOut();
  await hear('PAYOUT_TOLD', failed, 'FAILED', 'PROCESSED');
  const { exceptionId } = await exceptionOf(failed);
  const act = (endpoint: typeof disputeException | typeof closeException, note: string) =>
    api.call(endpoint, { params: { exceptionId }, body: { note }, token: admin });
  expect((await act(disputeException, '   ')).status).toBe(400);
  const { unresolved } = (await api.call(listExceptions, { token: admin })).value();
  expect((await act(disputeException, 'Asked MODULR')).value()).toMatchObject({
    state: 'DISPUTED',
    note: 'Asked MODULR',
  });
  expect((await api.call(listExceptions, { token: admin })).value().unresolved).toBe(unresolved);
  api.pass({ seconds: 1 });
  expect((await act(closeException, 'Their mistake')).value()).toMatchObject({ state: 'CLOSED', corrections: [] });
  expect((await act(disputeException, 'Again')).status).toBe(409);
  expect((await api.call(listExceptions, { token: admin })).value().unresolved).toBe(unresolved - 1);
  await hear('PAYOUT_TOLD', failed, 'PROCESSED');
  expect((await api.call(getException, { params: { exceptionId }, token: admin })).value()).toMatchObject({
    state: 'CLOSED',
    count: 2,
  });
  const auditLog = await api.call(listActivity, { params, query: 'size=100', token: admin });
  const mine = auditLog.value().content.filter(({ subject }) => subject === exceptionId);
  expect(mine.map(({ action }) => action)).toEqual(['EXCEPTION_CLOSED', 'EXCEPTION_DISPUTED']);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 10_000 });
});

test('filters the list by state, kind and merchant', async () => {
  const total = async (query: string) =>
    (await api.call(listExceptions, { query, token: admin })).value().totalElements;
  expect(await total('state=CLOSED')).toBe(1);
  expect(await total('kind=UNKNOWN_TO_US')).toBe(1);
  expect(await total(`merchantId=${ids.stranger}`)).toBe(0);
  expect(await total(`merchantId=${ids.harbour}&state=ACCEPTED,OPEN,DISPUTED,CLOSED`)).toBe(await total(''));
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});
