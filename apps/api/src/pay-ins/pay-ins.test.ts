import { getPayIn, getPayInDetails, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { readPayments, type StoredPayment } from '#testing/read-payments.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let payments: StoredPayment[];
let viewer: string;
let admin: string;
let harbour: string;

const signInAs = async (email: string) =>
  ((await app.call(signIn, { body: { email, password: samplePassword } })).value() as SignedIn).accessToken;

beforeAll(async () => {
  database = await openTestDatabase('sample');
  app = createTestApp(database);
  payments = await readPayments(database);
  viewer = await signInAs('isla@harbourbloom.example');
  admin = await signInAs('reader@volume.example');
  const [merchant] = await database.query<{ merchant_id: string }>(
    `SELECT merchant_id FROM merchants WHERE company_name = 'Harbour & Bloom'`,
  );
  harbour = merchant?.merchant_id ?? '';
}, 180_000);
afterAll(() => database.close());

const list = async (query: string, token = viewer) => (await app.call(listPayIns, { query, token })).value();
const some = (is: (payment: StoredPayment) => boolean): StoredPayment => {
  const found = payments.find(is);
  if (found === undefined) throw new Error('the sample world has no such payment');
  return found;
};
const isOwn = ({ merchant_id }: StoredPayment) => merchant_id === harbour;

describe('GET payments', () => {
  test('returns the first ten, newest first, in the page envelope', async () => {
    const page = await list('sort=createdAt,desc&includeNewPayments=true');
    const own = payments.filter(isOwn);
    expect(page.content.map(({ paymentId }) => paymentId)).toEqual(
      own.slice(0, 10).map(({ payment_id }) => payment_id),
    );
    expect(page).toMatchObject({
      totalElements: own.length,
      totalPages: Math.ceil(own.length / 10),
      number: 0,
      size: 10,
      numberOfElements: 10,
      first: true,
      last: false,
      empty: false,
      pageable: { pageNumber: 0, pageSize: 10, offset: 0, paged: true, unpaged: false },
    });
  });

  test('amounts are major units on the wire, times have no zone', async () => {
    const { text } = await app.call(listPayIns, { query: 'size=1', token: viewer });
    const [payment] = (JSON.parse(text) as { content: { createdAt: string; paymentRequest: { amount: number } }[] })
      .content;
    const newest = some(isOwn);
    expect(payment?.paymentRequest.amount).toBe(newest.amount / 100);
    expect(payment?.createdAt).toBe(newest.created_at.toISOString().slice(0, -1));
  });

  test('accepts lists joined by commas and as repeated parameters', async () => {
    const joined = await list('paymentStatuses=FAILED,NEW&size=100');
    expect(await list('paymentStatuses=FAILED&paymentStatuses=NEW&size=100')).toEqual(joined);
    expect(new Set(joined.content.map(({ paymentStatus }) => paymentStatus))).toEqual(new Set(['FAILED', 'NEW']));
  });

  test('a period from the first day to the last contains all payments', async () => {
    const all = await list('size=1');
    const always = 'size=1&startDateTimeUtc=0001-01-01T00:00:00.000&endDateTimeUtc=9999-12-31T23:59:59.999';
    expect(await list(always)).toEqual(all);
    expect((await list('startDateTimeUtc=9999-12-31T00:00:00.000')).totalElements).toBe(0);
  });

  test('both ends of a period and of an amount range are inclusive', async () => {
    const { created_at, amount } = some(isOwn);
    const at = created_at.toISOString().slice(0, -1);
    const own = payments.filter(isOwn);
    for (const [query, isIn] of [
      [`startDateTimeUtc=${at}&endDateTimeUtc=${at}`, (each: StoredPayment) => +each.created_at === +created_at],
      [`minAmount=${amount / 100}&maxAmount=${amount / 100}`, (each: StoredPayment) => each.amount === amount],
    ] as const) {
      const { content, totalElements } = await list(`${query}&size=100`);
      const expected = own.filter(isIn).map(({ payment_id }) => payment_id);
      expect([content.map(({ paymentId }) => paymentId), totalElements]).toEqual([expected, expected.length]);
    }
  });

  test('clamps a size above 100', async () => {
    expect((await list('size=9999')).content).toHaveLength(100);
  });

  test.each([
    'page=-1',
    'page=x',
    'sort=amount,desc',
    'paymentStatuses=LOST',
    'currencies=USD',
    'minAmount=1.234',
    'startDateTimeUtc=soon',
    'refundedFilter=MAYBE',
    'applicationId=x',
    'globalSearch=%00',
  ])('rejects %s with 400', async (query) => {
    expect((await app.call(listPayIns, { query, token: viewer })).status).toBe(400);
  });

  test('an administrator sees all merchants, or the one that the query names', async () => {
    expect((await list('', admin)).totalElements).toBe(payments.length);
    expect((await list(`merchantId=${harbour}`, admin)).totalElements).toBe(payments.filter(isOwn).length);
  });

  test("returns 404 for another merchant's id in any parameter", async () => {
    const foreign = some((payment) => !isOwn(payment));
    for (const query of [`merchantId=${foreign.merchant_id}`, `applicationId=${foreign.application_id}`]) {
      expect((await app.call(listPayIns, { query, token: viewer })).status).toBe(404);
    }
  });
});

describe('fields of a payment', () => {
  const item = async (payment: StoredPayment) =>
    (await app.call(getPayIn, { params: { paymentId: payment.payment_id }, token: admin })).value();

  test('the detail equals the row of the list', async () => {
    const { content } = await list('size=5');
    expect(content).toHaveLength(5);
    for (const row of content) {
      expect((await app.call(getPayIn, { params: { paymentId: row.paymentId }, token: viewer })).value()).toEqual(row);
    }
  });

  test('a EUR payment can lack a reference; a GBP payment has at least an empty one (§3)', async () => {
    const euros = some(({ currency, reference }) => currency === 'EUR' && reference === null);
    expect((await item(euros)).paymentRequest).toMatchObject({ currency: 'EUR', reference: null });
    const pounds = some(({ currency, reference }) => currency === 'GBP' && !reference);
    expect((await item(pounds)).paymentRequest).toMatchObject({ currency: 'GBP', reference: '' });
  });

  test('refunded amounts and tags follow the refunds', async () => {
    const { content } = await list('refundedFilter=REFUNDED&size=100', admin);
    expect(content.length).toBeGreaterThan(0);
    for (const { refunds, amountRefunded, amountRefunding, statusTags, paymentRequest } of content) {
      const sum = (...states: string[]) =>
        refunds
          .filter(({ refundStatus }) => states.includes(refundStatus))
          .reduce((total, one) => total + one.refundPaymentAmount, 0);
      expect(amountRefunded).toBe(sum('PROCESSED'));
      expect(amountRefunding).toBe(sum('IN_PROGRESS', 'HELD'));
      expect(statusTags.includes('REFUNDED')).toBe(amountRefunded === paymentRequest.amount);
      expect(statusTags.includes('PARTIALLY_REFUNDED')).toBe(amountRefunded < paymentRequest.amount);
      expect(statusTags.includes('REFUNDING')).toBe(amountRefunding > 0);
    }
  });

  test('the filter for open refunds finds exactly the payments that have one', async () => {
    const { content } = await list('refundedFilter=REFUNDING&size=100', admin);
    expect(content.length).toBeGreaterThan(0);
    for (const { amountRefunding, statusTags } of content) {
      expect([amountRefunding > 0, statusTags.includes('REFUNDING')]).toEqual([true, true]);
    }
  });

  test('a refund can start only for a settled payment with money left that is not held, returned or being refunded', async () => {
    const all = [
      ...(await list('size=100', admin)).content,
      ...(await list('size=100&heldFilter=HELD', admin)).content,
      ...(await list('size=100&refundedFilter=REFUNDED', admin)).content,
    ];
    for (const payment of all) {
      const isFree = !payment.statusTags.some((tag) => ['HELD', 'RETURNED', 'REFUNDING', 'REFUNDED'].includes(tag));
      expect(payment.canStartRefund).toBe(payment.paymentStatus === 'SETTLED' && payment.isToVirtualAccount && isFree);
    }
    expect(new Set(all.map(({ canStartRefund }) => canStartRefund))).toEqual(new Set([true, false]));
  });

  test('held, released and returned are tags', async () => {
    for (const hold of ['HELD', 'RELEASED', 'RETURNED'])
      expect((await item(some((payment) => payment.hold === hold))).statusTags).toContain(hold);
  });

  test('a payment into a virtual account has a reference of 18 characters', async () => {
    const { paymentRequest } = await item(some(({ type, status }) => type === 'VOLUME' && status === 'SETTLED'));
    expect(paymentRequest.reference).toMatch(/^\d{15}[a-zA-Z]{3}$/);
  });
});

describe('GET payments/{paymentId}/details', () => {
  const details = async (payment: StoredPayment) =>
    (await app.call(getPayInDetails, { params: { paymentId: payment.payment_id }, token: admin })).value();

  test('lists its events in order and ends in the status', async () => {
    const { events, payee, institution } = await details(
      some(({ type, status, hold }) => type === 'VOLUME' && status === 'SETTLED' && hold === 'NONE'),
    );
    const types = events.map(({ type }) => type);
    expect(types.slice(0, 5)).toEqual([
      'NEW',
      'AWAITING_AUTHORIZATION',
      'AUTHORIZED',
      'COMPLETED',
      expect.stringMatching(/SETTLED|WEBHOOK/),
    ]);
    expect(types).toContain('SETTLED');
    expect(events.map(({ atUtc }) => atUtc)).toEqual(events.map(({ atUtc }) => atUtc).toSorted());
    expect(payee?.accountIdentification1.number).toBeTruthy();
    expect(institution?.name).toBeTruthy();
  });

  test('a failed payment has its reason; an active refund and webhook attempts are part of the history', async () => {
    expect((await details(some(({ status }) => status === 'FAILED'))).errorDescription).toBeTruthy();
    const [refund] = await database.query<{ payment_id: string }>(
      `SELECT payment_id FROM refunds WHERE status = 'RETURNED' LIMIT 1`,
    );
    const refunded = await details(some(({ payment_id }) => payment_id === refund?.payment_id));
    expect(refunded.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['REFUND_IN_PROGRESS', 'REFUND_PROCESSED', 'REFUND_RETURNED']),
    );
    const [delivery] = await database.query<{ object_id: string }>(
      `SELECT object_id FROM webhook_deliveries WHERE state = 'DELIVERED' LIMIT 1`,
    );
    const delivered = await details(some(({ payment_id }) => payment_id === delivery?.object_id));
    expect(delivered.events.map(({ type }) => type)).toContain('WEBHOOK_DELIVERED');
  });

  test.each([getPayIn, getPayInDetails])('returns 404 for $name of another merchant or of none', async (endpoint) => {
    const foreign = some((payment) => !isOwn(payment)).payment_id;
    for (const paymentId of [foreign, '01900000-0000-7000-8000-0000000000ff']) {
      expect((await app.call(endpoint, { params: { paymentId }, token: viewer })).status).toBe(404);
    }
    expect((await app.call(endpoint, { params: { paymentId: foreign }, token: admin })).status).toBe(200);
  });
});
