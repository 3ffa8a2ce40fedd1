import {
  exportBulkItems,
  getBulkJob,
  listBulkItems,
  listBulkJobs,
  prepareBulkJob,
  startBulkJob,
  stopBulkJob,
} from '@volume/contract/bulk/bulk.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportPickedPayIns, totalPayIns } from '@volume/contract/bulk/picked-rows.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { type Habits, usualHabits } from '#providers/simulated/habits.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const byText = (a: readonly unknown[], b: readonly unknown[]) => (String(a) < String(b) ? -1 : 1);
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };

let database: Database;
let api: TestApp;
let token: string;
let books: Books;
let habits: Habits = usualHabits;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { habitsOf: () => habits, settings: { signInsPerMinute: 1_000_000 } });
});
beforeEach(async () => {
  // Yesterday's refunds no longer count, and sessions have expired.
  api.pass({ hours: 25 });
  habits = usualHabits;
  token = await signInAs(api, 'editor');
  accounts += 1;
  books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
});
afterAll(() => database.close());

const pay = (amount: number, rest: { hold?: 'HELD'; status?: 'COMPLETED' } = {}) =>
  seedPayment(api.services, { books, applicationId: ids.harbourShop, amount, ...rest });
const prepare = (body: object, by = token) => api.call(prepareBulkJob, { params, body, token: by });
const refundOf = (...picked: string[]) => prepare({ kind: 'REFUND', ids: picked });
const jobParams = (bulkJobId: string) => ({ ...params, bulkJobId });
const start = (bulkJobId: string, { key = crypto.randomUUID() as string, headers = {}, by = token } = {}) =>
  api.call(startBulkJob, { params: jobParams(bulkJobId), token: by, headers: { 'idempotency-key': key, ...headers } });
const stop = (bulkJobId: string) => api.call(stopBulkJob, { params: jobParams(bulkJobId), token });
const read = async (bulkJobId: string) => (await api.call(getBulkJob, { params: jobParams(bulkJobId), token })).value();
const itemsOf = async (bulkJobId: string) =>
  (await api.call(listBulkItems, { params: jobParams(bulkJobId), token, query: 'size=100' })).value().content;
/** Runs one turn at a time until the job has ended. */
async function finish(bulkJobId: string) {
  for (;;) {
    await api.runDueWork();
    const job = await read(bulkJobId);
    if (job.endedAtUtc !== null) return job;
    api.pass({ seconds: 2 });
  }
}
const refundsOf = async (paymentId: string) =>
  (await database.query(`SELECT amount FROM refunds WHERE payment_id = $1`, [paymentId])).map((row) => row['amount']);

describe('the dry run', () => {
  test('reports for each row what will happen or why it cannot, and changes nothing', async () => {
    const [whole, held, unsettled, partly] = [
      await pay(1000),
      await pay(1000, { hold: 'HELD' }),
      await pay(1000, { status: 'COMPLETED' }),
      await pay(1000),
    ];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await api.call(startRefund, { params: { paymentId: partly }, body: { refundPaymentAmount: 4 }, token, headers });
    await api.runDueWork();
    api.pass({ seconds: 5 });
    await api.runDueWork();
    const before = await readBooks(database, books);
    const job = (await refundOf(whole, held, unsettled, partly, ids.nobody)).value();
    expect(job).toMatchObject({ state: 'PREPARED', rows: 5, createdBy: emailOf('editor') });
    expect(job.groups.map(({ state, reason, totals }) => [state, reason, totals[0]?.amount]).toSorted(byText)).toEqual([
      ['EXCLUDED', 'Only a payment that is settled in a virtual account can be refunded.', 1000],
      ['EXCLUDED', 'This payment is held by the account provider.', 1000],
      ['EXCLUDED', 'This payment was not found.', undefined],
      ['PLANNED', null, 1000],
      ['PLANNED', 'Partly refunded before: what remains is refunded.', 600],
    ]);
    expect((await itemsOf(job.bulkJobId)).map(({ objectId }) => objectId)).toEqual([
      whole,
      held,
      unsettled,
      partly,
      ids.nobody,
    ]);
    api.pass({ minutes: 1 });
    await api.runDueWork();
    expect(await readBooks(database, books)).toEqual(before);
  });

  test('excludes rows that the balance no longer covers, in row order', async () => {
    const picked = [await pay(1000), await pay(1000)];
    await database.query(`UPDATE payments SET amount = 1500 WHERE payment_id = $1`, [picked[0]!]);
    const job = (await refundOf(...picked)).value();
    expect((await itemsOf(job.bulkJobId)).map(({ state }) => state)).toEqual(['PLANNED', 'EXCLUDED']);
    await database.query(`UPDATE payments SET amount = 1000 WHERE payment_id = $1`, [picked[0]!]);
  });

  test('accepts a filter of the list, and takes only the rows that existed at that moment', async () => {
    const picked = [await pay(700), await pay(700)];
    const query = `minAmount=7&maxAmount=7&applicationId=${ids.harbourShop}`;
    const totals = (await api.call(totalPayIns, { token, query })).value();
    expect(totals).toMatchObject({ count: 2, totals: [{ currency: 'GBP', count: 2, amount: 1400 }] });
    api.pass({ seconds: 1 });
    await pay(700);
    const payIns = { minAmount: '7', maxAmount: '7', endDateTimeUtc: totals.asOfUtc };
    const job = (await prepare({ kind: 'REFUND', payIns })).value();
    expect((await itemsOf(job.bulkJobId)).map(({ objectId }) => objectId).toSorted()).toEqual(picked.toSorted());
  });

  test('rejects no rows, more than a thousand ids, two ways of selecting rows, and unknown filters', async () => {
    const many = Array.from({ length: 1001 }, () => crypto.randomUUID());
    const bodies = [
      { kind: 'REFUND', ids: [] },
      { kind: 'REFUND', ids: many },
      { kind: 'REFUND', ids: ['x'] },
      { kind: 'REFUND', payIns: {}, ids: [ids.nobody] },
      { kind: 'REFUND', deliveries: {} },
      { kind: 'REFUND', payIns: { unknown: 'x' } },
      { kind: 'REFUND', payIns: { minAmount: '999999' } },
      { kind: 'PAYOUT', ids: [ids.nobody] },
    ];
    for (const body of bodies) expect((await prepare(body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
  });
});

describe('a started job', () => {
  test('refunds each row once, is named in the audit log, and is stored with its result', async () => {
    const picked = [await pay(1000), await pay(2000)];
    const { bulkJobId } = (await refundOf(...picked)).value();
    expect((await start(bulkJobId)).value().state).toBe('QUEUED');
    const job = await finish(bulkJobId);
    expect(job).toMatchObject({ state: 'DONE', endReason: null, groups: [{ state: 'DONE', count: 2 }] });
    expect(await Promise.all(picked.map(refundsOf))).toEqual([[1000], [2000]]);
    const [recorded] = await database.query<{ detail: string; actor: string }>(
      `SELECT detail, actor FROM activity WHERE action = 'REFUND_STARTED' AND subject = $1`,
      [picked[0]!],
    );
    expect(recorded).toEqual({ detail: `10.00 GBP, bulk job ${bulkJobId}`, actor: emailOf('editor') });
    const { content } = (await api.call(listBulkJobs, { params, token })).value();
    expect(content[0]?.bulkJobId).toBe(bulkJobId);
    const { text } = await api.call(exportBulkItems, { params: jobParams(bulkJobId), token });
    expect(text.trim().split('\r\n')).toHaveLength(3);
    expect(text).toContain(`${picked[0]},DONE,10.00,GBP`);
  });

  test('continues after a row that is refused, and unfinished rows can be taken into another job', async () => {
    const picked = [await pay(1000), await pay(1000)];
    const { bulkJobId } = (await refundOf(...picked)).value();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await api.call(startRefund, {
      params: { paymentId: picked[0]! },
      body: { refundPaymentAmount: 4 },
      token,
      headers,
    });
    await start(bulkJobId);
    const job = await finish(bulkJobId);
    expect(job.groups.map(({ state, count }) => [state, count]).toSorted(byText)).toEqual([
      ['DONE', 1],
      ['FAILED', 1],
    ]);
    api.pass({ seconds: 10 });
    await api.runDueWork();
    const again = (await prepare({ kind: 'REFUND', notDoneOf: bulkJobId })).value();
    expect(again).toMatchObject({ rows: 1, groups: [{ state: 'PLANNED', totals: [{ amount: 600 }] }] });
  });

  test("reports a provider's refusal of a row with its message, and gives the money back", async () => {
    habits = { ...usualHabits, answer: { code: 'CLOSED', message: 'The account is closed' } };
    const { bulkJobId } = (await refundOf(await pay(1000))).value();
    await start(bulkJobId);
    await finish(bulkJobId);
    expect((await itemsOf(bulkJobId))[0]).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('The account is closed') as string,
    });
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1000, PENDING_OUT: 0 });
  });

  test('needs a step-up when the sum is above the limit; its rows then need none', async () => {
    const picked = [await pay(60_000), await pay(60_000)];
    const { bulkJobId } = (await refundOf(...picked)).value();
    const key = crypto.randomUUID();
    expect((await start(bulkJobId, { key })).problem().statusName).toBe('STEP_UP_REQUIRED');
    expect((await start(bulkJobId, { key, headers: await proved(api, token) })).status).toBe(200);
    expect((await finish(bulkJobId)).groups).toMatchObject([{ state: 'DONE', count: 2 }]);
  });

  test("sends a row above the merchant's threshold to approval, as the dry run announced", async () => {
    await database.query(`INSERT INTO approval_policies (merchant_id, above_gbp) VALUES ($1, 1500)`, [ids.harbour]);
    const picked = [await pay(1000), await pay(2000)];
    const { bulkJobId } = (await refundOf(...picked)).value();
    const waits = 'Waits for a second person’s approval.';
    expect((await itemsOf(bulkJobId)).map(({ reason }) => reason)).toEqual([null, waits]);
    await start(bulkJobId);
    await finish(bulkJobId);
    expect((await itemsOf(bulkJobId)).map(({ state, reason }) => [state, reason])).toEqual([
      ['DONE', null],
      ['DONE', waits],
    ]);
    api.pass({ minutes: 1 });
    await api.runDueWork();
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 0, PENDING_OUT: 2000 });
    expect(await database.query(`SELECT payment_id FROM approvals WHERE state = 'WAITING'`)).toEqual([
      { payment_id: picked[1] },
    ]);
    await database.query('DELETE FROM approval_policies WHERE merchant_id = $1', [ids.harbour]);
  });

  test('starts once, also with different keys; returns 409 when it is too old or has nothing to do', async () => {
    const { bulkJobId } = (await refundOf(await pay(1000))).value();
    const key = crypto.randomUUID();
    const first = await start(bulkJobId, { key });
    expect((await start(bulkJobId, { key })).text).toBe(first.text);
    expect((await start(bulkJobId)).status).toBe(200);
    expect(await database.query(`SELECT FROM due_work WHERE object_id = $1`, [bulkJobId])).toHaveLength(1);
    await finish(bulkJobId);
    const nothing = (await refundOf(await pay(1000, { hold: 'HELD' }))).value();
    expect((await start(nothing.bulkJobId)).status).toBe(409);
    const old = (await refundOf(await pay(1000))).value();
    api.pass({ hours: 1 });
    token = await signInAs(api, 'editor');
    expect((await start(old.bulkJobId)).status).toBe(409);
  });
});

describe('an interrupted job', () => {
  test('stops between two rows: finished rows stay, the rest is not done', async () => {
    const picked = await Promise.all(Array.from({ length: 30 }, () => pay(100)));
    const { bulkJobId } = (await refundOf(...picked)).value();
    await start(bulkJobId);
    await api.runDueWork();
    const job = (await stop(bulkJobId)).value();
    expect(job).toMatchObject({ state: 'STOPPED', endReason: 'Stopped by editor.' });
    expect(job.groups.map(({ state, count }) => [state, count]).toSorted(byText)).toEqual([
      ['DONE', 25],
      ['STOPPED', 5],
    ]);
    api.pass({ minutes: 1 });
    await api.runDueWork();
    expect((await read(bulkJobId)).groups).toEqual(job.groups);
    expect((await stop(bulkJobId)).value().endReason).toBe(job.endReason);
  });

  test.each([
    ['lost the role', `UPDATE accounts SET roles = '{MERCHANT_VIEWER}' WHERE email = $1`],
    ['was disabled', `UPDATE accounts SET is_enabled = false WHERE email = $1`],
  ])('stops with a message when the user who started it %s', async (_, change) => {
    const { bulkJobId } = (await refundOf(await pay(1000))).value();
    await start(bulkJobId);
    const admin = await signInAs(api, 'admin');
    await database.query(change, [emailOf('editor')]);
    await api.runDueWork();
    const job = (await api.call(getBulkJob, { params: jobParams(bulkJobId), token: admin })).value();
    expect(job).toMatchObject({ state: 'STOPPED', groups: [{ state: 'STOPPED', count: 1 }] });
    expect(job.endReason).toContain(`editor may no longer do this`);
    await database.query(`UPDATE accounts SET roles = '{MERCHANT_EDITOR}', is_enabled = true WHERE email = $1`, [
      emailOf('editor'),
    ]);
  });

  test('waits for an earlier job of the same merchant without delaying other merchants', async () => {
    const [first, second] = [
      (await refundOf(...(await Promise.all(Array.from({ length: 26 }, () => pay(100)))))).value().bulkJobId,
      (await refundOf(await pay(100))).value().bulkJobId,
    ];
    await start(first);
    api.pass({ seconds: 1 });
    await start(second);
    await api.runDueWork();
    expect([(await read(first)).state, (await read(second)).state]).toEqual(['RUNNING', 'QUEUED']);
    expect((await finish(second)).state).toBe('DONE');
    expect((await read(first)).state).toBe('DONE');
  });
});

test("the export of selected pay-ins contains the lines of the list's export for these rows only", async () => {
  const picked = [await pay(100), await pay(200)];
  await pay(300);
  const { text } = await api.call(exportPickedPayIns, { token, body: { ids: [...picked, ids.nobody] } });
  const all = (await api.call(exportPayIns, { token })).text.split('\r\n');
  const lines = text.split('\r\n').filter((line) => line !== '');
  expect(lines).toHaveLength(3);
  expect(lines.every((line) => all.includes(line))).toBe(true);
  const stranger = await api.call(exportPickedPayIns, {
    token: await signInAs(api, 'stranger'),
    body: { ids: picked },
  });
  expect(stranger.text.trim().split('\r\n')).toHaveLength(1);
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});
