import { listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { listFailedJobs } from '@volume/contract/failed-jobs/failed-jobs.ts';
import { getPayIn, getPayInDetails } from '@volume/contract/pay-ins/pay-ins.ts';
import { cancelPaymentLink, createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getPayout, makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { rememberOrders } from '#providers/inbound/order-merchants.ts';
import type { PayInStep } from '#providers/port.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { type GatewayServer, startGatewayServer } from './gateway-server.ts';
import { createMessageSender } from './message-sender.ts';

const sender = createMessageSender();
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const payer = { name: 'Ada Marsh', sortCode: '00-99-00', accountNumber: '12345678' };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
let database: Database;
let api: TestApp;
let server: GatewayServer;
let editor: string;
let admin: string;
let books: Books;
let accounts = 0;
/** The steps that the gateway has for each payment after its last one; by default it pays and settles, also after it failed with us. */
let following: Record<string, PayInStep | null>;

const step = (status: PayInStep['status']): PayInStep => ({ status, hold: null, description: null, nextIn: 1_000 });

beforeAll(async () => {
  database = await openPeople();
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'LIVE')`,
  );
});
beforeEach(async () => {
  await database.query('DELETE FROM due_work');
  const settings = { signInsPerMinute: 1_000_000, provider: 'GATEWAY' } as const;
  api = createTestApp(database, { settings, parts: { gatewayKeys: sender.keys } });
  server = await startGatewayServer(api.services.clock);
  const beneficiaries = await api.services.providers.listBeneficiaries('OPTIMUS', 'C1');
  server.answers['list-beneficiaries'] = ({ customerId }) => ({
    beneficiaries: beneficiaries.map((each) => ({ ...each, customerId })),
  });
  following = { PENDING: step('COMPLETED'), COMPLETED: step('SETTLED'), FAILED: step('COMPLETED') };
  server.answers['start-pay-in'] = () => ({ address: 'https://bank.example/consent' });
  server.answers['submit-pay-in'] = () => step('PENDING');
  server.answers['next-pay-in-step'] = ({ last }) => ({ step: following[(last as PayInStep).status] ?? null });
  // A gateway that accepts orders and reports nothing about them unless it is asked.
  server.answers['ask-order'] = () => ({ order: { status: 'IN_PROGRESS', description: null } });
  server.answers['submit-order'] = () => ({ refusal: null });
  Object.assign(api.services.providers, rememberOrders(server.providers, database));
  accounts += 1;
  const account = { ...params, payInAccountId: accounts, currency: 'GBP', provider: 'OPTIMUS' } as const;
  books = await seedAccount(api.services, account);
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  await database.query('UPDATE payee_details SET default_for_currency = nullif(payee_detail_id = $1, false)', [
    accounts,
  ]);
  [editor, admin] = [await signInAs(api, 'editor'), await signInAs(api, 'admin')];
  return () => server.close();
});
afterAll(() => database.close());

/** Starts an attempt to pay a link at the bank, and returns the address of its page and the payment. */
async function begin(expiresAtUtc?: string) {
  const paymentRequest = { currency: 'GBP', amount: 10, reference: 'ORDER-1' } as const;
  const body = { applicationId: params.applicationId, paymentRequest, ...(expiresAtUtc && { expiresAtUtc }) };
  const made = await api.call(createPaymentLink, { token: editor, body, headers: key() });
  const page = `/sandbox/pay/${made.value().paymentIntentId}`;
  return { page, paymentId: await chooseBank(page) };
}

async function chooseBank(page: string, cookie = ''): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  const answer = await api.app.request(page, { method: 'POST', headers, body: 'institutionId=natwest' });
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

let sent = 0;
/** Sends a message and runs the jobs that are due; each message has its own id unless it is given. */
async function deliver(message: object): Promise<void> {
  const answer = await sender.send(api, { messageId: `m-${(sent += 1)}`, ...message });
  expect(answer.status).toBe(200);
  await api.runDueWork();
}
const approved = (paymentId: string, more: object = {}) => ({ type: 'pay-in-approved', paymentId, payer, ...more });

async function wait(...seconds: number[]): Promise<void> {
  for (const each of seconds) {
    api.pass({ seconds: each });
    await api.runDueWork();
  }
}
const statusOf = async (paymentId: string) =>
  (await api.call(getPayIn, { token: editor, params: { paymentId } })).value().paymentStatus;
const detailsOf = async (paymentId: string) =>
  (await api.call(getPayInDetails, { token: editor, params: { paymentId } })).value();
const exceptionsOf = async (objectId: string) =>
  (await api.call(listExceptions, { query: 'size=100', token: admin }))
    .value()
    .content.filter((each) => each.objectId === objectId);
const failedJobs = async () => (await api.call(listFailedJobs, { token: admin })).value().content;
const calls = (name: string) => server.received.filter((call) => call.name === name);

/** Settled once: one submission, its money in the books once, and books that balance. */
async function expectPaidOnce(paymentId: string): Promise<void> {
  expect(await statusOf(paymentId)).toBe('SETTLED');
  expect(new Set(calls('submit-pay-in').map(({ idempotencyKey }) => idempotencyKey))).toEqual(
    new Set([`submit:${paymentId}`]),
  );
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 101_000 });
  expect(await audit(database)).toEqual([]);
}

test('a payment approved by message is paid and settled, with the payer’s data from the bank', async () => {
  const { paymentId } = await begin();
  await deliver(approved(paymentId));
  expect(await statusOf(paymentId)).toBe('AUTHORIZED');
  await wait(1, 1, 1);
  await expectPaidOnce(paymentId);
  expect(JSON.stringify(await detailsOf(paymentId))).toMatch(/Ada Marsh.*00-99-00/);
});

test('an approval that arrives twice, also concurrently and under other ids, pays once', async () => {
  const { paymentId } = await begin();
  const [one, two] = [approved(paymentId, { messageId: `twice-${paymentId}` }), approved(paymentId)];
  await Promise.all([one, one, { messageId: `other-${paymentId}`, ...two }].map((each) => sender.send(api, each)));
  await wait(0, 1, 1, 1);
  await deliver(approved(paymentId));
  await expectPaidOnce(paymentId);
  expect(await failedJobs()).toEqual([]);
});

test('a payment of a bank that does not send an account is settled too', async () => {
  const { paymentId } = await begin();
  await deliver(approved(paymentId, { payer: { name: 'Ada Marsh', iban: null } }));
  await wait(1, 1, 1);
  await expectPaidOnce(paymentId);
});

test('a payment that the payer declined stays failed when an approval arrives afterwards', async () => {
  const { paymentId } = await begin();
  await deliver({ type: 'pay-in-declined', paymentId });
  expect(await statusOf(paymentId)).toBe('FAILED');
  following = {};
  await deliver(approved(paymentId));
  await wait(1, 1, 1);
  expect([await statusOf(paymentId), await exceptionsOf(paymentId)]).toEqual(['FAILED', []]);
  expect(calls('submit-pay-in')).toEqual([]);
});

test('a decline after the approval changes nothing, and so does another one', async () => {
  const { paymentId } = await begin();
  await deliver(approved(paymentId));
  await deliver({ type: 'pay-in-declined', paymentId });
  await wait(1, 1, 1);
  await deliver({ type: 'pay-in-declined', paymentId });
  await expectPaidOnce(paymentId);
});

test('an approval after the payment failed on our side is an exception when the provider reports that it was paid', async () => {
  const { page, paymentId } = await begin();
  await chooseBank(page, `v_attempt=${paymentId}`);
  expect(await statusOf(paymentId)).toBe('FAILED');
  await deliver(approved(paymentId));
  expect(await exceptionsOf(paymentId)).toMatchObject([
    { kind: 'STATUS_DIFFERS', ourStatus: 'FAILED', providerStatus: 'COMPLETED' },
  ]);
  await deliver(approved(paymentId));
  expect(await exceptionsOf(paymentId)).toMatchObject([{ count: 2 }]);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 100_000 });
});

test('a payment that failed on our side and is paid later becomes an exception when the provider reports it', async () => {
  const { page, paymentId } = await begin();
  await chooseBank(page, `v_attempt=${paymentId}`);
  following = {};
  await deliver(approved(paymentId));
  expect(await exceptionsOf(paymentId)).toEqual([]);
  following = { FAILED: step('COMPLETED') };
  await deliver({ type: 'pay-in-changed', paymentId });
  expect(await exceptionsOf(paymentId)).toMatchObject([{ kind: 'STATUS_DIFFERS' }]);
});

test('an approval after the link has expired is not submitted', async () => {
  const { paymentId } = await begin('2026-11-21T10:05:00.000');
  api.pass({ hours: 2 });
  editor = await signInAs(api, 'editor');
  await deliver(approved(paymentId));
  await wait(1, 1);
  expect(JSON.stringify(await detailsOf(paymentId))).toContain('The payment link had expired');
  expect(calls('submit-pay-in')).toEqual([]);
});

test('an approval of a link that was cancelled is an exception when the provider reports that it was paid', async () => {
  const { page, paymentId } = await begin();
  const params = { paymentIntentId: page.split('/').at(-1)! };
  expect((await api.call(cancelPaymentLink, { token: editor, params })).status).toBe(200);
  await deliver(approved(paymentId));
  expect([await statusOf(paymentId), calls('submit-pay-in')]).toEqual(['FAILED', []]);
  expect(await exceptionsOf(paymentId)).toMatchObject([
    { kind: 'STATUS_DIFFERS', ourStatus: 'FAILED', providerStatus: 'COMPLETED' },
  ]);
});

test('an approval that overtakes the commit of its attempt is applied once it is committed', async () => {
  const { paymentId } = await begin();
  const hidden = await database.query('DELETE FROM object_directory WHERE object_id = $1 RETURNING kind', [paymentId]);
  expect(hidden).toEqual([{ kind: 'PAYMENT' }]);
  await deliver(approved(paymentId));
  expect(await statusOf(paymentId).catch(() => 'unknown')).not.toBe('AUTHORIZED');
  expect(await failedJobs()).toMatchObject([{ kind: 'GATEWAY_MESSAGE', failures: 1 }]);
  await database.query(`INSERT INTO object_directory VALUES ($1, $2, 'PAYMENT')`, [paymentId, ids.harbour]);
  await wait(1, 1, 1, 1);
  await expectPaidOnce(paymentId);
  expect(await failedJobs()).toEqual([]);
});

test('a change message before the approval changes nothing, and the payment continues after it', async () => {
  const { paymentId } = await begin();
  await deliver({ type: 'pay-in-changed', paymentId });
  expect([await statusOf(paymentId), calls('next-pay-in-step')]).toEqual(['AWAITING_AUTHORIZATION', []]);
  await deliver(approved(paymentId));
  await wait(1, 1, 1);
  await expectPaidOnce(paymentId);
});

test('a change message triggers the next step immediately, however long the job would have waited', async () => {
  const { paymentId } = await begin();
  following = {};
  await deliver(approved(paymentId));
  await wait(1, 1, 15, 30, 60, 120, 240, 480, 960);
  expect(await statusOf(paymentId)).toBe('PENDING');
  following = { PENDING: step('COMPLETED'), COMPLETED: step('SETTLED') };
  await deliver({ type: 'pay-in-changed', paymentId });
  expect(await statusOf(paymentId)).toBe('COMPLETED');
  await wait(1);
  await expectPaidOnce(paymentId);
});

test('a payment that is reported as returned without having been held adds no money, and ends once the gateway reports the hold', async () => {
  const { paymentId } = await begin();
  following = { ...following, COMPLETED: { ...step('SETTLED'), hold: 'RETURNED' } };
  await deliver(approved(paymentId));
  await wait(1, 1, 1);
  expect(await statusOf(paymentId)).toBe('COMPLETED');
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 100_000, HELD: 0 });
  expect(await failedJobs()).toMatchObject([{ kind: 'PAYMENT_ATTEMPT' }]);
  following = { COMPLETED: { ...step('SETTLED'), hold: 'HELD' }, SETTLED: { ...step('SETTLED'), hold: 'RETURNED' } };
  await wait(1, 1);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 100_000, HELD: 0 });
  expect([await failedJobs(), await audit(database)]).toEqual([[], []]);
});

const payOut = async () => {
  const body = { payInAccountId: books.payInAccountId, amount: 5 };
  return (await api.call(makePayout, { params, body, token: editor, headers: key() })).value().payoutPaymentId;
};
const orderStatus = async (payoutPaymentId: string) =>
  (await api.call(getPayout, { params: { ...params, payoutPaymentId }, token: editor })).value().status;
const changed = (orderId: string, status: string, more: object = {}) => ({
  type: 'order-changed',
  kind: 'PAYOUT',
  orderId,
  status,
  ...more,
});

test('an order is processed and returned by messages, in any order and number', async () => {
  const [inOrder, reversed] = [await payOut(), await payOut()];
  await wait(0);
  for (const status of ['HELD', 'PROCESSED', 'PROCESSED', 'IN_PROGRESS', 'HELD'])
    await deliver(changed(inOrder, status));
  expect(await orderStatus(inOrder)).toBe('PROCESSED');
  for (const status of ['RETURNED', 'PROCESSED', 'HELD']) await deliver(changed(reversed, status));
  expect(await orderStatus(reversed)).toBe('RETURNED');
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 99_500 });
  expect([await exceptionsOf(inOrder), await exceptionsOf(reversed), await failedJobs()]).toEqual([[], [], []]);
  expect(await audit(database)).toEqual([]);
});

test('an order that ends differently at the provider becomes an exception with the provider’s message', async () => {
  const orderId = await payOut();
  await wait(0);
  await deliver(changed(orderId, 'FAILED', { description: 'The account is closed' }));
  await deliver(changed(orderId, 'PROCESSED', { description: 'Paid at 10:00' }));
  expect(await exceptionsOf(orderId)).toMatchObject([
    { kind: 'STATUS_DIFFERS', ourStatus: 'FAILED', providerStatus: 'PROCESSED', providerWords: 'Paid at 10:00' },
  ]);
});

test('an unknown order becomes an exception of the merchant whose account it names', async () => {
  const orderId = crypto.randomUUID();
  const known = { provider: 'OPTIMUS', payInAccountId: books.payInAccountId, amount: 700, currency: 'GBP' };
  await deliver(changed(orderId, 'PROCESSED', known));
  expect(await exceptionsOf(orderId)).toMatchObject([
    { kind: 'UNKNOWN_TO_US', merchantId: ids.harbour, payInAccountId: books.payInAccountId },
  ]);
  expect(await failedJobs()).toEqual([]);
});

test.each([
  ['names no account', () => changed(crypto.randomUUID(), 'PROCESSED')],
  ['names an unknown account', () => changed(crypto.randomUUID(), 'PROCESSED', { payInAccountId: 999_999_999 })],
  ['is of the other kind', async () => ({ ...changed(await payOut(), 'PROCESSED'), kind: 'REFUND' })],
  [
    'is of the other kind and names its account',
    async () => {
      const orderId = await payOut();
      await wait(0);
      const account = { payInAccountId: books.payInAccountId, amount: 500, currency: 'GBP' };
      return { ...changed(orderId, 'PROCESSED', account), kind: 'REFUND' };
    },
  ],
])('an order that %s waits among the failed jobs', async (_, message) => {
  const sent = await message();
  await deliver(sent);
  expect(await exceptionsOf(sent.orderId)).toEqual([]);
  expect(await failedJobs()).toMatchObject([
    { kind: 'GATEWAY_MESSAGE', lastError: expect.stringMatching(/^UnknownReference/) },
  ]);
});
