import { listActivity } from '@volume/contract/users/activity.ts';
import { listPayoutSchedules, setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { stepUp } from '@volume/contract/session/session.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const daily = {
  payInAccountId: 1,
  enabled: true,
  frequency: 'DAILY',
  timeUtc: '06:00',
  amountType: 'FIXED',
  amount: 10,
};
let database: Database;
let api: TestApp;
let books: Books;

beforeEach(async () => {
  database = await openPeople();
  // These tests need no step-up.
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000, stepUpAbove: Number.MAX_SAFE_INTEGER } });
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
afterEach(() => database.close());

const as = (name: 'editor' | 'admin') => signInAs(api, name);
async function set(schedule: object = daily) {
  const token = await as('admin');
  const { stepUpToken } = (await api.call(stepUp, { body: { password }, token })).value();
  const headers = { 'x-step-up': stepUpToken };
  return (await api.call(setPayoutSchedule, { params, body: schedule, token, headers })).value();
}
const nextRun = async () =>
  (await api.call(listPayoutSchedules, { params, token: await as('admin') })).value()[0]?.nextRunAtUtc;
const missed = async () => {
  const query = 'action=PAYOUT_SLOT_MISSED&size=100';
  const { content } = (await api.call(listActivity, { params, query, token: await as('admin') })).value();
  return content.map(({ detail }) => detail);
};
const paid = async () => {
  const { content } = (await api.call(listPayouts, { params, token: await as('admin') })).value();
  return content
    .map(({ payoutRequestDetails: { amount }, status }) => ({ amount, status }))
    .toSorted((a, b) => a.amount - b.amount);
};
const mails = async () =>
  (await mailsTo(api, emailOf('merchantadmin'))).filter(({ subject }) => subject.includes('not made'));
async function nights(count: number): Promise<void> {
  for (let night = 0; night < count; night++) {
    api.pass({ hours: 24 });
    await api.runDueWork();
  }
}
const setBeneficiary = (id: string | null) =>
  database.query('UPDATE payee_details SET va_default_pay_out_beneficiary_account_id = $1', [id]);
const setEnabled = (isEnabled: boolean) =>
  database.query('UPDATE merchants SET is_enabled = $1 WHERE merchant_id = $2', [isEnabled, ids.harbour]);

test('a slot whose account lost its beneficiary is missed once and reported by email, and the schedule continues', async () => {
  await set();
  await setBeneficiary(null);
  await nights(1);
  await api.runDueWork();
  const reason = 'This account has no default beneficiary to pay out to.';
  expect(await missed()).toEqual([`Slot of 2026-11-22 06:00 UTC. ${reason}`]);
  expect(await nextRun()).toBe('2026-11-23T06:00:00.000');
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'A scheduled payout was not made' });
  expect(mail?.text).toContain(reason);
  await nights(1);
  await setBeneficiary('B1');
  expect(await paid()).toEqual([]);
  await nights(1);
  expect((await paid()).map(({ amount }) => amount)).toEqual([1_000]);
  expect(await missed()).toHaveLength(2);
});

test('a schedule that did not run for days misses one slot, not one per day', async () => {
  await set();
  await setBeneficiary(null);
  api.pass({ hours: 5 * 24 });
  await api.runDueWork();
  expect(await missed()).toHaveLength(1);
  expect(await nextRun()).toBe('2026-11-27T06:00:00.000');
});

test('fills no slot of a disabled merchant; once enabled again, it fills the next one and none of the earlier ones', async () => {
  await set();
  await setEnabled(false);
  await nights(3);
  expect(await paid()).toEqual([]);
  expect(await missed()).toEqual(
    ['24', '23', '22'].map((day) => `Slot of 2026-11-${day} 06:00 UTC. The merchant is disabled.`),
  );
  expect(await mails()).toEqual([]);
  await setEnabled(true);
  await api.runDueWork();
  expect(await paid()).toEqual([]);
  await nights(1);
  expect((await paid()).map(({ amount }) => amount)).toEqual([1_000]);
});

test("does not submit a disabled merchant's payout that its provider never accepted; an accepted one completes", async () => {
  const pay = async (amount: number) =>
    api.call(makePayout, {
      params,
      body: { payInAccountId: 1, amount },
      token: await as('editor'),
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  // For this amount the simulated provider loses the first submission.
  await pay(66.07);
  await pay(12);
  await api.runDueWork();
  await setEnabled(false);
  api.pass({ minutes: 5 });
  await api.runDueWork();
  expect(await paid()).toEqual([
    { amount: 1_200, status: 'PROCESSED' },
    { amount: 6_607, status: 'IN_PROGRESS' },
  ]);
  await setEnabled(true);
  for (let minute = 0; minute < 10; minute++) {
    api.pass({ minutes: 1 });
    await api.runDueWork();
  }
  expect((await paid()).map(({ status }) => status)).toEqual(['PROCESSED', 'PROCESSED']);
});

test('records the reason of a slot with too little to pay out, or with more than allowed', async () => {
  await set({ ...daily, minimumBalance: 995 });
  await nights(1);
  await set({ ...daily, amount: undefined, amountType: 'ALL', minimumBalance: 1_000 });
  await nights(1);
  await set({ ...daily, amount: 900 });
  await database.query('UPDATE payout_schedules SET amount = 100000001');
  await nights(1);
  expect(await missed()).toEqual([
    'Slot of 2026-11-24 06:00 UTC. Its amount is above the largest payout of 1,000,000.00.',
    'Slot of 2026-11-23 06:00 UTC. There is nothing above the minimum balance.',
    'Slot of 2026-11-22 06:00 UTC. What is available above the minimum balance is less than its amount.',
  ]);
  expect(await paid()).toEqual([]);
});

test('a schedule of the whole balance pays at most the largest payout per slot, and the rest in the next', async () => {
  const small = createTestApp(database, { settings: { largestAmount: 60_000, signInsPerMinute: 100_000 } });
  await set({ ...daily, amount: undefined, amountType: 'ALL' });
  for (let night = 0; night < 2; night++) {
    small.pass({ hours: 24 });
    await small.runDueWork();
  }
  expect((await paid()).map(({ amount }) => amount)).toEqual([40_000, 60_000]);
  expect(await audit(database)).toEqual([]);
});
