import {
  exportStatement,
  getStatement,
  listPayInAccounts,
  type StatementLine,
} from '@volume/contract/balances/balances.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { writeContext } from '#core/write-context.ts';
import { post } from '#ledger/post.ts';
import { type Books, exchange, move } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const paymentId = '01900000-0000-7000-8000-000000000031';
const major = (minor: number) => (minor / 100).toFixed(2);
/** An expected change of the balance. */
interface Change {
  at: number;
  amount: number;
  kind: StatementLine['kind'];
}

let database: Database;
let app: TestApp;
let gbp: Books;
let token: string;
const changes: Change[] = [];

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  gbp = await seedAccount(app.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  const eur = await seedAccount(app.services, { ...own, payInAccountId: 2, currency: 'EUR' });
  await seedAccount(app.services, {
    merchantId: ids.stranger,
    applicationId: ids.strangerShop,
    payInAccountId: 9,
    currency: 'GBP',
  });
  await seedPlainAccount(3);
  for (let round = 0; round < 12; round++) await seedRound(eur, round);
  token = await signInAs(app, 'viewer');
});
afterAll(() => database.close());

async function seedPlainAccount(payInAccountId: number): Promise<void> {
  await database.query(
    `INSERT INTO payee_details (merchant_id, payee_detail_id, application_id, for_currency, account_holder_name, account_identification_1, va_provider_type)
     VALUES ($1, $2, $3, 'GBP', 'Harbour & Bloom', '{"type":"ACCOUNT_NUMBER","number":"12345678"}', 'NONE')`,
    [own.merchantId, payInAccountId, own.applicationId],
  );
}

/** Every kind of movement, each at a different time, over several days. */
async function seedRound(eur: Books, round: number): Promise<void> {
  const about = { paymentId };
  const steps = [
    [[move('PAY_IN', gbp, 10_000 + round, about)], [['PAY_IN', 10_000 + round]]],
    [[move('PAY_IN_HELD', gbp, 5_000, about)], [['PAY_IN', 5_000]]],
    [[move('REFUND_RESERVED', gbp, 300, about)], []],
    [[move('REFUND_PROCESSED', gbp, 300, about)], [['REFUND', -300]]],
    [[move('PAY_IN_RETURNED', gbp, 4_000, about)], [['RETURN', -4_000]]],
    [[move('PAYOUT_RESERVED', gbp, 700), move('FEE', gbp, 25)], [['FEE', -25]]],
    [[move('PAYOUT_GIVEN_BACK', gbp, 700)], []],
    [
      [exchange({ from: gbp, to: eur, sellAmount: 1_000, buyAmount: 1_150, fee: 5 }, {})],
      [
        ['EXCHANGE', -995],
        ['FEE', -5],
      ],
    ],
  ] as const;
  for (const [transfers, expected] of steps) {
    app.pass({ minutes: 97 });
    const context = writeContext(app.services);
    await database.transaction((queries) => post(queries, context, transfers));
    for (const [kind, amount] of expected) changes.push({ at: context.at.getTime(), amount, kind });
  }
}

const statement = (query: string, account = '1', by = token) =>
  app.call(getStatement, { params: { ...own, payInAccountId: account }, query, token: by });
const add = (of: readonly Change[]) => of.reduce((sum, { amount }) => sum + amount, 0);

test('balance is available plus held plus pending out; a plain account has none', async () => {
  const accounts = (await app.call(listPayInAccounts, { params: own, token })).value();
  expect(accounts.map(({ id, forCurrency }) => [id, forCurrency])).toEqual([
    [1, 'GBP'],
    [2, 'EUR'],
    [3, 'GBP'],
  ]);
  const [first, , plain] = accounts;
  const held = 12 * 1_000;
  expect(first?.virtualAccountInformation).toEqual({ balance: add(changes), availableBalance: add(changes) - held });
  expect(plain?.virtualAccountInformation).toBeNull();
});

test('a statement lists every change of the balance, newest first, each with the balance after it', async () => {
  const lines: StatementLine[] = [];
  for (let page = 0; page < 10; page++) lines.push(...(await statement(`page=${page}&size=9`)).value().content);
  expect(lines.map(({ amount, kind }) => `${kind} ${amount}`).toSorted()).toEqual(
    changes.map(({ amount, kind }) => `${kind} ${amount}`).toSorted(),
  );
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  for (const [index, line] of lines.entries()) {
    expect(line.balanceAfter - line.amount).toBe(lines[index + 1]?.balanceAfter ?? 0);
  }
  expect(lines[0]?.balanceAfter).toBe(add(changes));
});

test('the export contains the same lines, in the requested time zone', async () => {
  const { content } = (await statement('size=100')).value();
  const middle = content[40]!.atUtc;
  const params = { ...own, payInAccountId: '1' };
  const read = async (query: string) => {
    const { text, headers } = await app.call(exportStatement, { params, query, token });
    expect(headers.get('content-disposition')).toMatch(/filename="statement-GBP-\d{8}-2026-/);
    return text.trimEnd().split('\r\n');
  };
  const [header, ...lines] = await read('');
  expect(header).toMatch(/^At \(UTC\),Kind,Description,Reference,Currency,Amount,Balance after,/);
  const cells = lines.map((line) => line.split(','));
  expect(cells.map((cell) => [cell[0], cell[1], cell[5], cell[6]])).toEqual(
    content.map((line) => [line.atUtc, line.kind, major(line.amount), major(line.balanceAfter)]),
  );
  const [named, ...older] = await read(`to=${middle}&zone=Asia/Kathmandu`);
  expect(named).toMatch(/^At \(Asia\/Kathmandu\),/);
  const within = content.filter(({ atUtc }) => atUtc <= middle);
  expect(older.map((line) => line.split(',')[6])).toEqual(within.map((line) => major(line.balanceAfter)));
  for (const line of older) expect(line).toMatch(/^[\dT:.-]{23}\+05:45,/);
  const always = 'from=0001-01-01T00:00:00.000&to=9999-12-31T23:59:59.999';
  expect(await read(always)).toEqual([header, ...lines]);
  expect((await statement(`size=100&${always}`)).value().content).toEqual(content);
  expect((await app.call(exportStatement, { params, query: 'zone=Nowhere', token })).status).toBe(400);
  expect((await app.call(exportStatement, { params: { ...params, payInAccountId: '3' }, token })).status).toBe(409);
});

test('opening and closing balance, money in and out and the number of lines are correct for any period', async () => {
  const begin = changes[0]!.at;
  const end = changes.at(-1)!.at;
  const time = fc.integer({ min: begin - 86_400_000, max: end + 86_400_000 });
  const midnight = time.map((at) => at - (at % 86_400_000));
  const periods = fc.record({ from: fc.oneof(time, midnight), to: fc.oneof(time, midnight), page: fc.nat(3) });
  const property = fc.asyncProperty(periods, async ({ from, to, page }) => {
    const query = `from=${toWireTime(from)}&to=${toWireTime(to)}&page=${page}&size=7`;
    const found = (await statement(query)).value();
    const within = changes.filter(({ at }) => at >= from && at <= to);
    const before = changes.filter(({ at }) => at < from);
    expect(found.openingBalance).toBe(add(before));
    expect(found.closingBalance).toBe(add(before) + add(within));
    const out = within.filter(({ amount }) => amount < 0);
    expect([found.moneyOut, found.linesOut]).toEqual([0 - add(out), out.length]);
    expect(found.moneyIn).toBe(add(within) - add(out));
    expect(found.linesIn).toBe(within.length - out.length);
    expect(found.totalElements).toBe(within.length);
    expect(found.content).toHaveLength(Math.max(0, Math.min(7, within.length - page * 7)));
    if (page === 0 && found.content[0]) expect(found.content[0].balanceAfter).toBe(found.closingBalance);
  });
  await fc.assert(property, { numRuns: 60 });
});

describe('errors and permissions', () => {
  test('returns 404 for an account of another application or merchant, and 409 for a plain account', async () => {
    expect((await statement('', '9')).status).toBe(404);
    expect((await statement('', '3')).status).toBe(409);
    expect((await statement('', 'x')).status).toBe(400);
    const foreign = { ...own, applicationId: ids.strangerShop, payInAccountId: '1' };
    expect((await app.call(getStatement, { params: foreign, token })).status).toBe(404);
  });

  test('all users of the merchant see balances; statements need permission to view payments', async () => {
    const roleless = await signInAs(app, 'roleless');
    expect((await app.call(listPayInAccounts, { params: own, token: roleless })).status).toBe(200);
    expect((await statement('', '1', roleless)).status).toBe(403);
  });
});
