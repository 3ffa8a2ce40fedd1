import { toWireTime } from '@volume/contract/lists/period.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { openTestDatabase, testWorld } from '#testing/open-test-database.ts';
import { recordStatements } from '#testing/statements/recorded-statements.ts';
import { amountsAsWritten, matches, readPayments, type StoredPayment } from '#testing/read-payments.ts';
import { countDirectly, countPayIns, findPayInPage, findPayIns } from './list-pay-ins.ts';
import type { PayInFilter } from './pay-in-filters.ts';

let database: Database;
let payments: StoredPayment[];
/** The merchant with the most payments. */
let busiest: string;

beforeAll(async () => {
  database = await openTestDatabase('sample');
  await database.query('UPDATE payments SET is_sample = true WHERE amount % 7 = 0');
  payments = await readPayments(database);
  const [merchant] = await database.query<{ merchant_id: string }>(
    'SELECT merchant_id FROM payments GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  busiest = merchant?.merchant_id ?? '';
}, 180_000);
afterAll(() => database.close());

const expected = (filter: PayInFilter) =>
  payments.filter((payment) => matches(payment, filter)).map(({ payment_id }) => payment_id);
const first = { page: 0, size: 100, order: 'newest' } as const;
const ids = async (filter: PayInFilter, position = first) =>
  (await findPayIns(database, filter, position)).map(({ paymentId }) => paymentId);

/** Compares the list's first page and count with the reference implementation. */
async function expectAgreement(filter: PayInFilter): Promise<void> {
  const wanted = expected(filter);
  expect(await ids(filter)).toEqual(wanted.slice(0, 100));
  expect(await countPayIns(database, filter)).toBe(wanted.length);
  const page = await findPayInPage(database, filter, first);
  expect([page.content.map(({ paymentId }) => paymentId), page.totalElements]).toEqual([
    wanted.slice(0, 100),
    wanted.length,
  ]);
}

const now = testWorld.now.getTime();
const day = 86_400_000;
const at = (milliseconds: number) => toWireTime(new Date(milliseconds));

describe('each filter on its own finds what the specification defines', () => {
  const cases: [string, Omit<PayInFilter, 'merchantId'>][] = [
    ['nothing asked', {}],
    ['one status', { paymentStatuses: ['FAILED'] }],
    ['several statuses', { paymentStatuses: ['NEW', 'AUTHORIZED', 'SETTLED'] }],
    ['an empty list, which asks for nothing', { paymentStatuses: [], currencies: [] }],
    ['currency', { currencies: ['EUR'] }],
    ['type', { paymentTypes: ['EXTERNAL'] }],
    ['risk', { riskCategory: ['HIGH', 'NA'] }],
    ['without sample payments', { sampleFilter: 'HIDE' }],
    ['sample payments only', { sampleFilter: 'ONLY' }],
    ['refunded', { refundedFilter: 'REFUNDED' }],
    ['not refunded', { refundedFilter: 'NOT_REFUNDED' }],
    ['with an open refund', { refundedFilter: 'REFUNDING' }],
    ['held', { heldFilter: 'HELD' }],
    ['returned', { returnedFilter: 'RETURNED' }],
    ['not returned', { returnedFilter: 'NOT_RETURNED' }],
    ['not held', { heldFilter: 'NOT_HELD' }],
    ['the last 30 days', { startDateTimeUtc: at(now - 30 * day), endDateTimeUtc: at(now) }],
    ['whole days', { startDateTimeUtc: at(Date.UTC(2026, 9, 1)), endDateTimeUtc: at(Date.UTC(2026, 10, 1) - 1) }],
    [
      'a few hours of one day',
      { startDateTimeUtc: at(Date.UTC(2026, 10, 20, 8)), endDateTimeUtc: at(Date.UTC(2026, 10, 20, 17)) },
    ],
    ['a range turned round', { startDateTimeUtc: at(now), endDateTimeUtc: at(now - day) }],
    ['amounts', { minAmount: 1_000, maxAmount: 5_099 }],
    ['the failed at one bank', { paymentStatuses: ['FAILED'], institutionId: 'natwest' }],
    ['all at one bank', { institutionId: 'natwest' }],
    ['the failed without a bank', { paymentStatuses: ['FAILED'], institutionId: 'NONE' }],
    ['the failed without a reason', { failureReason: 'NONE' }],
    ['the failed of one hour of the UTC day', { failureHour: '14' }],
    ['a reason there never was', { failureReason: 'no such reason' }],
    ['without the new payment flow', { includeNewPayments: false }],
  ];
  test.each(cases)('%s', async (_name, filter) => {
    await expectAgreement({ ...filter, merchantId: busiest });
    await expectAgreement({ ...filter, merchantId: null });
  });

  test('finds payments by failure reason', async () => {
    const reasons = payments.map(({ error_description }) => error_description);
    const failureReason = reasons.find((reason) => reason !== null) ?? '';
    expect(expected({ merchantId: null, failureReason }).length).toBeGreaterThan(0);
    await expectAgreement({ merchantId: null, failureReason });
    await expectAgreement({ merchantId: busiest, failureReason, paymentStatuses: ['FAILED'], currencies: ['GBP'] });
    await expectAgreement({ merchantId: busiest, failureReason, paymentStatuses: ['SETTLED'] });
  });

  test('finds a merchantPaymentId by exact match', async () => {
    const merchantPaymentId =
      payments.find((payment) => payment.merchant_payment_id !== null)?.merchant_payment_id ?? '';
    expect(expected({ merchantId: null, merchantPaymentId }).length).toBeGreaterThan(0);
    await expectAgreement({ merchantId: null, merchantPaymentId });
    await expectAgreement({ merchantId: busiest, merchantPaymentId, paymentStatuses: ['SETTLED'] });
    await expectAgreement({ merchantId: null, merchantPaymentId: merchantPaymentId.slice(0, -1) });
    await expectAgreement({ merchantId: null, merchantPaymentId, globalSearch: merchantPaymentId });
  });

  test('filters by application', async () => {
    const applicationId = payments.find(({ merchant_id }) => merchant_id === busiest)?.application_id;
    await expectAgreement({ merchantId: busiest, applicationId });
  });
});

describe('search', () => {
  test.each([
    'priya',
    'PRIYA',
    'Raghunathan',
    'angstrom',
    'ÅNGSTRÖM',
    'محمد',
    'כהן',
    'παπαδ',
    'Иванова',
    '陈',
    '佐藤',
    '김',
    'शर्मा',
    '⭐️',
    '注文-',
    'order-1',
    '100%',
    'Cotton_',
    'order_1',
    'order%1',
    'order\\1',
    'C:\\Acc',
    "O'Bri",
    'o’conn',
    'example.com',
    '60-16-13',
    'DE8',
    'raghunathan  priya',
    'raghunathan example.com',
    'priya order-1',
    '明 陈',
    'no such thing at all',
    '<b>',
  ])('finds %s anywhere in the text', async (search) => {
    await expectAgreement({ merchantId: null, globalSearch: search });
    await expectAgreement({ merchantId: busiest, globalSearch: search });
  });

  const short = ['a', 'DE', "O'", '’', '_', '%', 'x y', '07', 'a b+c', '50%', '{}'];
  test.each(short)('rejects %s with 400 SEARCH_TOO_SHORT when no order number is exactly that', async (search) => {
    for (const merchantId of [busiest, null]) {
      await expect(findPayInPage(database, { merchantId, globalSearch: search }, first)).rejects.toMatchObject({
        status: 400,
        statusName: 'SEARCH_TOO_SHORT',
        message: 'A search needs three letters or digits in a row, or an amount.',
      });
    }
  });

  test.each(['{}', '50%', '5'])('finds the payment whose order number is exactly %s', async (order) => {
    const payment = payments.find((one) => one.merchant_id === busiest && one.merchant_payment_id !== null);
    const rename = (name: string | null | undefined) =>
      database.query(sql`UPDATE payments SET merchant_payment_id = ${name ?? null}
        WHERE merchant_id = ${busiest} AND payment_id = ${payment?.payment_id ?? ''}`);
    await rename(order);
    try {
      for (const merchantId of [busiest, null]) {
        const page = await findPayInPage(database, { merchantId, globalSearch: ` ${order}` }, first);
        expect(page.content.map(({ paymentId }) => paymentId)).toContain(payment?.payment_id);
      }
    } finally {
      await rename(payment?.merchant_payment_id);
    }
  });

  test('an amount of few digits finds the payments of that amount and no others', async () => {
    const own = payments.filter(({ merchant_id }) => merchant_id === busiest);
    const shortest = own.filter(({ amount }) => amount < 10_000 && amount % 100 === 0);
    const amount = shortest[0]?.amount ?? 0;
    expect(amount).toBeGreaterThan(0);
    const expected = own.filter((one) => one.amount === amount).map(({ payment_id }) => payment_id);
    const found = await ids({ merchantId: busiest, globalSearch: String(amount / 100) });
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test('finds a payment by its id, the beginning of its id, its trace id, its reference and its order number', async () => {
    const payment = payments.find(
      (one) => one.merchant_id === busiest && one.type === 'VOLUME' && one.merchant_payment_id !== null,
    );
    if (payment === undefined) throw new Error('the sample world has no such payment');
    const { payment_id, tracing_id, reference, merchant_payment_id } = payment;
    for (const search of [
      payment_id,
      payment_id.toUpperCase(),
      payment_id.slice(0, 18),
      tracing_id,
      tracing_id.slice(0, 9),
      reference,
      merchant_payment_id,
    ]) {
      expect(await ids({ merchantId: busiest, globalSearch: search ?? '' })).toContain(payment_id);
      await expectAgreement({ merchantId: null, globalSearch: search ?? '' });
    }
  });

  test('finds a name typed on any keyboard', async () => {
    for (const [typed, name] of [
      ['lucja', 'Łucja'],
      ['sorensen', 'Sørensen'],
      ["o'connor", 'O’Connor'],
    ] as const) {
      const named = payments.filter(({ payer_name }) => payer_name?.includes(name)).map(({ payment_id }) => payment_id);
      expect(named.length).toBeGreaterThan(0);
      expect(await ids({ merchantId: null, globalSearch: typed })).toEqual(expect.arrayContaining(named.slice(0, 5)));
    }
  });

  test('finds a text with the punctuation of a mail around it, and an account as screens show it', async () => {
    const paid = payments.find(
      ({ merchant_id, merchant_payment_id, payer_account_identifier: account }) =>
        merchant_id === busiest && merchant_payment_id !== null && /^\d\d-\d\d-\d\d/.test(account ?? ''),
    );
    const [sortCode, digits = ''] = paid?.payer_account_identifier?.split(' ') ?? [];
    const order = paid?.merchant_payment_id ?? '';
    const account = `${sortCode} · ${digits.slice(0, 4)} ${digits.slice(4)}`;
    const amount = `£${(paid?.amount ?? 0) / 100}.`;
    for (const search of [amount, `${order}.`, `#${order}`, `(${order}),`, `“${order}”?`, account]) {
      expect([search, await ids({ merchantId: busiest, globalSearch: search })]).toEqual([
        search,
        expect.arrayContaining([paid?.payment_id]),
      ]);
    }
  });

  test('finds a payer by words in any order and by an account number with spaces', async () => {
    const paid = payments.find(
      (one) =>
        one.merchant_id === busiest &&
        / /.test(one.payer_name ?? '') &&
        /^[A-Z]{2}\d{2}/.test(one.payer_account_identifier ?? ''),
    );
    const turned = paid?.payer_name?.split(' ').toReversed().join('  ') ?? '';
    const inFours = paid?.payer_account_identifier?.replaceAll(/.{4}/g, '$& ') ?? '';
    for (const search of [turned, inFours]) {
      expect(await ids({ merchantId: busiest, globalSearch: search })).not.toEqual([]);
      await expectAgreement({ merchantId: busiest, globalSearch: search });
    }
  });

  test('finds payments by amount in any notation, and by its currency where one is given', async () => {
    const largest = payments
      .filter(({ merchant_id }) => merchant_id === busiest)
      .reduce((most, one) => (one.amount > most.amount ? one : most));
    expect(largest.amount).toBeGreaterThan(100_000);
    const written = [...amountsAsWritten(largest)].filter((_, at) => at % 20 === 0);
    expect(written.length).toBeGreaterThan(5);
    for (const search of written) {
      expect(await ids({ merchantId: busiest, globalSearch: search }), search).toContain(largest.payment_id);
    }
    for (const search of ['£24.99', '24,99 €', ' GBP 25 ', '9.9']) {
      await expectAgreement({ merchantId: null, globalSearch: search });
      await expectAgreement({ merchantId: busiest, globalSearch: search });
    }
  });

  test('finds no payment of another merchant, not even by its id', async () => {
    const foreign = payments.find(({ merchant_id }) => merchant_id !== busiest);
    expect(await ids({ merchantId: busiest, globalSearch: foreign?.payment_id ?? '' })).toEqual([]);
  });
});

test('pages do not overlap: every payment appears once, in a total order, in both directions', async () => {
  for (const order of ['newest', 'oldest'] as const) {
    const pages: string[] = [];
    for (let page = 0; page * 97 < payments.length; page += 1)
      pages.push(...(await ids({ merchantId: null }, { page, size: 97, order } as never)));
    const all = payments.map(({ payment_id }) => payment_id);
    expect(pages).toEqual(order === 'newest' ? all : all.toReversed());
  }
});

test.each<Omit<PayInFilter, 'merchantId'>>([
  { endDateTimeUtc: at(now - 3.3 * day) },
  { startDateTimeUtc: at(now - 390.7 * day), endDateTimeUtc: at(now - 0.4 * day) },
  { startDateTimeUtc: at(now - 390.7 * day), paymentStatuses: ['SETTLED', 'COMPLETED'] },
  { minAmount: 2 },
])('deep pages of all merchants contain the right rows in both directions: %o', async (given) => {
  const filter = { ...given, merchantId: null };
  const wanted = expected(filter);
  expect(wanted.length).toBeGreaterThan(1_200);
  for (const page of [10, 11, Math.floor(wanted.length / 97), 30]) {
    const place = (of: readonly string[]) => of.slice(page * 97, (page + 1) * 97);
    expect(await ids(filter, { page, size: 97, order: 'newest' } as never)).toEqual(place(wanted));
    expect(await ids(filter, { page, size: 97, order: 'oldest' } as never)).toEqual(place(wanted.toReversed()));
  }
});

test('a page beyond the last is empty and still reports the total', async () => {
  const behind = { page: 5_000, size: 10, order: 'newest' } as const;
  expect(await findPayIns(database, { merchantId: busiest }, behind)).toEqual([]);
  const search = { merchantId: busiest, globalSearch: 'order' };
  expect(await findPayInPage(database, search, behind)).toEqual({
    content: [],
    totalElements: expected(search).length,
  });
});

test('a search across all merchants runs one query when its first page is not full: that page gives the total', async () => {
  const filter = { merchantId: null, globalSearch: payments[0]?.payment_id ?? '' };
  const { database: recorded, statements } = recordStatements(database);
  expect(await findPayInPage(recorded, filter, first)).toMatchObject({ totalElements: 1 });
  expect(statements).toHaveLength(1);
  expect(await findPayInPage(database, filter, { ...first, page: 3 })).toEqual({ content: [], totalElements: 1 });
});

test('a search across all merchants counts the payments beyond its page', async () => {
  const filter = { merchantId: null, globalSearch: 'order' };
  const wanted = expected(filter);
  for (const page of [0, 1, Math.ceil(wanted.length / 7) - 1]) {
    const found = await findPayInPage(database, filter, { page, size: 7, order: 'newest' });
    expect([found.content.map(({ paymentId }) => paymentId), found.totalElements]).toEqual([
      wanted.slice(page * 7, (page + 1) * 7),
      wanted.length,
    ]);
  }
});

const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values]), { nil: undefined });
const time = fc.option(fc.integer({ min: now - 410 * day, max: now + day }).map(at), { nil: undefined });
const filters = fc.record({
  merchantId: fc.constantFrom(null, 'busiest'),
  paymentStatuses: some([
    'NEW',
    'AWAITING_AUTHORIZATION',
    'AUTHORIZED',
    'PENDING',
    'COMPLETED',
    'FAILED',
    'SETTLED',
  ] as const),
  currencies: some(['EUR', 'GBP'] as const),
  paymentTypes: some(['VOLUME', 'EXTERNAL'] as const),
  riskCategory: some(['LOW', 'MEDIUM', 'HIGH', 'NA'] as const),
  refundedFilter: fc.constantFrom(undefined, 'REFUNDED' as const, 'NOT_REFUNDED' as const, 'REFUNDING' as const),
  returnedFilter: fc.constantFrom(undefined, undefined, 'RETURNED' as const, 'NOT_RETURNED' as const),
  heldFilter: fc.constantFrom(undefined, 'HELD' as const, 'NOT_HELD' as const),
  reviewedFilter: fc.constantFrom(undefined, undefined, 'REVIEWED' as const, 'NOT_REVIEWED' as const),
  sampleFilter: fc.constantFrom(undefined, undefined, 'HIDE' as const, 'ONLY' as const),
  startDateTimeUtc: time,
  endDateTimeUtc: time,
  minAmount: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
  globalSearch: fc.constantFrom(undefined, undefined, 'ami', 'smith', 'order'),
});

test('the roll-ups and the payments give the same count, and the list shows it, for any filter', async () => {
  const property = fc.asyncProperty(filters, async (given) => {
    const filter: PayInFilter = { ...given, merchantId: given.merchantId === null ? null : busiest };
    await expectAgreement(filter);
    expect(await countDirectly(database, filter)).toBe(await countPayIns(database, filter));
  });
  await fc.assert(property, { numRuns: 60 });
}, 60_000);
