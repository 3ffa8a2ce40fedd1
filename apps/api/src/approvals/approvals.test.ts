import { listActivity } from '@volume/contract/users/activity.ts';
import { listApprovals } from '@volume/contract/approvals/approvals.ts';
import { disableBeneficiary, listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { listNotifications } from '@volume/contract/notifications/notifications.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { getPayInDetails, getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPayout, listPayouts } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { mailsTo } from '#testing/mails.ts';
import { type ApprovalWorld, createApprovalWorld, shop } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks } from '#testing/seed-money.ts';
import { emailOf, ids } from '#testing/seed-people.ts';

const harbour = { merchantId: ids.harbour };
let database: Database;
let world: ApprovalWorld;
beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await world.setPolicy({ GBP: 500, EUR: 500 });
});
afterAll(() => database.close());

const list = async (query = '') =>
  (await world.api.call(listApprovals, { ...(await world.as('viewer')), params: harbour, query })).value();
/** The orders and payments that a user's notifications are about. */
const toldOf = async (name: 'editor' | 'merchantadmin') => {
  const by = { ...(await world.as(name)), params: harbour, query: 'size=100' };
  return (await world.api.call(listNotifications, by)).value().content.map(({ objectId }) => objectId);
};
const latest = async (name: 'editor' | 'merchantadmin' | 'byemail') =>
  (await mailsTo(world.api, emailOf(name)))[0]?.subject;

test('submits a payout at the threshold immediately; a penny more waits with its money reserved and sends no event', async () => {
  const books = await world.openAccount(200_000);
  const small = (await world.payOut(books, 50_000)).value();
  expect(small.approval ?? null).toBeNull();
  const { payoutPaymentId, status, approval } = (await world.payOut(books, 50_001)).value();
  expect(approval).toMatchObject({
    state: 'WAITING',
    requestedBy: emailOf('editor'),
    source: 'PERSON',
    amount: 50_001,
  });
  await world.settle();
  expect(status).toBe('IN_PROGRESS');
  expect(await world.notified(payoutPaymentId)).toEqual({ orders: 0, events: [] });
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 99_999, PENDING_OUT: 50_001 });
  const viewer = await world.as('viewer');
  const listed = (await world.api.call(listPayouts, { ...viewer, params: shop })).value().content;
  expect(listed.find((each) => each.payoutPaymentId === payoutPaymentId)?.status).toBe('IN_PROGRESS');
  const one = (await world.api.call(getPayout, { ...viewer, params: { ...shop, payoutPaymentId } })).value();
  expect(one.approval?.state).toBe('WAITING');
});

test('an approved payout is submitted, sent as a webhook and processed; both users are mailed and it is in the audit log', async () => {
  // The first after a pause is mailed immediately.
  world.api.pass({ minutes: 16 });
  const books = await world.openAccount(200_000);
  const { payoutPaymentId } = (await world.payOut(books, 60_000)).value();
  expect(await latest('merchantadmin')).toBe('A payout of £600.00 is awaiting approval');
  expect(await latest('byemail')).toBe('A payout of £600.00 is awaiting approval');
  const [mail] = await mailsTo(world.api, emailOf('byemail'));
  expect(mail?.text).toContain(`A payout of £600.00 by editor (${emailOf('editor')}) is awaiting a second`);
  const reference = `PAYOUT-${payoutPaymentId.slice(-8).toUpperCase()}`;
  expect(mail?.text).toMatch(
    new RegExp(`To: Harbour & Bloom\\nFrom: [^,\\n]+, [\\d -·]+\\nReference: ${reference}\\n`),
  );
  expect(await latest('editor')).not.toBe('A payout of £600.00 is awaiting approval');
  const approved = await world.approve(payoutPaymentId);
  expect(approved.value()).toMatchObject({ state: 'APPROVED', decidedBy: emailOf('merchantadmin') });
  const [shown] = (await list(`orderId=${payoutPaymentId}`)).content;
  expect(shown).toMatchObject({ requestedByName: 'editor', decidedByName: 'merchantadmin' });
  // The email address may belong to another account by now.
  const others = [ids.stranger, emailOf('editor')];
  await database.query('UPDATE accounts SET merchant_id = $1 WHERE email = $2', others);
  expect((await list(`orderId=${payoutPaymentId}`)).content[0]?.requestedByName).toBeNull();
  await database.query('UPDATE accounts SET merchant_id = $1 WHERE email = $2', [ids.harbour, emailOf('editor')]);
  await world.settle();
  expect(await world.notified(payoutPaymentId)).toEqual({ orders: 1, events: ['IN_PROGRESS', 'PROCESSED'] });
  expect(await latest('editor')).toBe('A payout of £600.00 was approved');
  const [outcome] = await mailsTo(world.api, emailOf('editor'));
  expect(outcome?.text).toContain(`was approved by merchantadmin (${emailOf('merchantadmin')}).`);
  const query = 'action=ORDER_APPROVED&size=1';
  const auditLog = await world.api.call(listActivity, { ...(await world.as('editor')), params: harbour, query });
  expect(auditLog.value().content).toMatchObject([{ actor: emailOf('merchantadmin'), subject: payoutPaymentId }]);
});

test('thirty orders within minutes cause two mails to each approver, which leave out orders decided in between', async () => {
  world.api.pass({ hours: 1 });
  const books = await world.openAccount(2_000_000);
  const before = (await mailsTo(world.api, emailOf('byemail'))).length;
  const given = await world.as('editor');
  const made: string[] = [];
  for (let each = 0; each < 30; each += 1) {
    made.push((await world.payOutAs(given, books, 60_000)).value().payoutPaymentId);
  }
  expect((await world.cancel(made[1]!)).status).toBe(200);
  world.api.pass({ minutes: 15 });
  await world.api.runDueWork();
  const mails = await mailsTo(world.api, emailOf('byemail'));
  expect(mails.slice(0, mails.length - before).map(({ subject }) => subject)).toEqual([
    '28 payouts and refunds are awaiting approval',
    'A payout of £600.00 is awaiting approval',
  ]);
  expect(mails[0]?.text).toContain('£16,800.00');
  for (const orderId of made.filter((_, at) => at !== 1)) await world.refuse(orderId);
});

test('an order that is being decided when the mails are due shares the mail of the others', async () => {
  world.api.pass({ hours: 1 });
  const books = await world.openAccount(2_000_000);
  const given = await world.as('editor');
  const made: string[] = [];
  for (let each = 0; each < 4; each += 1) {
    made.push((await world.payOutAs(given, books, 60_000)).value().payoutPaymentId);
  }
  world.api.pass({ minutes: 15 });
  let mailing = Promise.resolve(0);
  await database.transaction(async ({ query }) => {
    const lock = 'SELECT FROM approvals WHERE merchant_id = $1 AND order_id = $2 FOR UPDATE';
    await query(lock, [ids.harbour, made[2]!]);
    mailing = world.api.runDueWork();
    await untilDoneOrBlocked(database, mailing);
  });
  await mailing;
  expect(await latest('byemail')).toBe('3 payouts and refunds are awaiting approval');
  for (const orderId of made) await world.refuse(orderId);
});

test('a refund waits like a payout, counts as active, and sends events only once it is approved', async () => {
  const books = await world.openAccount(60_000);
  const { paymentId, refundId, approval } = await world.refund(books, 70_000);
  expect(approval?.state).toBe('WAITING');
  const viewer = await world.as('viewer');
  const payment = (await world.api.call(getPayIn, { ...viewer, params: { paymentId } })).value();
  expect(payment).toMatchObject({ canStartRefund: false, amountRefunding: 70_000 });
  expect((await list(`paymentId=${paymentId}`)).content).toMatchObject([{ orderId: refundId, kind: 'REFUND' }]);
  const { payoutPaymentId } = (await world.payOut(books, 60_000)).value();
  // Notices from before an account existed are not shown, and the accounts are younger than the test’s clock.
  await database.query(`UPDATE accounts SET created_at = '2026-01-01'`);
  // The requester gets no notification of their own request.
  expect(await toldOf('merchantadmin')).toEqual(expect.arrayContaining([paymentId, payoutPaymentId]));
  expect(await toldOf('editor')).not.toContain(paymentId);
  expect(await toldOf('editor')).not.toContain(payoutPaymentId);
  expect((await world.cancel(payoutPaymentId)).status).toBe(200);
  expect(await world.notified(refundId)).toEqual({ orders: 0, events: [] });
  expect((await world.approve(refundId)).status).toBe(200);
  await world.settle();
  expect(await world.notified(refundId)).toEqual({ orders: 1, events: ['IN_PROGRESS', 'PROCESSED'] });
  const { events } = (await world.api.call(getPayInDetails, { ...viewer, params: { paymentId } })).value();
  const story = events.filter(({ type }) => type.startsWith('REFUND_')).map(({ type, actor }) => [type, actor]);
  expect(story).toEqual([
    ['REFUND_REQUESTED', emailOf('editor')],
    ['REFUND_IN_PROGRESS', emailOf('merchantadmin')],
    ['REFUND_PROCESSED', 'MODULR'],
  ]);
});

test('a refused, cancelled or expired order is cancelled, its money is given back and no webhook is sent', async () => {
  const books = await world.openAccount(300_000);
  const [refused, cancelled, left] = await Promise.all(
    [0, 1, 2].map(async () => (await world.payOut(books, 60_000)).value().payoutPaymentId),
  );
  const { refundId } = await world.refund(books, 60_000);
  expect((await world.refuse(refused!, 'merchantadmin', 'Not in the budget')).value().reason).toBe('Not in the budget');
  expect((await world.refuse(refundId)).status).toBe(200);
  expect((await world.cancel(cancelled!)).value().state).toBe('CANCELLED');
  world.api.pass({ hours: 71 });
  await world.api.runDueWork();
  expect(await world.stateOf(left!)).toBe('WAITING');
  world.api.pass({ hours: 1 });
  await world.settle();
  expect(await world.stateOf(left!)).toBe('EXPIRED');
  for (const orderId of [refused!, cancelled!, left!, refundId]) {
    expect(await world.notified(orderId)).toEqual({ orders: 0, events: [] });
    expect((await world.approve(orderId)).problem()).toMatchObject({ statusCode: 409, statusName: 'NOT_WAITING' });
  }
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 360_000, PENDING_OUT: 0 });
  const params = { ...shop, payoutPaymentId: refused! };
  const { status, statusDescription } = (
    await world.api.call(getPayout, { ...(await world.as('viewer')), params })
  ).value();
  expect([status, statusDescription]).toEqual([
    'CANCELLED',
    `Refused by ${emailOf('merchantadmin')}: Not in the budget`,
  ]);
});

test("no user approves or refuses their own order, or cancels another's", async () => {
  const books = await world.openAccount(200_000);
  const { payoutPaymentId: orderId } = (await world.payOut(books, 60_000)).value();
  expect((await world.approve(orderId, 'editor')).problem()).toMatchObject({
    statusCode: 403,
    statusName: 'OWN_ORDER',
  });
  expect((await world.refuse(orderId, 'editor')).problem()).toMatchObject({ statusCode: 403, statusName: 'OWN_ORDER' });
  expect((await world.cancel(orderId, 'merchantadmin')).status).toBe(403);
  expect((await world.cancel(orderId)).status).toBe(200);
});

test('platform administrators can create and stop but not approve orders; read-only users can do neither', async () => {
  const books = await world.openAccount(200_000);
  const { payoutPaymentId: made } = (await world.payOut(books, 60_000, 'admin')).value();
  const { payoutPaymentId: other } = (await world.payOut(books, 60_000)).value();
  for (const name of ['admin', 'reader', 'viewer', 'operator'] as const) {
    expect([name, (await world.approve(other, name)).status]).toEqual([name, 403]);
  }
  expect((await world.approve(other, 'stranger')).status).toBe(404);
  expect((await world.refuse(other, 'reader')).status).toBe(403);
  expect((await world.refuse(other, 'admin')).status).toBe(200);
  expect((await world.approve(made, 'editor')).status).toBe(200);
  await world.settle();
});

test('approving always needs a step-up, for any amount', async () => {
  const books = await world.openAccount(200_000);
  const { payoutPaymentId: orderId } = (await world.payOut(books, 60_000)).value();
  const { token, headers } = await world.as('merchantadmin');
  const withoutProof = { token, headers: { 'idempotency-key': headers['idempotency-key'] } } as never;
  const answer = await world.approve(orderId, 'merchantadmin', withoutProof);
  expect(answer.problem()).toMatchObject({ statusCode: 403, statusName: 'STEP_UP_REQUIRED' });
  expect((await world.approve(orderId)).status).toBe(200);
  await world.settle();
});

test('a user who loses the role or is disabled in the meantime cannot approve, although their token is still valid', async () => {
  const books = await world.openAccount(200_000);
  const { payoutPaymentId: orderId } = (await world.payOut(books, 60_000)).value();
  const given = await world.as('merchantadmin');
  const as = (roles: string) =>
    database.query(`UPDATE accounts SET roles = ARRAY[${roles}] WHERE email = $1`, [emailOf('merchantadmin')]);
  await as(`'MERCHANT_VIEWER'`);
  const answer = await world.approve(orderId, 'merchantadmin', given);
  await as(`'MERCHANT_ADMIN'`);
  expect(answer.status).toBe(403);
  expect(await world.notified(orderId)).toEqual({ orders: 0, events: [] });
  expect((await world.cancel(orderId)).status).toBe(200);
});

test('a payout whose beneficiary was disabled or changed while it waited cannot be approved, and no money leaves', async () => {
  const books = await world.openAccount(300_000);
  const editor = await world.as('editor');
  const known = (await world.api.call(listBeneficiaries, { ...editor, params: shop })).value();
  const own = known.filter((each) => each.payInAccountIds.includes(books.payInAccountId) && each.status === 'Active');
  const others = own.filter((each) => each.defaultForPayInAccountIds.length === 0);
  const { beneficiaryId, accountNumber } = others[0]!;
  const [first, second] = [
    (await world.payOut(books, 60_000, 'editor', beneficiaryId)).value(),
    (await world.payOut(books, 60_000, 'editor', beneficiaryId)).value(),
  ];
  expect(first.approval?.recipient).toMatchObject({ accountNumber });
  const params = { ...shop, beneficiaryId };
  expect((await world.api.call(disableBeneficiary, { ...(await world.as('merchantadmin')), params })).status).toBe(200);
  const refused = { statusCode: 409, statusName: 'RECIPIENT_CHANGED' };
  expect((await world.approve(first.payoutPaymentId)).problem()).toMatchObject(refused);
  await database.query(
    `UPDATE beneficiaries SET disabled_at = NULL, account_number = '99999999' WHERE beneficiary_id = $1`,
    [beneficiaryId],
  );
  expect((await world.approve(second.payoutPaymentId)).problem()).toMatchObject(refused);
  for (const { payoutPaymentId } of [first, second]) {
    expect(await world.notified(payoutPaymentId)).toEqual({ orders: 0, events: [] });
    expect((await world.refuse(payoutPaymentId)).status).toBe(200);
  }
});

test('a scheduled payout waits for a user other than the one who set the schedule', async () => {
  const books = await world.openAccount(90_000);
  const body = {
    payInAccountId: books.payInAccountId,
    enabled: true,
    frequency: 'DAILY',
    timeUtc: '06:00',
    amountType: 'ALL',
  };
  const set = await world.api.call(setPayoutSchedule, { ...(await world.as('editor')), params: shop, body });
  expect(set.status).toBe(200);
  world.api.pass({ hours: 24 });
  await world.api.runDueWork();
  const [waiting] = (await list('state=WAITING')).content;
  expect(waiting).toMatchObject({ source: 'SCHEDULE', requestedBy: emailOf('editor'), amount: 90_000 });
  expect((await world.approve(waiting!.orderId, 'editor')).problem().statusName).toBe('OWN_ORDER');
  const off = { ...body, enabled: false };
  await world.api.call(setPayoutSchedule, { ...(await world.as('editor')), params: shop, body: off });
  expect((await world.approve(waiting!.orderId)).status).toBe(200);
  await world.settle();
  expect(await world.notified(waiting!.orderId)).toMatchObject({ orders: 1 });
});

test('the list reports how many are waiting and has pages like other lists; bad input is 400', async () => {
  const { waiting, isOn, totalElements, content } = await list('state=APPROVED,REFUSED&size=1');
  expect(isOn).toBe(true);
  expect([waiting, content.length]).toEqual([(await list('state=WAITING')).totalElements, 1]);
  expect(totalElements).toBeGreaterThan(5);
  const viewer = await world.as('viewer');
  for (const query of ['state=SOON', 'paymentId=1', 'page=x']) {
    expect((await world.api.call(listApprovals, { ...viewer, params: harbour, query })).status).toBe(400);
  }
});

test('the ledger passes the audit after all of these tests', async () => {
  await world.settle();
  expect(await audit(database)).toEqual([]);
});
