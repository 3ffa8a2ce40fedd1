import { disableBeneficiary, listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { dyingAfter, unanswered } from '#testing/devices/dying-after.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks } from '#testing/seed-money.ts';
import { emailOf, type TestPerson } from '#testing/seed-people.ts';
import { createTestApp } from '#testing/test-app.ts';
import { type ApprovalWorld, createApprovalWorld, keyed, shop } from './approval-world.ts';
import { countDeadlocks } from './count-deadlocks.ts';
import { createNaiveTwin } from './naive-twin.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 200 : 3;
const patience = 30_000 + rounds * 4_000;
const twenty = Array.from({ length: 20 }, (_, index) => index);

let database: Database;
let world: ApprovalWorld;
beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await world.setPolicy({ GBP: 500, EUR: 500 });
});
afterAll(() => database.close());

const count = (answers: { status: number }[], status: number) =>
  answers.filter((each) => each.status === status).length;
async function countApproved(orderIds: string[]): Promise<number> {
  const approved = await database.query(`SELECT FROM approvals WHERE order_id = ANY($1) AND state = 'APPROVED'`, [
    orderIds,
  ]);
  return approved.length;
}

/** A beneficiary of an account that is not its default. */
async function findOther({ payInAccountId }: Books): Promise<string> {
  const known = (await world.api.call(listBeneficiaries, { ...(await world.as('editor')), params: shop })).value();
  const other = known.find(
    (each) =>
      each.status === 'Active' &&
      each.payInAccountIds.includes(payInAccountId) &&
      each.defaultForPayInAccountIds.length === 0,
  );
  return other!.beneficiaryId;
}

type CallInput = Awaited<ReturnType<ApprovalWorld['as']>>;

async function disable(beneficiaryId: string, input: CallInput): Promise<number> {
  return (await world.api.call(disableBeneficiary, { ...input, params: { ...shop, beneficiaryId } })).status;
}

/** A waiting order of 600.00, alternately a payout and a refund. */
async function makeWaiting(round: number) {
  const books = await world.openAccount(60_000);
  if (round % 2 === 0) return { books, orderId: (await world.payOut(books, 60_000)).value().payoutPaymentId };
  return { books, orderId: (await world.refund(books, 60_000)).refundId };
}

describe(`${rounds} rounds`, () => {
  test(
    'one of twenty concurrent approvals succeeds, and the provider gets one order',
    { timeout: patience },
    async () => {
      for (let round = 0; round < rounds; round++) {
        const sessions = await Promise.all([0, 1, 2, 3].map(() => world.as('merchantadmin')));
        const { books, orderId } = await makeWaiting(round);
        const answers = await Promise.all(
          twenty.map((index) => {
            const by = sessions[index % sessions.length]!;
            const headers = { ...by.headers, 'idempotency-key': crypto.randomUUID() };
            return world.approve(orderId, 'merchantadmin', { ...by, headers });
          }),
        );
        expect([count(answers, 200), count(answers, 409)]).toEqual([1, 19]);
        await world.api.runDueWork();
        expect((await world.notified(orderId)).orders).toBe(1);
        await world.settle();
        expect(await world.notified(orderId)).toEqual({ orders: 1, events: ['IN_PROGRESS', 'PROCESSED'] });
        expect(await readBooks(database, books)).toMatchObject({ PENDING_OUT: 0 });
      }
    },
  );

  test(
    'one of approve, refuse, cancel and expiry after 72 hours happens when they run concurrently',
    { timeout: patience },
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { books, orderId } = await makeWaiting(round);
        const before = await readBooks(database, books);
        world.api.pass({ hours: 72 });
        const input = await world.as('merchantadmin');
        const answers = await Promise.all([
          world.approve(orderId, 'merchantadmin', input),
          world.refuse(orderId),
          world.cancel(orderId),
          world.api.runDueWork(),
        ]);
        const done = answers.filter((each) => typeof each === 'object' && each.status === 200);
        const state = await world.stateOf(orderId);
        expect([state, done.length]).toEqual([state, state === 'EXPIRED' ? 0 : 1]);
        await world.settle();
        const { orders, events } = await world.notified(orderId);
        expect([orders, events.length > 0]).toEqual(state === 'APPROVED' ? [1, true] : [0, false]);
        const back = state === 'APPROVED' ? 0 : 60_000;
        const { AVAILABLE = 0, PENDING_OUT } = await readBooks(database, books);
        expect([AVAILABLE - (before['AVAILABLE'] ?? 0), PENDING_OUT]).toEqual([back, 0]);
      }
    },
  );

  test(
    'an approver who loses the role or is disabled concurrently approves before that, or not at all',
    { timeout: patience },
    async () => {
      const change = (set: string) =>
        database.query(`UPDATE accounts SET ${set} WHERE email = $1`, [emailOf('byrole')]);
      await database.query(
        `INSERT INTO accounts (user_account_id, email, password_hash, merchant_id, roles)
       SELECT gen_random_uuid(), $1, password_hash, merchant_id, roles FROM accounts WHERE email = $2`,
        [emailOf('byrole'), emailOf('editor')],
      );
      const ways = [
        [`roles = '{MERCHANT_VIEWER}'`, `roles = '{MERCHANT_EDITOR}'`],
        ['is_enabled = false', 'is_enabled = true'],
      ] as const;
      for (let round = 0; round < rounds; round++) {
        const { orderId } = await makeWaiting(round);
        const [take, giveBack] = ways[round % 2]!;
        const input = await world.as('byrole' as TestPerson);
        const [answer, approvedThen] = await Promise.all([
          world.approve(orderId, 'merchantadmin', input),
          change(take).then(() => countApproved([orderId])),
        ]);
        expect(await countApproved([orderId])).toBe(approvedThen);
        await world.api.runDueWork();
        const { orders } = await world.notified(orderId);
        expect([answer.status === 200, orders]).toEqual([orders === 1, orders]);
        await change(giveBack);
        if (orders === 0) expect((await world.refuse(orderId)).status).toBe(200);
        await world.settle();
      }
    },
  );

  test(
    'no order to a beneficiary is approved after it was disabled in the middle of many approvals',
    { timeout: patience },
    async () => {
      for (let round = 0; round < rounds; round++) {
        const books = await world.openAccount(6 * 60_000);
        const beneficiaryId = await findOther(books);
        const input = await world.as('merchantadmin');
        // Held by the provider, or stored here too.
        if (round % 2 === 1) {
          expect(await disable(beneficiaryId, input)).toBe(200);
          await database.query('UPDATE beneficiaries SET disabled_at = NULL WHERE beneficiary_id = $1', [
            beneficiaryId,
          ]);
        }
        const orders: string[] = [];
        while (orders.length < 6) {
          orders.push((await world.payOut(books, 60_000, 'editor', beneficiaryId)).value().payoutPaymentId);
        }
        const approve = (orderId: string) =>
          world.approve(orderId, 'merchantadmin', { ...input, headers: { ...input.headers, ...keyed() } });
        const [late = '', ...early] = orders;
        const [[status, approvedThen], ...answers] = await Promise.all([
          disable(beneficiaryId, input).then(async (was) => [was, await countApproved(early)] as const),
          ...early.map(approve),
        ]);
        expect([status, await countApproved(early)]).toEqual([200, approvedThen]);
        expect((await approve(late)).problem()).toMatchObject({ statusCode: 409, statusName: 'RECIPIENT_CHANGED' });
        expect([count(answers, 200), count(answers, 409)]).toEqual([approvedThen, early.length - approvedThen]);
        await world.api.runDueWork();
        const notified = await Promise.all(early.map((orderId) => world.notified(orderId)));
        expect(notified.map(({ orders: taken }) => taken)).toEqual(
          answers.map((each) => (each.status === 200 ? 1 : 0)),
        );
        await world.settle();
      }
    },
  );

  test('leave books that pass the audit, without deadlocks', async () => {
    expect(await audit(database)).toEqual([]);
    expect(await countDeadlocks(database)).toBe(0);
  });
});

describe('when the process dies at any point', () => {
  const most = 40;

  test('of an approval, the order still waits or is submitted later, once', { timeout: 120_000 }, async () => {
    const seen = new Set<string>();
    for (let commits = 0; commits < most; commits++) {
      const { books, orderId } = await makeWaiting(commits);
      const input = await world.as('merchantadmin');
      const dying = world.order(appOn(dyingAfter(database, commits)));
      const answer = await dying.approve(orderId, 'merchantadmin', input).catch(unanswered);
      const state = await world.stateOf(orderId);
      seen.add(state);
      if (state === 'WAITING') expect(await world.notified(orderId)).toEqual({ orders: 0, events: [] });
      // Repeats the call, like a portal that got no response; otherwise only the queue continues it.
      if (commits % 2 === 0) expect((await world.approve(orderId, 'merchantadmin', input)).status).toBe(200);
      else if (state === 'WAITING') expect((await world.approve(orderId)).status).toBe(200);
      await world.settle();
      expect([commits, await world.notified(orderId)]).toEqual([
        commits,
        { orders: 1, events: ['IN_PROGRESS', 'PROCESSED'] },
      ]);
      expect(await readBooks(database, books)).toMatchObject({ PENDING_OUT: 0 });
      if (answer?.status === 200) break;
    }
    expect([...seen].toSorted()).toEqual(['APPROVED', 'WAITING']);
    expect(await audit(database)).toEqual([]);
  });

  test('of a refusal or an expiry, the money is reserved or returned', { timeout: 120_000 }, async () => {
    for (let commits = 0, isDone = false; commits < most && !isDone; commits++) {
      const { books, orderId } = await makeWaiting(commits);
      const dying = world.order(appOn(dyingAfter(database, commits)));
      isDone = await dying.refuse(orderId).then(
        ({ status }) => status === 200,
        () => false,
      );
      const isBack = (await world.stateOf(orderId)) === 'REFUSED';
      expect(await readBooks(database, books)).toMatchObject({ PENDING_OUT: isBack ? 0 : 60_000 });
      if (!isBack) expect((await world.refuse(orderId)).status).toBe(200);
      expect(await world.notified(orderId)).toEqual({ orders: 0, events: [] });
    }
    expect(await audit(database)).toEqual([]);
  });

  /** Another process on the same data, with the same clock. */
  function appOn(other: Database) {
    const app = createTestApp(other, { settings: { signInsPerMinute: 1_000_000, stepUpAbove: 100_000_000 } });
    app.pass({ seconds: (world.api.services.clock.now().getTime() - app.services.clock.now().getTime()) / 1000 });
    return app;
  }
});

test('checking the state and then submitting submits twice for two concurrent approvals (naive twin)', async () => {
  const twin = await createNaiveTwin(database, 1_000_000);
  const order = crypto.randomUUID();
  await Promise.all(twenty.map(() => twin.takeOnce(order, 600)));
  expect(await twin.taken()).toBeGreaterThan(database.kind === 'postgres' ? 600 : 0);
});

test('checking the permission and then approving approves after the role or the beneficiary was removed (naive twin)', async () => {
  const twin = await createNaiveTwin(database, 1_000_000);
  // On PostgreSQL the change runs after the check; the embedded database runs one after the other.
  const isSideBySide = database.kind === 'postgres';
  let takenThen = 0;
  await twin.takeWhileOpen(600, async () => {
    if (!isSideBySide) return;
    await twin.close();
    takenThen = await twin.taken();
  });
  expect((await twin.taken()) - takenThen).toBe(600);
  if (isSideBySide) return;
  await twin.close();
  await twin.takeWhileOpen(600, async () => undefined);
  expect(await twin.taken()).toBe(600);
});
