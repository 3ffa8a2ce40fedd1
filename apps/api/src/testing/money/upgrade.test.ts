import { listPayInAccounts } from '@volume/contract/balances.ts';
import { listPayIns } from '@volume/contract/pay-ins.ts';
import { getPaymentsSummary } from '@volume/contract/revenue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { migrations } from '#database/migrations/migrations.ts';
import { writeContext } from '#core/write-context.ts';
import { audit } from '#ledger/audit.ts';
import { post } from '#ledger/post.ts';
import { type Books, move } from '#ledger/transfer.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, seedPeople } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const older = '0012-monthly';
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const amounts = [1_000, 250, 7_575, 30];
let database: Database;
let api: TestApp;
let books: Books;
let standing: Record<string, number>;

/** A database as an older build left it: with money in it, some held, some on its way out. */
beforeAll(async () => {
  database = await openTestDatabase('empty');
  await database.run('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(database, older);
  await seedPeople(database);
  api = createTestApp(database);
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  for (const amount of amounts) await pay(amount, `payer ${amount}`);
  await seedPayment(api.services, { books, applicationId: params.applicationId, amount: 400, hold: 'HELD' });
  await payOut(600);
  standing = await readBooks(database, books);
}, 120_000);
afterAll(() => database.close());

/** A settled payment whose payer stands in its own search text, as older builds wrote it. */
async function pay(amount: number, payer: string): Promise<void> {
  const paymentId = await seedPayment(api.services, { books, applicationId: params.applicationId, amount });
  await database.query('UPDATE payment_search SET text = $3 WHERE merchant_id = $1 AND payment_id = $2', [
    params.merchantId,
    paymentId,
    payer,
  ]);
}

async function payOut(amount: number): Promise<void> {
  const context = writeContext(api.services);
  const payoutPaymentId = context.newId();
  await database.transaction(async (queries) => {
    await queries.query(
      `INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status, amount, currency, destination,
         created_at, updated_at)
       VALUES ($1, $2, $3, 1, 'PAYOUT', 'IN_PROGRESS', $4, 'GBP', '{"type":"SCAN"}', $5, $5)`,
      [params.merchantId, payoutPaymentId, params.applicationId, amount, context.at],
    );
    await post(queries, context, [move('PAYOUT_RESERVED', books, amount, { payoutPaymentId })]);
  });
}

test('an older build’s database, with money in it, is brought up to date and its books stay as they were', async () => {
  const expected = migrations.map(({ name }) => name).filter((name) => name > older);
  expect(expected.length).toBeGreaterThan(0);
  expect(await migrate(database)).toEqual(expected);
  expect(await readBooks(database, books)).toEqual(standing);
  expect(await audit(database)).toEqual([]);
});

test('what it holds is listed, found, added up and moved on by this build', async () => {
  const token = await signInAs(api, 'editor');
  const listed = (await api.call(listPayIns, { token })).value();
  expect(listed.totalElements).toBe(amounts.length + 1);
  const found = (await api.call(listPayIns, { token, query: 'globalSearch=payer%207575' })).value();
  expect(found.content.map(({ paymentRequest }) => paymentRequest.amount)).toEqual([7_575]);
  const { totals } = (await api.call(getPaymentsSummary, { token })).value();
  const sum = amounts.reduce((total, amount) => total + amount, 400);
  expect(totals).toEqual([{ currency: 'GBP', paymentStatus: 'SETTLED', count: amounts.length + 1, amount: sum }]);
  const [account] = (await api.call(listPayInAccounts, { token, params })).value();
  expect(account?.virtualAccountInformation).toEqual({ availableBalance: sum - 1_000, balance: sum });
  expect(await audit(database)).toEqual([]);
});
