import { listActivity } from '@volume/contract/users/activity.ts';
import { getApproval, listApprovals } from '@volume/contract/approvals/approvals.ts';
import { setDefaultBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import { getBulkJob, prepareBulkJob, startBulkJob } from '@volume/contract/bulk/bulk.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { createNamedKey, rotateNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { mailsTo } from '#testing/mails.ts';
import { type ApprovalWorld, createApprovalWorld, keyed, shop } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';

const harbour = { merchantId: ids.harbour };
/** A third approver besides the administrator and the editor. */
const third = 'third' as TestPerson;
const excluded = { statusCode: 403, statusName: 'EXCLUDED_APPROVER' };
const noApprover = { statusCode: 409, statusName: 'NO_APPROVER' };
let database: Database;
let world: ApprovalWorld;

beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await database.query(
    `INSERT INTO accounts (user_account_id, email, password_hash, merchant_id, roles)
     SELECT gen_random_uuid(), $1, password_hash, merchant_id, roles FROM accounts WHERE email = $2`,
    [emailOf(third), emailOf('merchantadmin')],
  );
  await world.setPolicy({ GBP: 500, EUR: 500 });
});
beforeEach(() => world.api.pass({ hours: 25 }));
afterAll(() => database.close());

const byKey = async (books: Books, amount: number, key: Record<string, string>) =>
  world.api.call(makePayout, {
    params: shop,
    headers: { ...key, ...keyed() },
    body: { payInAccountId: books.payInAccountId, amount: amount / 100 },
  });
const allow = async (by: TestPerson, moneyLimit: number | null, allowedAddresses: string[] = []) =>
  world.api.call(setApiKeySettings, {
    ...(await world.as(by)),
    params: { ...shop, key: 'PRIMARY' },
    body: { moneyLimit, allowedAddresses },
  });
const readOrder = async (orderId: string) =>
  (await world.api.call(getApproval, { ...(await world.as('viewer')), params: { ...harbour, orderId } })).value();
const exclusionsOf = async (orderId: string) =>
  (await readOrder(orderId)).excluded?.map(({ email, reason }) => `${email.split('@')[0]} ${reason}`).toSorted();
/** An active beneficiary of an account's customer. */
async function addBeneficiary({ payInAccountId }: Books, id: string, account: Partial<Record<string, string>> = {}) {
  const { iban = null, sortCode = '20-11-09', accountNumber = '55779911' } = account;
  await database.query(
    `INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, name, account_type, account_number, sort_code, iban, name_check)
     VALUES ($1, $2, $3, 'Hazel Ltd', $4, $5, $6, $7, 'MATCHES')`,
    iban === null
      ? [ids.harbour, id, `C${payInAccountId}`, 'SCAN', accountNumber, sortCode, null]
      : [ids.harbour, id, `C${payInAccountId}`, 'IBAN', null, null, iban],
  );
  return id;
}
const choose = async (by: TestPerson, { payInAccountId }: Books, beneficiaryId: string) =>
  world.api.call(setDefaultBeneficiary, {
    ...(await world.as(by)),
    params: { ...shop, beneficiaryId },
    body: { payInAccountId },
  });
const schedule = async (by: TestPerson, { payInAccountId }: Books, rest: object = {}) =>
  world.api.call(setPayoutSchedule, {
    ...(await world.as(by)),
    params: shop,
    body: { payInAccountId, enabled: true, frequency: 'DAILY', timeUtc: '06:00', amountType: 'ALL', ...rest },
  });
/** Makes these users the only ones who can approve while `work` runs. */
async function withApprovers(names: readonly TestPerson[], work: () => Promise<void>): Promise<void> {
  const set = (isEnabled: boolean) =>
    database.query(`UPDATE accounts SET is_enabled = $1 WHERE merchant_id = $2 AND email = ANY($3)`, [
      isEnabled,
      ids.harbour,
      (['merchantadmin', 'editor', 'byemail', 'bytotp', third] as const)
        .filter((each) => !names.includes(each))
        .map(emailOf),
    ]);
  await set(false);
  await work().finally(() => set(true));
}

test('an order by a key cannot be approved by the user who made the key or has loosened it since, but they can refuse it', async () => {
  const books = await world.openAccount(200_000);
  const key = await makeApiKey(world.api, { by: 'merchantadmin' });
  await allow('editor', 100_000_000);
  const [first, second] = [
    (await byKey(books, 60_000, key)).value().payoutPaymentId,
    (await byKey(books, 60_000, key)).value().payoutPaymentId,
  ];
  expect(await exclusionsOf(first)).toEqual(['editor KEY', 'merchantadmin KEY']);
  expect((await world.approve(first, 'merchantadmin')).problem()).toMatchObject(excluded);
  expect((await world.approve(first, 'editor')).problem()).toMatchObject(excluded);
  expect((await world.refuse(second, 'merchantadmin')).status).toBe(200);
  expect((await world.approve(first, third)).status).toBe(200);
  await world.settle();
  expect(await world.notified(first)).toMatchObject({ orders: 1 });
});

test('a reset by another user replaces the maker of a key for later orders; earlier orders keep their exclusions', async () => {
  const books = await world.openAccount(200_000);
  const before = await byKey(books, 60_000, await makeApiKey(world.api, { by: 'merchantadmin' }));
  const key = await makeApiKey(world.api, { by: 'editor' });
  const after = (await byKey(books, 60_000, key)).value().payoutPaymentId;
  expect(await exclusionsOf(after)).toEqual(['editor KEY']);
  expect(await exclusionsOf(before.value().payoutPaymentId)).toContain('merchantadmin KEY');
  expect((await world.approve(after, 'merchantadmin')).status).toBe(200);
  expect((await world.approve(before.value().payoutPaymentId, 'merchantadmin')).problem()).toMatchObject(excluded);
  expect((await world.approve(before.value().payoutPaymentId, 'editor')).status).toBe(200);
  await world.settle();
});

test('wider addresses loosen a key like a higher limit does; a narrower setting excludes no user', async () => {
  const books = await world.openAccount(200_000);
  const key = await makeApiKey(world.api, { by: 'merchantadmin' });
  await allow('merchantadmin', 100_000_000, ['127.0.0.1']);
  await allow('editor', 90_000_000, ['127.0.0.1']);
  await allow('merchantadmin', 90_000_000, []);
  const narrow = (await byKey(books, 60_000, key)).value().payoutPaymentId;
  expect(await exclusionsOf(narrow)).toEqual(['merchantadmin KEY']);
  await allow('editor', 90_000_000, ['127.0.0.0/8', '::/0', '0.0.0.0/0']);
  await allow(third, 90_000_000, []);
  const wide = (await byKey(books, 60_000, key)).value().payoutPaymentId;
  expect(await exclusionsOf(wide)).toEqual(['merchantadmin KEY', 'third KEY']);
});

test('resetting and loosening a key mails the administrators, narrowing it does not', async () => {
  const subjects = async () => (await mailsTo(world.api, emailOf(third))).map(({ subject }) => subject);
  await makeApiKey(world.api, { by: 'editor' });
  expect((await subjects())[0]).toBe('An application key was reset');
  // A key's permissions outlive its reset.
  await allow('editor', 1_000);
  await allow('editor', 200_000);
  const then = await subjects();
  expect(then[0]).toBe('An application key may do more');
  await allow('editor', 1_000);
  expect(await subjects()).toHaveLength(then.length);
  const [mail] = await mailsTo(world.api, emailOf(third));
  expect(mail?.text).toContain(`editor (${emailOf('editor')}) raised the limit of the primary key of an application`);
});

test('a payout to the default beneficiary cannot be approved by the user who chose the default; any other payout excludes only its maker', async () => {
  const books = await world.openAccount(200_000);
  const other = await addBeneficiary(books, 'B-other', { accountNumber: '11112222' });
  expect((await choose('editor', books, await addBeneficiary(books, 'B-chosen'))).status).toBe(200);
  const made = (await world.payOut(books, 60_000, 'merchantadmin')).value();
  expect(made.approval?.excluded).toEqual([
    { email: emailOf('merchantadmin'), reason: 'REQUESTED' },
    { email: emailOf('editor'), reason: 'DEFAULT_BENEFICIARY' },
  ]);
  const refused = (await world.approve(made.payoutPaymentId, 'editor')).problem();
  expect(refused).toMatchObject(excluded);
  expect(refused.errorMessage).toBe(
    'You chose the default beneficiary, so another user has to approve this. Nothing was changed. You can refuse it.',
  );
  expect((await world.approve(made.payoutPaymentId, third)).status).toBe(200);
  const named = (await world.payOut(books, 60_000, 'merchantadmin', other)).value().payoutPaymentId;
  expect(await exclusionsOf(named)).toEqual(['merchantadmin REQUESTED']);
  expect((await world.approve(named, 'editor')).status).toBe(200);
  await world.settle();
});

test('a scheduled payout excludes the users who set the schedule and who chose the default', async () => {
  const books = await world.openAccount(60_000);
  await choose('merchantadmin', books, await addBeneficiary(books, 'B-scheduled', { accountNumber: '22223333' }));
  expect((await schedule('editor', books)).status).toBe(200);
  world.api.pass({ hours: 24 });
  await world.api.runDueWork();
  const waiting = await world.api.call(listApprovals, {
    ...(await world.as('viewer')),
    params: harbour,
    query: 'state=WAITING',
  });
  const order = waiting.value().content.find(({ payInAccountId }) => payInAccountId === books.payInAccountId)!;
  expect(await exclusionsOf(order.orderId)).toEqual(['editor SCHEDULE', 'merchantadmin DEFAULT_BENEFICIARY']);
  expect((await world.approve(order.orderId, 'merchantadmin')).problem()).toMatchObject(excluded);
  expect((await world.approve(order.orderId, third)).status).toBe(200);
  await schedule('editor', books, { enabled: false });
  await world.settle();
});

test('does not mail an excluded approver; mails the outcome of an order by a key to the administrators', async () => {
  const books = await world.openAccount(200_000);
  const key = await makeApiKey(world.api, { by: 'merchantadmin' });
  await allow('merchantadmin', 100_000_000);
  const subject = 'A payout of £600.00 is awaiting approval';
  const { payoutPaymentId } = (await byKey(books, 60_000, key)).value();
  const first = async (name: TestPerson) => (await mailsTo(world.api, emailOf(name)))[0]?.subject;
  expect([await first(third), await first('merchantadmin')]).toEqual([subject, expect.not.stringContaining(subject)]);
  // Mails are listed by their time.
  world.api.pass({ seconds: 1 });
  await world.approve(payoutPaymentId, 'editor');
  const outcome = 'A payout of £600.00 was approved';
  expect([await first('merchantadmin'), await first(third)]).toEqual([outcome, outcome]);
  await world.settle();
});

test('without an approver left, an order is refused with the excluded users and advice, and no money is reserved', async () => {
  const books = await world.openAccount(200_000);
  await choose('editor', books, await addBeneficiary(books, 'B-last', { accountNumber: '33334444' }));
  await withApprovers(['merchantadmin', 'editor'], async () => {
    const answer = (await world.payOut(books, 60_000, 'merchantadmin')).problem();
    expect(answer).toMatchObject(noApprover);
    expect(answer.errorMessage).toBe(
      `No user is left who can approve this payout: ${emailOf('editor')} chose the default beneficiary; ` +
        `${emailOf('merchantadmin')} made it. The payout was not made and no money was reserved. ` +
        'Invite another user who may move money, or let another user set the default beneficiary.',
    );
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 200_000, PENDING_OUT: 0 });
    const rows = await database.query('SELECT FROM outbound_payments WHERE payee_detail_id = $1', [
      books.payInAccountId,
    ]);
    expect(rows).toEqual([]);
    expect((await world.payOut(books, 50_000, 'merchantadmin')).status).toBe(200);
    expect((await choose('merchantadmin', books, 'B-last')).status).toBe(200);
    const made = (await world.payOut(books, 60_000, 'merchantadmin')).value();
    expect((await world.approve(made.payoutPaymentId, 'editor')).status).toBe(200);
  });
  await world.settle();
});

test('a key and a bulk refund without an approver left are refused in the same way', async () => {
  const books = await world.openAccount(200_000);
  const key = await makeApiKey(world.api, { by: 'merchantadmin' });
  const paymentId = await seedPayment(world.api.services, { books, applicationId: ids.harbourShop, amount: 70_000 });
  await withApprovers(['merchantadmin'], async () => {
    await allow('merchantadmin', 100_000_000);
    const answer = (await byKey(books, 60_000, key)).problem();
    expect(answer).toMatchObject(noApprover);
    expect(answer.errorMessage).toContain('let another user reset the key');
    const admin = await world.as('merchantadmin');
    const job = await world.api.call(prepareBulkJob, {
      ...admin,
      params: shop,
      body: { kind: 'REFUND', ids: [paymentId] },
    });
    const params = { ...shop, bulkJobId: job.value().bulkJobId };
    expect(
      (await world.api.call(startBulkJob, { ...admin, params, headers: { ...admin.headers, ...keyed() } })).status,
    ).toBe(200);
    await world.api.runDueWork();
    const { groups } = (await world.api.call(getBulkJob, { ...admin, params })).value();
    expect(groups).toMatchObject([{ state: 'FAILED', reason: expect.stringContaining('No user is left') }]);
  });
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 270_000, PENDING_OUT: 0 });
});

test('a named key keeps the user who created it, so the advice is to replace the key', async () => {
  const books = await world.openAccount(200_000);
  const admin = await world.as('merchantadmin');
  const body = { name: 'Till', scopes: ['PAYOUTS'], moneyLimit: 100_000 } as const;
  const { key } = (await world.api.call(createNamedKey, { ...admin, params: shop, body })).value();
  const params = { ...shop, keyId: key.keyId };
  const rotate = { ...(await world.as('editor')), params, body: { expiresAtUtc: null } };
  const { value } = (await world.api.call(rotateNamedKey, rotate)).value();
  await withApprovers(['merchantadmin', 'editor'], async () => {
    const headers = { 'x-application-id': ids.harbourShop, 'x-application-secret': value };
    const { errorMessage } = (await byKey(books, 60_000, headers)).problem();
    expect(errorMessage).toContain(
      'Invite another user who may move money, or let another user create a key in its place.',
    );
  });
});

test('a scheduled payout without an approver left is recorded as missed and mailed, and the schedule continues', async () => {
  const books = await world.openAccount(60_000);
  await schedule('merchantadmin', books);
  await withApprovers(['merchantadmin'], async () => {
    world.api.pass({ hours: 24 });
    await world.api.runDueWork();
  });
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 60_000, PENDING_OUT: 0 });
  const rows = await database.query('SELECT FROM outbound_payments WHERE payee_detail_id = $1', [books.payInAccountId]);
  expect(rows).toEqual([]);
  const query = 'action=PAYOUT_SLOT_MISSED&size=1';
  const auditLog = await world.api.call(listActivity, { ...(await world.as('editor')), params: harbour, query });
  expect(auditLog.value().content[0]?.detail).toContain('No user is left who can approve this payout');
  const mails = await mailsTo(world.api, emailOf('merchantadmin'));
  expect(mails.some(({ subject }) => subject === 'A scheduled payout was not made')).toBe(true);
  await schedule('merchantadmin', books, { enabled: false });
});

test('an order that waited during the upgrade keeps the previous rule', async () => {
  const books = await world.openAccount(60_000);
  const key = await makeApiKey(world.api, { by: 'merchantadmin' });
  await allow('merchantadmin', 100_000_000);
  const { payoutPaymentId } = (await byKey(books, 60_000, key)).value();
  await database.query(`UPDATE approvals SET excluded = DEFAULT WHERE order_id = $1`, [payoutPaymentId]);
  expect((await world.approve(payoutPaymentId, 'merchantadmin')).status).toBe(200);
  await world.settle();
});

test('the ledger passes the audit after all of these tests', async () => {
  await world.settle();
  expect(await audit(database)).toEqual([]);
});
