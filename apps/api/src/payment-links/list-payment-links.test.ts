import { createPaymentLink, listPaymentLinks, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  const own = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: 1, currency: 'GBP' } as const;
  await seedAccount(createTestApp(database).services, own);
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  token = await signInAs(app, 'operator');
});

async function makeLink(wanted: Record<string, unknown>): Promise<PaymentLink> {
  const paymentRequest = { currency: 'GBP', amount: 12.5, reference: 'ORDER-1' };
  const body = { applicationId: ids.harbourShop, paymentRequest, ...wanted };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  return (await app.call(createPaymentLink, { token, body, headers })).value();
}

test('the list is newest first, by application and time, in pages', async () => {
  app.pass({ hours: 30 });
  token = await signInAs(app, 'operator');
  const first = await makeLink({ merchantPaymentId: 'first' });
  app.pass({ minutes: 1 });
  const second = await makeLink({ merchantPaymentId: 'second' });
  const list = async (query: string) => (await app.call(listPaymentLinks, { token, query })).value();
  const query = `applicationId=${ids.harbourShop}&showOnlyLinks=true&startDateTimeUtc=${first.createdAt}`;
  const page = await list(`${query}&size=20&showNotStarted=true`);
  expect(page.content.map(({ paymentIntentId }) => paymentIntentId)).toEqual([
    second.paymentIntentId,
    first.paymentIntentId,
  ]);
  const next = await list(`${query}&size=1&page=1`);
  expect(next).toMatchObject({ totalElements: 2, last: true, content: [{ merchantPaymentId: 'first' }] });
  expect((await list(`${query}&showNotStarted=false`)).totalElements).toBe(0);
  expect((await list(`applicationId=${ids.harbourApp}`)).totalElements).toBe(0);
});

test('the list can be searched by description, reference, order, id, full address and amount, and filtered by status', async () => {
  app.pass({ hours: 30 });
  token = await signInAs(app, 'operator');
  const sum = { currency: 'GBP', amount: 4321.09, reference: 'INV 100_A' } as const;
  const own = { merchantPaymentId: 'ORD-77\\B', customerIntentDescription: 'Écharpe Bleue', paymentRequest: sum };
  const made = await makeLink(own);
  app.pass({ minutes: 1 });
  const other = await makeLink({
    merchantPaymentId: 'ORD-78',
    expiresAtUtc: toWireTime(app.services.clock.now().getTime() + 3_600_000),
  });
  const base = `applicationId=${ids.harbourShop}&startDateTimeUtc=${made.createdAt}&showNotStarted=true`;
  const find = async (more: Record<string, string>) => {
    const { content } = (
      await app.call(listPaymentLinks, { token, query: `${base}&${new URLSearchParams(more)}` })
    ).value();
    return content.map(({ merchantPaymentId }) => merchantPaymentId);
  };
  const one = [own.merchantPaymentId];
  for (const globalSearch of [
    'bleue ÉCHARPE',
    'inv 100_',
    'ord-77\\b',
    made.paymentIntentId.slice(0, 20),
    '£4,321.09',
    '4321.09',
  ]) {
    expect([globalSearch, await find({ globalSearch })]).toEqual([globalSearch, one]);
  }
  expect(await find({ globalSearch: `${made.paymentIntentLink}` })).toEqual(one);
  expect(await find({ globalSearch: 'ord-7' })).toEqual(['ORD-78', ...one]);
  expect(await find({ globalSearch: '€4,321.09' })).toEqual([]);
  expect(await find({ globalSearch: '100__' })).toEqual([]);
  expect(await find({ statuses: 'NOT_STARTED', globalSearch: 'ord-7' })).toEqual(['ORD-78', ...one]);
  for (const globalSearch of ['b', 'IN', '77\\b', '_%']) {
    const { status, text } = await app.call(listPaymentLinks, {
      token,
      query: `${base}&${new URLSearchParams({ globalSearch })}`,
    });
    expect([globalSearch, status]).toEqual([globalSearch, 400]);
    expect(JSON.parse(text)).toMatchObject({
      statusName: 'SEARCH_TOO_SHORT',
      errorMessage: 'A search needs three letters or digits in a row, or an amount.',
    });
  }
  app.pass({ hours: 2 });
  token = await signInAs(app, 'operator');
  expect(await find({ statuses: 'EXPIRED,COMPLETED' })).toEqual(['ORD-78']);
  expect(other.paymentIntentStatus).toBe('NOT_STARTED');
  expect((await app.call(listPaymentLinks, { token, query: `${base}&statuses=PAID` })).status).toBe(400);
  expect((await app.call(listPaymentLinks, { token, query: `${base}&globalSearch=%00` })).status).toBe(400);
});
