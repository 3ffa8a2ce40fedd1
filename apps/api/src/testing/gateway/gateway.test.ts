import { generateKeyPairSync } from 'node:crypto';
import { quoteExchange } from '@volume/contract/balances/exchange.ts';
import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getPayout, makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { decideAttempt } from '#payment-links/attempts/decide-attempt.ts';
import { createSigner } from '#node/sign-text.ts';
import { createGateway } from '#providers/gateway/create-gateway.ts';
import type { PayInStep, ProviderOrder } from '#providers/port.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { type GatewayServer, type Manner, startGatewayServer } from './gateway-server.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let server: GatewayServer;
let token: string;
let books: Books;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
});
beforeEach(async () => {
  api = createTestApp(database, { settings: { signInsPerMinute: 1_000_000, provider: 'GATEWAY' } });
  server = await startGatewayServer(api.services.clock);
  const beneficiaries = await api.services.providers.listBeneficiaries('OPTIMUS', 'C1');
  server.answers['list-beneficiaries'] = ({ customerId }) => ({
    beneficiaries: beneficiaries.map((each) => ({ ...each, customerId })),
  });
  Object.assign(api.services.providers, server.providers);
  accounts += 1;
  const account = { ...params, payInAccountId: accounts, currency: 'GBP', provider: 'OPTIMUS' } as const;
  books = await seedAccount(api.services, account);
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  token = await signInAs(api, 'editor');
  return () => server.close();
});
afterAll(() => database.close());

const payOut = (amount = 5) =>
  api.call(makePayout, {
    params,
    body: { payInAccountId: books.payInAccountId, amount },
    token,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
const statusOf = async (payoutPaymentId: string) =>
  (await api.call(getPayout, { params: { ...params, payoutPaymentId }, token })).value().status;
async function wait(...seconds: number[]): Promise<void> {
  await api.runDueWork();
  for (const each of seconds) {
    api.pass({ seconds: each });
    await api.runDueWork();
  }
}
async function post(path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await api.app.request(path, { method: 'POST', headers, body })).headers.get('location') ?? '';
}
const calls = (name: string) => server.received.filter((call) => call.name === name);

test('pays through the gateway: signed, with the order and its key', async () => {
  const { payoutPaymentId } = (await payOut()).value();
  await wait(15);
  expect(await statusOf(payoutPaymentId)).toBe('PROCESSED');
  expect(calls('submit-order')).toEqual([
    {
      name: 'submit-order',
      idempotencyKey: `order:${payoutPaymentId}`,
      body: expect.objectContaining({ orderId: payoutPaymentId, kind: 'PAYOUT', amount: 500, currency: 'GBP' }),
    },
  ]);
  expect(calls('ask-order')[0]).toMatchObject({ idempotencyKey: undefined, body: { provider: 'OPTIMUS' } });
});

test('a refund names the payment that it returns, which the gateway has to know', async () => {
  const paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 700 });
  const body = { refundPaymentAmount: 7 };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  expect((await api.call(startRefund, { params: { paymentId }, body, headers, token })).status).toBe(201);
  await payOut();
  await wait(15);
  const named = calls('submit-order').map(({ body: { kind, paymentId: id } }) => [kind, id]);
  expect(named).toHaveLength(2);
  expect(Object.fromEntries(named)).toEqual({ PAYOUT: null, REFUND: paymentId });
});

const failing = [
  'SLOWLY',
  'WITH_GARBAGE',
  'WITH_WRONG_SHAPE',
  'TWICE',
  'WITH_503',
  'WITH_REDIRECT',
  'KILLED_BEFORE',
  'KILLED_AFTER',
] as const satisfies Manner[];

test.each(failing)('a gateway that answers %s leaves the payout unknown, and it is paid once', async (manner) => {
  if (manner === 'SLOWLY') server.gateway.timeout = 1_000;
  server.next('submit-order', manner, manner);
  server.next('ask-order', manner);
  const made = (await payOut()).value();
  expect(made.status).toBe('IN_PROGRESS');
  await wait(15, 30, 60, 120, 240);
  expect(await statusOf(made.payoutPaymentId)).toBe('PROCESSED');
  expect([...server.paid.keys()]).toEqual([made.payoutPaymentId]);
  expect(new Set(calls('submit-order').map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 99_500 });
  expect(await audit(database)).toEqual([]);
});

test('submitting again under a new id after a lost answer pays twice (naive twin)', async () => {
  server.next('submit-order', 'KILLED_AFTER');
  const order: Omit<ProviderOrder, 'orderId'> = {
    kind: 'PAYOUT',
    provider: 'OPTIMUS',
    merchantId: ids.harbour,
    payInAccountId: accounts,
    amount: 500,
    currency: 'GBP',
    reference: null,
    beneficiaryId: 'B1',
    paymentId: null,
  };
  const submit = () => server.providers.submit({ ...order, orderId: crypto.randomUUID() });
  await submit().catch(submit);
  expect(server.paid.size).toBe(2);
});

test('when the gateway is unavailable, the payout stays in progress and its money reserved', async () => {
  await server.close();
  const { payoutPaymentId } = (await payOut()).value();
  await wait(15, 30, 60);
  expect(await statusOf(payoutPaymentId)).toBe('IN_PROGRESS');
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 99_500 });
});

test('a refusal gives the money back and shows the provider’s message', async () => {
  server.answers['submit-order'] = () => ({ refusal: { code: 'NOT_ACTIVE', message: 'The account is closed' } });
  const { payoutPaymentId } = (await payOut()).value();
  await api.runDueWork();
  const refused = (await api.call(getPayout, { params: { ...params, payoutPaymentId }, token })).value();
  expect(refused).toMatchObject({ status: 'FAILED', statusDescription: 'The account is closed' });
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 100_000 });
});

test('a payment completes its steps through a failing gateway, and is booked once', async () => {
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'LIVE')`,
  );
  await database.query('UPDATE payee_details SET default_for_currency = nullif(payee_detail_id = $1, false)', [
    accounts,
  ]);
  const paymentRequest = { currency: 'GBP', amount: 10, reference: 'ORDER-1' } as const;
  const body = { applicationId: params.applicationId, paymentRequest };
  const made = await api.call(createPaymentLink, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  const bank = await post(`/sandbox/pay/${made.value().paymentIntentId}`, 'institutionId=natwest');
  const paymentId = bank.split('/').at(-1) ?? '';
  server.answers['start-pay-in'] = () => ({ address: 'https://bank.example/consent' });
  expect((await api.app.request(bank)).headers.get('location')).toBe('https://bank.example/consent');
  const payer = { name: 'Ada Marsh', sortCode: '00-99-00', accountNumber: '12345678', iban: null };
  await decideAttempt(api.services, { merchantId: ids.harbour, paymentId }, { isApproved: true, payer });

  const step = { hold: null, description: null, nextIn: 1_000 };
  const following: Record<string, string> = { PENDING: 'COMPLETED', COMPLETED: 'SETTLED' };
  server.answers['submit-pay-in'] = () => ({ ...step, status: 'PENDING' });
  server.answers['next-pay-in-step'] = ({ last }) => ({
    step: { ...step, status: following[(last as PayInStep).status] ?? 'FAILED' },
  });
  server.gateway.timeout = 1_000;
  server.next('submit-pay-in', 'KILLED_AFTER', 'WITH_503', 'TWICE');
  server.next('next-pay-in-step', 'WITH_GARBAGE', 'SLOWLY', 'TWICE');
  await wait(1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256);
  const payIn = await api.call(getPayIn, { token, params: { paymentId } });
  expect(payIn.value().paymentStatus).toBe('SETTLED');
  expect(new Set(calls('submit-pay-in').map(({ idempotencyKey }) => idempotencyKey))).toEqual(
    new Set([`submit:${paymentId}`]),
  );
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 101_000 });
  expect(await audit(database)).toEqual([]);
});

test('quotes with the rate of the gateway, and quotes nothing without one', async () => {
  const euros = 1_000 + accounts;
  await seedAccount(api.services, { ...params, payInAccountId: euros, currency: 'EUR' });
  const body = { fromPayInAccountId: books.payInAccountId, toPayInAccountId: euros, sellAmount: 100 };
  const quote = () => api.call(quoteExchange, { params, body, token });
  server.answers['exchange-rate'] = () => ({ rate: 1.15, midRate: 1.16 });
  expect((await quote()).value()).toMatchObject({ rate: 1.15, midRate: 1.16, buyAmount: 11_488 });
  server.answers['exchange-rate'] = () => ({ rate: '1.15', midRate: -1 });
  const refused = await quote();
  expect([refused.status, refused.problem().statusName]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  expect(calls('exchange-rate')[0]?.body).toEqual({ sell: 'GBP', buy: 'EUR' });
});

test.each([
  ['GBP', { accountNumber: null, sortCode: '04-00-75', iban: null }],
  ['GBP', { accountNumber: null, sortCode: null, iban: 'GB33BUKB20201555555555' }],
  ['EUR', { accountNumber: '31926819', sortCode: '04-00-75', iban: null }],
] as const)('an account in %s with the numbers %j is not opened', async (currency, numbers) => {
  server.answers['open-account'] = () => ({ ...numbers, customerId: 'C1', accountId: 'A1' });
  const order = { reference: `R-${currency}`, merchantId: ids.harbour, currency };
  await expect(server.providers.openAccount('OPTIMUS', order)).rejects.toThrow('else than the protocol says');
});

test('an account in pounds is known by its number and sort code, also where the gateway adds an IBAN', async () => {
  const numbers = { accountNumber: '31926819', sortCode: '04-00-75' };
  server.answers['open-account'] = () => ({
    ...numbers,
    iban: 'GB33MODR04007531926819',
    customerId: 'C1',
    accountId: 'A1',
  });
  const order = { reference: 'R-1', merchantId: ids.harbour, currency: 'GBP' } as const;
  expect(await server.providers.openAccount('OPTIMUS', order)).toMatchObject({ ...numbers, iban: null });
});

test('a rate below six decimals is no rate', async () => {
  const euros = 1_000 + accounts;
  await seedAccount(api.services, { ...params, payInAccountId: euros, currency: 'EUR' });
  const body = { fromPayInAccountId: books.payInAccountId, toPayInAccountId: euros, buyAmount: 100 };
  server.answers['exchange-rate'] = () => ({ rate: 0.0000004, midRate: 1 });
  const refused = await api.call(quoteExchange, { params, body, token });
  expect([refused.status, refused.problem().statusName]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
});

test('words that no database can store end an order all the same', async () => {
  const words = 'Closed\u0000\u0000\u001f';
  server.answers['submit-order'] = () => ({ refusal: { code: 'CLOSED', message: words } });
  server.answers['ask-order'] = () => ({ order: null });
  const { payoutPaymentId: refused } = (await payOut()).value();
  await wait(15);
  server.answers['submit-order'] = () => ({ refusal: null });
  server.answers['ask-order'] = () => ({ order: { status: 'CANCELLED', description: words } });
  const { payoutPaymentId: cancelled } = (await payOut()).value();
  await wait(15);
  expect([await statusOf(refused), await statusOf(cancelled)]).toEqual(['FAILED', 'CANCELLED']);
});

test('a call that was signed with another key is not accepted', async () => {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const stranger = createGateway({ ...server.gateway, sign: createSigner(key) });
  await expect(stranger.exchangeRate('GBP', 'EUR')).rejects.toThrow('status 401');
  expect(server.received).toEqual([]);
});
