import { listFees } from '@volume/contract/balances/fees.ts';
import { prepareBulkJob } from '@volume/contract/bulk/bulk.ts';
import {
  explainFigure,
  type FigureName,
  figureNames,
  figures,
  listFigureLegs,
} from '@volume/contract/explain/explain.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import type { Books } from '#ledger/transfer.ts';
import { type Asker, ask, type Filters, readLegs, toQuery } from '#testing/explain/read-lists.ts';
import { watchQueries } from '#testing/exports/watch-queries.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let books: Books;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 1000 } });
  await openBooks();
});
afterAll(() => database.close());

async function openBooks(currency: 'GBP' | 'EUR' = 'GBP'): Promise<void> {
  accounts += 1;
  books = await seedAccount(app.services, { ...own, payInAccountId: accounts, currency });
}
const pay = (amount: number, hold: 'NONE' | 'HELD' = 'NONE') =>
  seedPayment(app.services, { books, applicationId: ids.harbourShop, amount, hold });
const askerOf = async (name: TestPerson): Promise<Asker> => ({ app, token: await signInAs(app, name), ...own });
const account = (): Filters => ({ applicationId: ids.harbourShop, payInAccountId: String(books.payInAccountId) });
const statusOf = async (name: TestPerson, filters: Filters) => {
  const { status, text } = await app.call(explainFigure, {
    token: await signInAs(app, name),
    query: toQuery({ merchantId: ids.harbour, ...filters }),
  });
  return [status, status === 200 ? '' : (JSON.parse(text) as { errorMessage: string }).errorMessage];
};
/** All parameters that the figure needs. */
const needed = (figure: FigureName): Filters => {
  const all: Filters = { ...account(), currency: 'GBP', month: '2026-11', bulkJobId: ids.nobody };
  const { needs, merchants } = figures[figure];
  const ofAll = merchants === 'ALL' ? { merchantId: undefined } : {};
  return { figure, ...ofAll, ...Object.fromEntries(needs.map((name) => [name, all[name]])) };
};

describe('a figure can only be requested by callers who see it on a screen', () => {
  const seenBy: [TestPerson, FigureName[]][] = [
    ['viewer', figureNames.filter((name) => figures[name].right === 'payments')],
    ['editor', figureNames.filter((name) => figures[name].right !== 'administrators')],
    ['admin', [...figureNames]],
    ['reader', [...figureNames]],
    ['roleless', []],
  ];
  test.each(seenBy)('%s', async (name, seen) => {
    for (const figure of figureNames) {
      const [status] = await statusOf(name, needed(figure));
      // No bulk job has the id.
      const found = figure === 'BULK_JOB' ? 404 : 200;
      expect([figure, status]).toEqual([figure, seen.includes(figure) ? found : 403]);
    }
  });
});

test.each(figureNames)(
  '%s is refused without a required parameter, and with a parameter that it does not have',
  async (figure) => {
    const filters = needed(figure);
    for (const name of figures[figure].needs) {
      const answer = await statusOf('admin', { ...filters, [name]: undefined });
      expect(answer).toEqual([400, `${name} is required for this figure.`]);
    }
    for (const [name, value] of Object.entries({
      minAmount: '1',
      statuses: 'FAILED',
      month: '2026-11',
      search: 'harbour',
      bulkJobId: ids.nobody,
    })) {
      if ([...figures[figure].accepts, ...figures[figure].needs].includes(name)) continue;
      expect(await statusOf('admin', { ...filters, [name]: value })).toEqual([
        400,
        `${name} is not a filter of ${figure}.`,
      ]);
    }
    const { merchants } = figures[figure];
    if (merchants === 'ALL') {
      const answer = await statusOf('admin', { ...filters, merchantId: ids.harbour });
      expect(answer).toEqual([400, `merchantId is not a filter of ${figure}.`]);
    }
    if (merchants === 'ONE' && !figures[figure].needs.includes('applicationId')) {
      const answer = await statusOf('admin', { ...filters, merchantId: undefined });
      expect(answer).toEqual([400, 'merchantId is required for this figure.']);
    }
  },
);

test('an administrator has to name the merchant also when the application implies it', async () => {
  expect(await statusOf('reader', { figure: 'BALANCE', ...account(), merchantId: undefined })).toEqual([
    400,
    'merchantId is required for this figure.',
  ]);
});

test('returns 404 for an account of another application, and for another merchant', async () => {
  const filters = { figure: 'BALANCE', ...account() };
  expect((await statusOf('viewer', { ...filters, applicationId: ids.harbourApp }))[0]).toBe(404);
  expect((await statusOf('stranger', filters))[0]).toBe(404);
});

test('refuses to list the legs of another figure’s part; a page beyond the last is empty', async () => {
  const token = await signInAs(app, 'viewer');
  const legs = (query: Filters) => app.call(listFigureLegs, { token, query: toQuery({ ...query, ...account() }) });
  const refused = (await legs({ figure: 'BALANCE', part: 'HELD' })).problem();
  expect([refused.statusCode, refused.errorMessage]).toEqual([400, 'part is not a part of BALANCE.']);
  const beyond = (await legs({ figure: 'BALANCE', part: 'MONEY_IN', page: '9' })).value();
  expect([beyond.content, beyond.number]).toEqual([[], 9]);
});

test('figures without any payment are zero, and agree', async () => {
  await openBooks();
  const asker = await askerOf('viewer');
  const { parts, total, shown, difference } = await ask(asker, { figure: 'AVAILABLE', ...account() });
  expect(parts.map(({ part, sign, count, amount }) => [part, sign, count, amount])).toEqual([
    ['BALANCE', 'PLUS', 0, 0],
    ['HELD', 'MINUS', 0, 0],
    ['PAYOUTS_ON_THEIR_WAY', 'MINUS', 0, 0],
    ['REFUNDS_ON_THEIR_WAY', 'MINUS', 0, 0],
  ]);
  expect([total.amount, shown?.amount, difference?.amount]).toEqual([0, 0, 0]);
});

test('a hidden balance is not computed, but the account’s statement is', async () => {
  const asker = await askerOf('viewer');
  await openBooks('EUR');
  await pay(1_000);
  for (const figure of ['AVAILABLE', 'BALANCE']) {
    expect(await ask(asker, { figure, ...account() })).toMatchObject({
      currency: 'EUR',
      hidden: 'EURO_ACCOUNT',
      parts: [],
      total: { count: null, amount: null, share: null },
      shown: null,
      difference: null,
    });
  }
  expect((await ask(asker, { figure: 'MONEY_IN', ...account() })).total.amount).toBe(1_000);
  await database.query('UPDATE payee_details SET is_virtual_account = false WHERE payee_detail_id = $1', [accounts]);
  expect((await ask(asker, { figure: 'BALANCE', ...account() })).hidden).toBe('OWN_BANK');
  await openBooks();
});

describe('at an earlier moment', () => {
  const wireNow = () => toWireTime(app.services.clock.now());

  test('ledger figures are computed from the legs booked until then, and have no shown figure', async () => {
    await openBooks();
    const asker = await askerOf('viewer');
    await pay(10_000);
    await pay(300, 'HELD');
    // The second entry of a millisecond is placed in the next one.
    const sameMoment = wireNow();
    app.pass({ seconds: 1 });
    const at = wireNow();
    app.pass({ minutes: 10 });
    await pay(5_000);
    const now = async (figure: string) => (await ask(asker, { figure, ...account() })).total.amount;
    const then = async (figure: string) => ask(asker, { figure, ...account(), at });
    for (const [figure, before, after] of [
      ['AVAILABLE', 10_000, 15_000],
      ['BALANCE', 10_300, 15_300],
      ['MONEY_IN', 10_300, 15_300],
      ['CLOSING_BALANCE', 10_300, 15_300],
    ] as const) {
      expect([figure, await now(figure)]).toEqual([figure, after]);
      const past = await then(figure);
      expect([figure, past.total.amount, past.shown, past.difference]).toEqual([figure, before, null, null]);
      expect(past.atUtc).toBe(at);
    }
    expect((await ask(asker, { figure: 'AVAILABLE', ...account(), at: sameMoment })).total.amount).toBe(10_000);
    const legs = await readLegs(asker, { figure: 'AVAILABLE', ...account(), at, part: 'HELD' });
    expect(legs.map(({ kind, amount }) => [kind, amount])).toEqual([['PAY_IN', -300]]);
  });

  test('a time from a server whose clock is ahead counts as now', async () => {
    const later = toWireTime(Number(app.services.clock.now()) + 1_000);
    const { shown, difference } = await ask(await askerOf('viewer'), { figure: 'BALANCE', ...account(), at: later });
    expect([shown?.amount, difference?.amount]).toEqual([15_300, 0]);
  });

  test.each(figureNames.filter((name) => !figures[name].hasPast))('%s is refused', async (figure) => {
    const answer = await statusOf('admin', { ...needed(figure), at: '2026-11-20T10:00:00.000' });
    expect(answer).toEqual([422, `${figure} cannot be computed for an earlier moment: leave out \`at\`.`]);
  });
});

test('the parts of a bulk job are its rows by their result, with amounts in one currency', async () => {
  await openBooks();
  const editor = await askerOf('editor');
  const picked = [await pay(700), await pay(80), await pay(9, 'HELD')];
  const { bulkJobId } = (
    await app.call(prepareBulkJob, { params: own, token: editor.token, body: { kind: 'REFUND', ids: picked } })
  ).value();
  const filters = { figure: 'BULK_JOB', applicationId: ids.harbourShop, bulkJobId };
  const rows = await ask(editor, filters);
  expect([rows.total.count, rows.difference?.count]).toEqual([3, 0]);
  const { parts, total, difference } = await ask(editor, { ...filters, currency: 'GBP' });
  expect(parts.find(({ key }) => key === 'PLANNED')).toMatchObject({ part: 'ITEM_STATE', count: 2, amount: 780 });
  expect([difference?.amount, total.amount]).toEqual([0, parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0)]);
  const legs = await readLegs(editor, { ...filters, part: 'ITEM_STATE', key: 'PLANNED' });
  const found = legs.map(({ kind, amount, paymentId }) => [paymentId, [kind, amount]]);
  expect(Object.fromEntries(found)).toEqual({ [picked[0] ?? '']: ['REFUND', 700], [picked[1] ?? '']: ['REFUND', 80] });
});

test('fees at two rates add up before they are rounded, and the rounding is a part', async () => {
  const asker = await askerOf('viewer');
  await database.query(
    `INSERT INTO fee_changes (merchant_id, valid_from, percentage, set_by, set_at, reason) VALUES ($1, '2026-11-22', 2.5, 'a', now(), 'r')`,
    [ids.harbour],
  );
  const month = { figure: 'FEES', month: '2026-11', currency: 'GBP' };
  const before = await ask(asker, month);
  app.pass({ hours: 24 });
  const later = await askerOf('viewer');
  await pay(20);
  const { parts, total, difference } = await ask(later, month);
  expect(difference).toEqual({ count: 0, amount: 0, share: null });
  expect(
    parts.filter(({ part }) => part === 'RATE').map(({ key, exact, rate }) => [key, exact, rate?.percentage]),
  ).toEqual([
    ['2026-11-01', before.parts[0]?.exact, 1.25],
    ['2026-11-22', '0.005', 2.5],
  ]);
  const exact = parts.reduce((sum, part) => sum + Math.round(Number(part.exact) * 1e6), 0);
  expect(total.amount).toBe(Math.round(exact / 1e4));
});

/**
 * Requests a figure while payments are made after the balances and after each sum; without a snapshot, every statement would see
 * a different state.
 */
async function askWhilePaying(filters: Filters, isNaive: boolean) {
  const payments: Promise<unknown>[] = [];
  const watched = watchQueries(database, (query) => async (...asked) => {
    const rows = await query<never>(...asked);
    if (!/AS whole|AS "lowBalanceThreshold"/.test(toStatement(asked[0]).text)) return rows;
    payments.push(pay(500));
    // PGlite has one connection: the payment waits for the snapshot, so the snapshot must not wait for the payment.
    if (database.kind === 'postgres') await payments.at(-1);
    return rows;
  });
  const naive: Database = {
    ...watched,
    openSnapshot: async (begin) => ({ value: await begin(watched), queries: watched, close: async () => undefined }),
  };
  const racing = createTestApp(isNaive ? naive : watched);
  const asker = { app: racing, token: await signInAs(racing, 'viewer'), ...own };
  const answer = await ask(asker, filters);
  await Promise.all(payments);
  expect(payments.length).toBeGreaterThan(0);
  return answer.difference;
}

describe('while payments are made', () => {
  const raced = [{ figure: 'RECEIVED', currency: 'GBP' }, { figure: 'AVAILABLE' }, { figure: 'MONEY_IN' }];
  const filtersOf = (of: Filters): Filters => ({ ...of, ...(of['currency'] ? {} : account()) });

  test.each(raced)('the figure and its parts are from the same snapshot: %j', async (of) => {
    await openBooks();
    const difference = await askWhilePaying(filtersOf(of), false);
    expect([difference?.count ?? 0, difference?.amount]).toEqual([0, 0]);
  });

  test.each(raced)('without a snapshot, a payment in between shows as a difference (naive twin): %j', async (of) => {
    await openBooks();
    expect((await askWhilePaying(filtersOf(of), true))?.amount).not.toBe(0);
  });
});

test('explanations share the limit of exports', async () => {
  const limited = createTestApp(database, { settings: { expensiveCallsPerMinute: 2 } });
  const token = await signInAs(limited, 'viewer');
  const answers = [];
  for (let times = 0; times < 3; times++) {
    answers.push((await limited.call(explainFigure, { token, query: 'figure=PAY_INS' })).status);
  }
  expect(answers).toEqual([200, 200, 429]);
});

test('the fees of all merchants are rounded for each merchant, and a search leaves merchants out', async () => {
  await database.query(
    `INSERT INTO fee_changes (merchant_id, valid_from, percentage, set_by, set_at, reason) VALUES ($1, '2026-12-01', 2.5, 'a', now(), 'r')`,
    [ids.harbour],
  );
  app.pass({ hours: 24 * 12 });
  const { strangerShop: applicationId, stranger: merchantId } = ids;
  const theirs = await seedAccount(app.services, { merchantId, applicationId, payInAccountId: 900, currency: 'GBP' });
  await seedPayment(app.services, { books: theirs, applicationId, amount: 40 });
  await openBooks();
  await pay(20);
  const reader = await askerOf('reader');
  const ofMonth = { month: '2026-12', currency: 'GBP' };
  const filters = { figure: 'ALL_FEES', merchantId: undefined, ...ofMonth };
  const { parts, total, difference } = await ask(reader, filters);
  expect(parts.map(({ part, sign, count, amount, exact }) => [part, sign, count, amount, exact])).toEqual([
    ['PAY_INS', 'PLUS', 2, 1, '0.01'],
    ['ROUNDING_OF_MERCHANTS', 'PLUS', null, 1, null],
  ]);
  const { totals } = (await app.call(listFees, { token: reader.token, query: toQuery(ofMonth) })).value();
  expect([total, difference]).toEqual([
    { count: totals[0]?.count, amount: totals[0]?.fee, share: null },
    { count: 0, amount: 0, share: null },
  ]);
  expect((await ask(reader, { ...filters, search: 'canary' })).total).toEqual({ count: 1, amount: 1, share: null });
  const legs = await readLegs(reader, { ...filters, part: 'PAY_INS' });
  expect(legs.map(({ exact }) => exact)).toEqual(['0.005', '0.005']);
});
