import { signIn } from '@volume/contract/session.ts';
import { startRefund } from '@volume/contract/refunds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, password } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let api: TestApp;
let books: Books;
let token: string;

async function tokenOf(name: string): Promise<string> {
  const signedIn = (await api.call(signIn, { body: { email: emailOf(name), password } })).value();
  if (!('accessToken' in signedIn)) throw new Error('no session');
  return signedIn.accessToken;
}

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  token = await tokenOf('editor');
  const account = {
    merchantId: ids.harbour,
    payInAccountId: 1,
    currency: 'GBP',
    applicationId: ids.harbourShop,
  } as const;
  books = await seedAccount(api.services, account);
});
afterAll(() => database.close());

const pay = (amount: number, rest = {}) =>
  seedPayment(api.services, { books, applicationId: ids.harbourShop, amount, ...rest });
const refund = (
  paymentId: string,
  amount: number,
  rest: { token?: string; key?: string; headers?: Record<string, string> } = {},
) =>
  api.call(startRefund, {
    params: { paymentId },
    body: { refundPaymentAmount: amount },
    token: rest.token ?? token,
    headers: { 'idempotency-key': rest.key ?? crypto.randomUUID(), ...rest.headers },
  });

describe('a refund', () => {
  test('is reserved, submitted and processed', async () => {
    const paymentId = await pay(30);
    const before = await readBooks(database, books);
    const first = await refund(paymentId, 0.1);
    expect(first.status).toBe(201);
    expect(first.value()).toMatchObject({ refundPaymentAmount: 10, refundStatus: 'IN_PROGRESS' });
    expect((await refund(paymentId, 0.2)).problem()).toMatchObject({ statusCode: 409 });
    api.pass({ seconds: 5 });
    await api.runDueWork();
    const second = await refund(paymentId, 0.2);
    expect(second.status).toBe(201);
    api.pass({ seconds: 5 });
    await api.runDueWork();
    const after = await readBooks(database, books);
    expect(after['AVAILABLE']).toBe(before['AVAILABLE']! - 30);
    expect(after['PENDING_OUT']).toBe(0);
    expect((await refund(paymentId, 0.01)).status).toBe(409);
  });
  test('above the available balance is refused', async () => {
    const paymentId = await pay(500_00, { hold: 'HELD' });
    expect((await refund(paymentId, 1)).status).toBe(409);
  });
});
