import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { usualHabits } from '#providers/simulated/habits.ts';
import { type ApprovalWorld, createApprovalWorld, keyed, shop } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { createTestApp } from '#testing/test-app.ts';

let database: Database;
let world: ApprovalWorld;
let accounts = 100;

beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await world.setPolicy({ GBP: 500, EUR: null });
});
// Orders of earlier tests are more than 24 hours old.
beforeEach(() => world.api.pass({ hours: 25 }));
afterAll(() => database.close());

/** Whether a payout waits, and its id. */
async function pay(
  books: Books,
  amount: number,
  { to, by = 'editor' as TestPerson }: { to?: string; by?: TestPerson } = {},
) {
  const { payoutPaymentId, approval } = (await world.payOut(books, amount, by, to)).value();
  return { orderId: payoutPaymentId, waits: approval?.state === 'WAITING' };
}
const waits = async (...given: Parameters<typeof pay>) => (await pay(...given)).waits;

async function addBeneficiary({ payInAccountId }: Books, id: string, iban: string | null = null): Promise<string> {
  await database.query(
    `INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, name, account_type, account_number, sort_code, iban, name_check)
     VALUES ($1, $2, $3, 'Hazel Ltd', $4, $5, $6, $7, 'MATCHES')`,
    iban === null
      ? [ids.harbour, id, `C${payInAccountId}`, 'SCAN', '55779911', '20-11-09', null]
      : [ids.harbour, id, `C${payInAccountId}`, 'IBAN', null, null, iban],
  );
  return id;
}

test('adds up payouts to one recipient within 24 hours, also of different users', async () => {
  const books = await world.openAccount(500_000);
  expect(await waits(books, 30_000)).toBe(false);
  expect(await waits(books, 20_000, { by: 'merchantadmin' })).toBe(false);
  expect(await waits(books, 1)).toBe(true);
  const other = await addBeneficiary(books, 'B-1');
  expect(await waits(books, 50_000, { to: other })).toBe(false);
  world.api.pass({ hours: 24, seconds: 1 });
  expect(await waits(books, 50_000)).toBe(false);
});

test('does not count orders twice that wait, were approved or were given back', async () => {
  const books = await world.openAccount(500_000);
  const { orderId } = await pay(books, 60_000);
  expect((await world.approve(orderId)).status).toBe(200);
  await world.settle();
  expect(await waits(books, 30_000)).toBe(false);
  const { orderId: refused } = await pay(books, 30_000);
  expect((await world.refuse(refused)).status).toBe(200);
  await world.settle();
  // The provider refuses this one, so its money is returned.
  const refusal = { code: 'CLOSED', message: 'The account is closed' };
  const api = createTestApp(database, { habitsOf: () => ({ ...usualHabits, answer: refusal }) });
  api.pass({ seconds: (world.api.services.clock.now().getTime() - api.services.clock.now().getTime()) / 1000 });
  const body = { payInAccountId: books.payInAccountId, amount: 200 };
  const editor = { ...(await world.as('editor')), params: shop };
  expect((await api.call(makePayout, { ...editor, body })).status).toBe(200);
  await api.runDueWork();
  expect(await waits(books, 20_000)).toBe(false);
  expect(await waits(books, 1)).toBe(true);
});

test('treats a second beneficiary with the same bank account as the same recipient, also by a British IBAN', async () => {
  const books = await world.openAccount(500_000);
  const [first, second] = [
    await addBeneficiary(books, 'B-scan'),
    await addBeneficiary(books, 'B-iban', 'GB33BUKB20110955779911'),
  ];
  expect(await waits(books, 40_000, { to: first })).toBe(false);
  expect(await waits(books, 20_000, { to: second })).toBe(true);
});

test('adds refunds to one payer to payouts to the same account', async () => {
  const books = await world.openAccount(500_000);
  const refund = async (amount: number) => {
    const paymentId = await seedPayment(world.api.services, { books, applicationId: ids.harbourShop, amount });
    const data = {
      accountHolderName: 'Ada',
      accountIdentifications: [
        { type: 'SORT_CODE', number: '601613' },
        { type: 'ACCOUNT_NUMBER', number: '31926819' },
      ],
    };
    await database.query('UPDATE payments SET refund_data = $1 WHERE payment_id = $2', [
      JSON.stringify(data),
      paymentId,
    ]);
    const body = { refundPaymentAmount: amount / 100 };
    const answer = await world.api.call(startRefund, { ...(await world.as('editor')), params: { paymentId }, body });
    return answer.value().approval?.state === 'WAITING';
  };
  expect(await refund(30_000)).toBe(false);
  expect(await refund(30_000)).toBe(true);
  await database.query(
    `INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, name, account_type, account_number, sort_code, name_check)
     VALUES ($1, 'B-payer', $2, 'Ada', 'SCAN', '31926819', '60-16-13', 'MATCHES')`,
    [ids.harbour, `C${books.payInAccountId}`],
  );
  expect(await waits(books, 30_000, { to: 'B-payer' })).toBe(true);
  expect(await waits(books, 20_000, { to: 'B-payer' })).toBe(false);
});

/** An account in euros with nothing exchanged into it. */
async function openEuros(amount: number): Promise<Books> {
  accounts += 1;
  const books = await seedAccount(world.api.services, { ...shop, payInAccountId: accounts, currency: 'EUR' });
  if (amount > 0) await seedPayment(world.api.services, { books, applicationId: ids.harbourShop, amount });
  return books;
}

async function exchange(from: Books, to: Books, sellAmount: number) {
  const editor = await world.as('editor');
  const accountIds = { fromPayInAccountId: from.payInAccountId, toPayInAccountId: to.payInAccountId };
  const quote = await world.api.call(quoteExchange, {
    ...editor,
    params: shop,
    body: { ...accountIds, sellAmount: sellAmount / 100 },
  });
  const body = { quoteId: quote.value().quoteId };
  return (
    await world.api.call(bookExchange, { ...editor, params: shop, body, headers: { ...editor.headers, ...keyed() } })
  ).value();
}

test('exchanged money keeps the threshold of the currency it was sold from, whether split or later', async () => {
  const [pounds, euros] = [await world.openAccount(500_000), await openEuros(900_000)];
  expect(await waits(euros, 100_000)).toBe(false);
  world.api.pass({ hours: 25 });
  const { buyAmount } = await exchange(pounds, euros, 40_000);
  expect(await waits(euros, 100_000)).toBe(false);
  world.api.pass({ hours: 25 });
  await exchange(pounds, euros, 30_000);
  expect(await waits(euros, buyAmount)).toBe(false);
  expect(await waits(euros, buyAmount)).toBe(true);
  world.api.pass({ hours: 24 * 40 });
  expect(await waits(euros, 70_000)).toBe(true);
  // A threshold for euros does not lift the one for pounds.
  expect((await world.setPolicy({ GBP: 500, EUR: 9_999 })).status).toBe(200);
  expect(await waits(euros, 70_000)).toBe(true);
});

test('adds an order in pounds and exchanged euros to the same recipient', async () => {
  const [pounds, euros] = [await world.openAccount(500_000), await openEuros(0)];
  await exchange(pounds, euros, 40_000);
  const iban = 'IE29AIBK93115212345678';
  const [inPounds, inEuros] = [
    await addBeneficiary(pounds, 'B-pounds', iban),
    await addBeneficiary(euros, 'B-euros', iban),
  ];
  expect(await waits(pounds, 30_000, { to: inPounds })).toBe(false);
  expect(await waits(euros, 30_000, { to: inEuros })).toBe(true);
});

test('an exchange into the currency without a threshold does not itself need approval', async () => {
  const [pounds, euros] = [await world.openAccount(500_000), await openEuros(0)];
  expect((await exchange(pounds, euros, 300_000)).status).toBe('COMPLETED');
});

test('the ledger passes the audit after all of these tests', async () => {
  await world.settle();
  expect(await audit(database)).toEqual([]);
});
