import { type FigureName, figureNames } from '@volume/contract/explain/explain.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import { type Asker, ask, type Filters } from '#testing/explain/read-lists.ts';
import { watchQueries } from '#testing/exports/watch-queries.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';

/** Every table in which a trigger keeps a sum that a figure can read: its columns, and how a statement reads it. */
const rollUps = {
  payments_daily: { reads: /\bpayments_daily\b/, columns: ['count', 'amount'] },
  payments_monthly: { reads: /\bpayments_monthly\b/, columns: ['count', 'amount'] },
  balance_daily: { reads: /\bbalance_daily\b/, columns: ['lines', 'amount'] },
  // Its other columns only name the accounts.
  ledger_accounts: { reads: /\b\w+\.balance\b|\bbalance AS\b/, columns: ['balance'] },
} as const;
type RollUp = keyof typeof rollUps;

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const account = { applicationId: ids.harbourShop, payInAccountId: '1' };
const GBP = { currency: 'GBP' };
const day = { startDateTimeUtc: '2026-11-21T00:00:00.000', endDateTimeUtc: '2026-11-21T23:59:59.999' };
const later = { startDateTimeUtc: '2026-11-22T00:00:00.000' };

/**
 * A figure, and the difference that its explanation shows when each row of a roll-up is 400 too high. Columns of the table that
 * are missing here change nothing in the figure.
 */
const wrongs: [FigureName, Filters, Partial<Record<RollUp, Record<string, object>>>][] = [
  ['RECEIVED', GBP, { payments_daily: both(800), balance_daily: {} }],
  ['RETURNED', GBP, { payments_daily: both(-800), payments_monthly: both(800) }],
  // Both sums are wrong by the same amount, and the figure is their difference.
  ['RETURNED', { ...GBP, ...day }, { payments_daily: {} }],
  ['PAY_INS', GBP, { payments_monthly: both(1_200) }],
  ['PAY_INS', { ...GBP, ...day }, { payments_daily: both(1_200) }],
  ['PAY_INS', {}, { payments_monthly: { count: { count: 1_200 } } }],
  ['SUCCESS_RATE', {}, { payments_monthly: { count: { count: 1_200, share: 802 / 1_204 - 1 / 2 } } }],
  ['SUCCESS_RATE', day, { payments_daily: { count: { count: 1_200, share: 802 / 1_204 - 1 / 2 } } }],
  ['FAILED', {}, {}],
  ['FOUND_PAY_INS', { currencies: 'GBP' }, { payments_monthly: { count: { count: 1_200 } } }],
  ['FOUND_PAY_INS', { currencies: 'GBP', ...day }, { payments_daily: { count: { count: 1_200 } } }],
  ['PAYOUTS', { applicationId: ids.harbourShop }, {}],
  ['AVAILABLE', account, { ledger_accounts: { balance: { amount: 400 } } }],
  // Three accounts: available, held and pending out.
  ['BALANCE', account, { ledger_accounts: { balance: { amount: 1_200 } } }],
  ['OPENING_BALANCE', { ...account, ...later }, { balance_daily: { amount: { amount: 400 } } }],
  ['CLOSING_BALANCE', account, { balance_daily: { amount: { amount: 400 } } }],
  ['MONEY_IN', account, { balance_daily: { lines: { count: 400 }, amount: { amount: 400 } } }],
  // It is added up from the ledger legs.
  ['MONEY_OUT', account, { balance_daily: {} }],
  ['FEES', { ...GBP, month: '2026-11' }, { payments_monthly: { count: { count: 800 }, amount: { amount: 10 } } }],
  [
    'ALL_FEES',
    { ...GBP, month: '2026-11', merchantId: undefined },
    { payments_monthly: { count: { count: 800 }, amount: { amount: 10 } } },
  ],
  ['MERCHANT_VOLUME', GBP, { payments_daily: both(800) }],
  ['MERCHANT_PAY_INS', {}, { payments_daily: { count: { count: 1_200 } } }],
  ['MERCHANT_FAILED_SHARE', {}, { payments_daily: { count: { count: 1_200, share: 402 / 1_204 - 1 / 2 } } }],
];

function both(by: number) {
  return { count: { count: by }, amount: { amount: by } };
}

let database: Database;
let asker: Asker;
let statements: string[] = [];

/** Inserts one settled payment with its ledger entries, one completed and two failed ones. */
beforeAll(async () => {
  database = await openPeople();
  const watched = watchQueries(database, (query) => (...asked) => {
    statements.push(toStatement(asked[0]).text);
    return query(...asked);
  });
  const app = createTestApp(watched, { settings: { expensiveCallsPerMinute: 10_000 } });
  const books = await seedAccount(app.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  const payment = { books, applicationId: ids.harbourShop, amount: 1_000 };
  for (const status of ['SETTLED', 'COMPLETED', 'FAILED', 'FAILED'] as const)
    await seedPayment(app.services, { ...payment, status });
  asker = { app, token: await signInAs(app, 'admin'), ...own };
});
afterAll(() => database.close());

/** The explanation while each row of a column is 400 too high. */
async function askWithWrong(table: RollUp, column: string, filters: Filters) {
  const add = (by: number) => database.query(`UPDATE ${table} SET ${column} = ${column} + ${by}`);
  await add(400);
  try {
    return await ask(asker, filters);
  } finally {
    await add(-400);
  }
}

/** Without the sums that are correct. */
const wrongIn = (difference: object | null) =>
  Object.fromEntries(Object.entries(difference ?? {}).filter(([, by]) => by !== null && by !== 0));

test.each(wrongs)('%s %j: finds a wrong roll-up, and shows the difference', async (figure, given, wrong) => {
  const filters = { figure, ...given };
  statements = [];
  expect(wrongIn((await ask(asker, filters)).difference)).toEqual({});
  const tables = (Object.keys(rollUps) as RollUp[]).filter((name) =>
    statements.some((text) => rollUps[name].reads.test(text)),
  );
  expect(tables.toSorted()).toEqual(Object.keys(wrong).toSorted());
  for (const table of tables) {
    const found: Record<string, object> = {};
    for (const column of rollUps[table].columns) {
      const difference = wrongIn((await askWithWrong(table, column, filters)).difference);
      if (Object.keys(difference).length > 0) found[column] = difference;
    }
    expect([table, found]).toEqual([table, wrong[table]]);
  }
});

test('every figure that reads a roll-up is tested, and each column of every roll-up is found by one', () => {
  // A bulk job adds up its rows.
  expect([...new Set(wrongs.map(([figure]) => figure)), 'BULK_JOB'].toSorted()).toEqual([...figureNames].toSorted());
  const found = wrongs.flatMap(([, , wrong]) =>
    Object.entries(wrong).flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`)),
  );
  const all = Object.entries(rollUps).flatMap(([table, { columns }]) => columns.map((column) => `${table}.${column}`));
  expect([...new Set(found)].toSorted()).toEqual(all.toSorted());
});

test('finds a wrong day of a statement also when the received amount is compared with the statement', async () => {
  for (const [column, by] of [
    ['lines', { count: 400 }],
    ['amount', { amount: 400 }],
  ] as const) {
    const { onStatement } = await askWithWrong('balance_daily', column, { figure: 'RECEIVED', ...GBP });
    expect(wrongIn(onStatement?.difference ?? null)).toEqual(by);
  }
});

test('no other table that a figure reads has sums kept by triggers', async () => {
  const rows = await database.query<{ source: string }>(
    `SELECT prosrc AS source FROM pg_proc WHERE prorettype = 'trigger'::regtype AND pronamespace = 'public'::regnamespace`,
  );
  const written = rows.flatMap(({ source }) =>
    Array.from(source.matchAll(/\b(?:INSERT INTO|UPDATE) (\w+) AS/g), ([, table = '']) => table),
  );
  // A payment stores its refunded amount, by which lists filter and which no figure adds up.
  expect([...new Set(written)].toSorted()).toEqual([...Object.keys(rollUps), 'payments'].toSorted());
});
