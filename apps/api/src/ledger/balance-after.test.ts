import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeContext } from '#core/write-context.ts';
import type { Database, Queries } from '#database/database.ts';
import { placeLedgerLeg } from '#database/migrations/trigger-functions.ts';
import { untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { audit } from './audit.ts';
import { post } from './post.ts';
import { type Books, exchange, move, type Transfer } from './transfer.ts';

let database: Database;
let api: TestApp;
let pounds: Books;
let accounts = 0;
beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
}, 180_000);
afterAll(() => database.close());
beforeEach(async () => void (pounds = await openAccount('GBP')));

const openAccount = (currency: 'GBP' | 'EUR'): Promise<Books> =>
  seedAccount(api.services, {
    merchantId: ids.harbour,
    applicationId: ids.harbourShop,
    payInAccountId: (accounts += 1),
    currency,
  });

const postOne = (transfer: Transfer) =>
  database.transaction((queries) => post(queries, writeContext(api.services), [transfer]));

const lines = async ({ payInAccountId }: Books) => {
  const rows = await database.query<{ amount: number; balance: number | null }>(
    `SELECT -l.amount AS amount, l.balance_after AS balance FROM ledger_legs AS l
     JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
     WHERE a.payee_detail_id = $1 AND a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
     ORDER BY l.at, l.transfer_id, l.ledger_account_id`,
    [payInAccountId],
  );
  return rows.map(({ amount, balance }) => [amount, balance]);
};
const brokenRules = async () =>
  (await audit(database)).map(({ rule }) => rule).filter((rule) => rule.includes('stored'));

test('each line of the statement is stored with the balance after it, in the order of posting at one moment', async () => {
  const euros = await openAccount('EUR');
  for (const amount of [500, 20, 300]) await postOne(move('PAY_IN', pounds, amount));
  await postOne(exchange({ from: pounds, to: euros, sellAmount: 100, buyAmount: 110, fee: 100 }, {}));
  await postOne(move('PAYOUT_RESERVED', pounds, 50));
  await postOne(move('PAYOUT_PROCESSED', pounds, 50));
  expect(await lines(pounds)).toEqual([
    [500, 500],
    [20, 520],
    [300, 820],
    [-100, 720],
    [-50, 670],
  ]);
  expect(await lines(euros)).toEqual([[110, 110]]);
  expect(await brokenRules()).toEqual([]);
});

test('transfers that are posted together follow each other', async () => {
  const transfers = Array.from({ length: 30 }, (_, index) => move('PAY_IN', pounds, index + 1));
  await database.transaction((queries) => post(queries, writeContext(api.services), transfers));
  const stored = await lines(pounds);
  let balance = 0;
  expect(stored).toEqual(stored.map(([amount]) => [amount, (balance += Number(amount))]));
  expect(balance).toBe(465);
});

test('lines from before the column have no balance, and the next one continues from the account’s balance', async () => {
  await postOne(move('PAY_IN', pounds, 500));
  await database.run(`ALTER TABLE ledger_legs DISABLE TRIGGER ledger_legs_history;
    UPDATE ledger_legs SET balance_after = NULL;
    ALTER TABLE ledger_legs ENABLE TRIGGER ledger_legs_history`);
  await postOne(move('PAY_IN', pounds, 1));
  expect(await lines(pounds)).toEqual([
    [500, null],
    [1, 501],
  ]);
});

/** Posts like a build that does not know the column and locks only the accounts of its legs. */
async function postAsBefore({ query }: Queries, { kind, legs }: Transfer): Promise<void> {
  const transferId = crypto.randomUUID();
  await query(
    `INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at) VALUES ($1::uuid, $2::uuid, $3, '2026-11-21T09:05Z')`,
    [pounds.merchantId, transferId, kind],
  );
  await query(
    `INSERT INTO ledger_legs (merchant_id, transfer_id, ledger_account_id, currency, amount, at)
     SELECT a.merchant_id, $2::uuid, a.ledger_account_id, a.currency, l.amount, '2026-11-21T09:05Z'
     FROM jsonb_to_recordset($3::jsonb) AS l("payInAccountId" bigint, account ledger_account_kind, amount bigint)
     JOIN ledger_accounts AS a ON a.merchant_id = $1::uuid AND a.payee_detail_id = l."payInAccountId" AND a.kind = l.account`,
    [pounds.merchantId, transferId, JSON.stringify(legs)],
  );
}

/** Two concurrent postings without a common ledger account; returns the rules that the audit finds broken. */
async function postTwoAtOnce(): Promise<string[]> {
  await postOne(move('PAY_IN', pounds, 500));
  await postOne(move('PAY_IN_HELD', pounds, 70));
  let second = Promise.resolve();
  await database.transaction(async (queries) => {
    await postAsBefore(queries, move('PAY_IN_RETURNED', pounds, 70));
    second = database.transaction((other) => postAsBefore(other, move('FEE', pounds, 13)));
    await untilDoneOrBlocked(database, second);
  });
  await second;
  return brokenRules();
}

test('two postings to one account take their places one after the other', async () => {
  expect(await postTwoAtOnce()).toEqual([]);
});

test('without the lock both continue from the same balance (naive twin)', async ({ skip }) => {
  if (database.kind === 'pglite') skip();
  await database.run(placeLedgerLeg('one server').replace('FOR UPDATE', ''));
  expect(await postTwoAtOnce()).toEqual(['every stored balance of a statement is the sum of its lines up to it']);
});
