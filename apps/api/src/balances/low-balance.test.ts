import { listPayInAccounts, setLowBalance } from '@volume/contract/balances/balances.ts';
import { listNotifications, setNotificationMail } from '@volume/contract/notifications/notifications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { mailsTo } from '#testing/mails.ts';
import { type ApprovalWorld, createApprovalWorld, shop } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 200 : 2;
const twenty = Array.from({ length: 20 }, (_, index) => index);
let database: Database;
let world: ApprovalWorld;
beforeAll(async () => {
  database = await openPeople();
  await database.query(`UPDATE accounts SET created_at = '2026-01-01'`);
  world = await createApprovalWorld(database);
});
afterAll(() => database.close());

const params = ({ payInAccountId }: Books) => ({ ...shop, payInAccountId: String(payInAccountId) });
const set = async (books: Books, threshold: number | null, name: TestPerson = 'editor') =>
  world.api.call(setLowBalance, {
    token: (await world.as(name)).token,
    params: params(books),
    body: { threshold },
  });
/** The low-balance notifications, the only ones in this file. */
const received = async () => {
  const { token } = await world.as('viewer');
  return (
    await world.api.call(listNotifications, { token, params: { merchantId: ids.harbour }, query: 'size=1' })
  ).value();
};
/** The number of notifications that an action causes. */
async function receivedFrom(work: () => Promise<unknown>): Promise<number> {
  const before = (await received()).totalElements;
  await work();
  return (await received()).totalElements - before;
}
const payIn = (books: Books, amount: number) =>
  seedPayment(world.api.services, { books, applicationId: ids.harbourShop, amount });

test('falling below the threshold causes one notification with the remaining amount; the next follows only after it was above again', async () => {
  const books = await world.openAccount(100_000);
  expect((await set(books, 500)).value()).toMatchObject({ threshold: 50_000 });
  expect(await receivedFrom(() => world.payOut(books, 50_000))).toBe(0);
  expect(await receivedFrom(() => world.payOut(books, 1))).toBe(1);
  expect((await received()).content[0]).toMatchObject({
    kind: 'LOW_BALANCE',
    amount: 49_999,
    currency: 'GBP',
    objectId: null,
    applicationId: ids.harbourShop,
  });
  expect(await receivedFrom(() => world.payOut(books, 10_000))).toBe(0);
  expect(await receivedFrom(() => payIn(books, 1_000))).toBe(0);
  expect(await receivedFrom(() => payIn(books, 20_000))).toBe(0);
  expect(await receivedFrom(() => world.payOut(books, 30_000))).toBe(1);
});

test('causes no notification when a payout is refused for lack of funds, nor when a threshold is set or switched off', async () => {
  const books = await world.openAccount(100_000);
  expect(await receivedFrom(() => set(books, 5_000))).toBe(0);
  expect(await receivedFrom(() => set(books, 800))).toBe(0);
  const answers: number[] = [];
  expect(await receivedFrom(async () => answers.push((await world.payOut(books, 100_001)).status))).toBe(0);
  expect(answers).toEqual([422]);
  await set(books, null);
  expect(await receivedFrom(() => world.payOut(books, 90_000))).toBe(0);
});

test('the threshold is read with the balances, set with permission to edit settings, and each change is in the audit log', async () => {
  const books = await world.openAccount(100_000);
  const read = async () => {
    const { token } = await world.as('viewer');
    const accounts = (await world.api.call(listPayInAccounts, { token, params: shop })).value();
    return accounts.find(({ id }) => id === books.payInAccountId)?.lowBalanceThreshold;
  };
  expect(await read()).toBeNull();
  expect((await set(books, 12.5, 'viewer')).status).toBe(403);
  expect((await set(books, 12.5, 'stranger')).status).toBe(404);
  expect((await set({ ...books, payInAccountId: 999_999 }, 12.5)).status).toBe(404);
  for (const amount of [0, -1, 0.001]) expect([amount, (await set(books, amount)).status]).toEqual([amount, 400]);
  expect((await set(books, 12.5)).status).toBe(200);
  expect(await read()).toBe(1_250);
  const auditLog = await database.query<{ detail: string }>(
    `SELECT detail FROM activity WHERE action = 'LOW_BALANCE_SET' AND subject = $1`,
    [String(books.payInAccountId)],
  );
  expect(auditLog).toEqual([{ detail: 'below 12.50 GBP' }]);
});

test('mails the notification, with the remaining amount and a link, to users who chose it', async () => {
  const books = await world.openAccount(100_000);
  const { token } = await world.as('viewer');
  await world.api.call(setNotificationMail, {
    token,
    params: { merchantId: ids.harbour, kind: 'LOW_BALANCE' },
    body: { isWanted: true },
  });
  world.api.pass({ seconds: 1 });
  await set(books, 900);
  await world.payOut(books, 50_000);
  await world.settle();
  const mails = await mailsTo(world.api, emailOf('viewer'));
  const mail = mails.find(({ subject }) => subject === 'A balance is low');
  expect(mail?.text).toContain('£500.00');
  expect(mail?.text).toContain('https://portal.example.com/balances/overview');
});

test(
  'twenty concurrent payouts that cross the threshold together cause one notification, in any order',
  { timeout: 30_000 + rounds * 3_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const books = await world.openAccount(30_000);
      await set(books, 250);
      const given = await world.as('editor');
      const pay = () => world.payOutAs(given, books, 1_000);
      expect(await receivedFrom(() => Promise.all(twenty.map(pay)))).toBe(1);
      expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 10_000 });
      // A concurrent pay-in can take the balance above the threshold between two payouts: then there are two falls.
      const fall = () => Promise.all([payIn(books, 100_000), ...twenty.slice(0, 5).map(pay)]);
      expect(await receivedFrom(fall)).toBe(0);
    }
  },
);

test('checking the balance before and after without the lock reports one fall more than once (naive twin)', async () => {
  const books = await world.openAccount(30_000);
  const available = async () => (await readBooks(database, books))['AVAILABLE'] ?? 0;
  const given = await world.as('editor');
  const falls = await Promise.all(
    twenty.map(async () => {
      const before = await available();
      await world.payOutAs(given, books, 1_000);
      return before >= 25_000 && (await available()) < 25_000;
    }),
  );
  expect(falls.filter(Boolean).length).toBeGreaterThan(1);
});
