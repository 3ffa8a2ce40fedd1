import { listPayoutSchedules, nextPayoutRuns, setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { listPayouts } from '@volume/contract/payouts/payouts.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;
let books: Books;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
beforeEach(async () => {
  token = await signInAs(api, 'editor');
  accounts += 1;
  books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
afterAll(() => database.close());

const daily = { enabled: true, frequency: 'DAILY', timeUtc: '06:00', amountType: 'ALL' };
const set = async (schedule: object) => {
  const body = { payInAccountId: books.payInAccountId, ...schedule };
  return api.call(setPayoutSchedule, { params, body, token, headers: await proved(api, token) });
};
async function payouts(): Promise<{ amount: number; type: string }[]> {
  const { content } = (await api.call(listPayouts, { params, query: 'size=100&sort=createdAt,asc', token })).value();
  return content
    .filter(({ payInAccountId }) => payInAccountId === books.payInAccountId)
    .map(({ type, payoutRequestDetails: { amount } }) => ({ amount, type }));
}
async function afterHours(hours: number): Promise<void> {
  api.pass({ hours });
  token = await signInAs(api, 'editor');
}
/** Another instance on the same database, with the same time. */
function anotherInstance(): TestApp {
  const other = createTestApp(database);
  other.pass({ seconds: (api.services.clock.now().getTime() - other.services.clock.now().getTime()) / 1000 });
  return other;
}

describe('the next runs', () => {
  const at = Date.UTC(2026, 1, 27, 7);
  const days = (timing: object, after = at) =>
    nextPayoutRuns(
      { frequency: 'DAILY', dayOfWeek: null, dayOfMonth: null, timeUtc: '06:00', ...timing } as never,
      after,
      3,
    ).map((run) => new Date(run).toISOString().slice(0, 16));
  test('of a day, a week and a month are in UTC', () => {
    expect(days({})).toEqual(['2026-02-28T06:00', '2026-03-01T06:00', '2026-03-02T06:00']);
    expect(days({ frequency: 'WEEKLY', dayOfWeek: 'FRIDAY' })).toEqual([
      '2026-03-06T06:00',
      '2026-03-13T06:00',
      '2026-03-20T06:00',
    ]);
    expect(days({ frequency: 'MONTHLY', dayOfMonth: 28 })).toEqual([
      '2026-02-28T06:00',
      '2026-03-28T06:00',
      '2026-04-28T06:00',
    ]);
  });
  test('run once a day also where local clocks change', () => {
    expect(days({ timeUtc: '01:30' }, Date.UTC(2026, 2, 28, 12))).toEqual([
      '2026-03-29T01:30',
      '2026-03-30T01:30',
      '2026-03-31T01:30',
    ]);
    expect(days({ timeUtc: '01:30' }, Date.UTC(2026, 9, 24, 12))).toEqual([
      '2026-10-25T01:30',
      '2026-10-26T01:30',
      '2026-10-27T01:30',
    ]);
  });
  test('are strictly after the given time', () => {
    expect(days({ timeUtc: '07:00' })[0]).toBe('2026-02-28T07:00');
  });
});

describe('a schedule', () => {
  test.each([
    [{ ...daily }, 'DAILY at 06:00 UTC, ALL'],
    [{ ...daily, minimumBalance: 100 }, 'DAILY at 06:00 UTC, ALL, with a minimum balance of 100.00 GBP'],
    [
      { ...daily, frequency: 'WEEKLY', dayOfWeek: 'FRIDAY', amountType: 'FIXED', amount: 12.5, reference: 'RENT' },
      'WEEKLY on Friday at 06:00 UTC, 12.50 GBP, reference RENT',
    ],
    [{ ...daily, frequency: 'MONTHLY', dayOfMonth: 28 }, 'MONTHLY on day 28 at 06:00 UTC, ALL'],
    [{ ...daily, enabled: false }, 'off'],
  ])('is recorded with its days and amounts, and its account: %j', async (schedule, detail) => {
    const { scheduleId } = (await set(schedule)).value();
    const query = 'action=PAYOUT_SCHEDULE_SET&size=100';
    const { content } = (await api.call(listActivity, { params, query, token })).value();
    const recorded = content.find(({ subject }) => subject === scheduleId)?.detail;
    expect(recorded).toBe(`${detail}, GBP account ${books.payInAccountId}`);
  });

  test('is unique per account and replaced by the next', async () => {
    const first = (await set(daily)).value();
    const second = (await set({ ...daily, timeUtc: '18:30', minimumBalance: 100 })).value();
    expect(second).toMatchObject({
      scheduleId: first.scheduleId,
      timeUtc: '18:30',
      minimumBalance: 10_000,
      amount: null,
    });
    const known = (await api.call(listPayoutSchedules, { params, token })).value();
    expect(known.filter(({ payInAccountId }) => payInAccountId === books.payInAccountId)).toEqual([second]);
  });

  test.each([
    ['a weekly one without its day', { ...daily, frequency: 'WEEKLY' }],
    ['a daily one with a day', { ...daily, dayOfWeek: 'MONDAY' }],
    ['the 29th', { ...daily, frequency: 'MONTHLY', dayOfMonth: 29 }],
    ['25 o’clock', { ...daily, timeUtc: '25:00' }],
    ['a fixed one without amount', { ...daily, amountType: 'FIXED' }],
    ['all with an amount', { ...daily, amount: 5 }],
    ['a negative minimum', { ...daily, minimumBalance: -1 }],
  ])('rejects %s', async (_, schedule) => {
    expect((await set(schedule)).status).toBe(400);
  });

  test('pays out everything above the minimum at its time, not before, and is processed', async () => {
    await set({ ...daily, minimumBalance: 250 });
    await afterHours(1);
    await api.runDueWork();
    expect(await payouts()).toEqual([]);
    await afterHours(23);
    await api.runDueWork();
    expect(await payouts()).toEqual([{ amount: 75_000, type: 'SCHEDULED_PAYOUT' }]);
    api.pass({ seconds: 20 });
    await api.runDueWork();
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 25_000, PENDING_OUT: 0, SETTLEMENT: -25_000 });
  });

  test('gives its reference to each of its payouts, and none when it has none', async () => {
    const references = async () => {
      const { content } = (
        await api.call(listPayouts, { params, query: 'size=100&sort=createdAt,asc', token })
      ).value();
      return content
        .filter(({ payInAccountId }) => payInAccountId === books.payInAccountId)
        .map(({ payoutPaymentId: id, payoutRequestDetails: { reference } }) =>
          reference === `PAYOUT-${id.slice(-8).toUpperCase()}` ? 'of its id' : reference,
        );
    };
    const fixed = { ...daily, amountType: 'FIXED', amount: 10 };
    const first = (await set({ ...fixed, reference: ' RENT 4 / Nov ' })).value();
    expect(first.reference).toBe('RENT 4 / Nov');
    await afterHours(24);
    await api.runDueWork();
    const second = (await set(fixed)).value();
    expect(second.reference).toBeNull();
    expect(second.version).not.toBe(first.version);
    await afterHours(24);
    await api.runDueWork();
    expect(await references()).toEqual(['RENT 4 / Nov', 'of its id']);
    const tooLong = await set({ ...fixed, reference: 'A'.repeat(19) });
    expect([tooLong.status, tooLong.problem().errorMessage]).toEqual([
      400,
      'reference must have at most 18 characters',
    ]);
    expect((await set({ ...fixed, reference: 'R\u00fcck' })).status).toBe(400);
  });

  test('fills each slot once, on any instance, with any delay, and when the clock passes it again', async () => {
    await set({ ...daily, amountType: 'FIXED', amount: 10 });
    // Saving again enqueues the slot a second time.
    await set({ ...daily, amountType: 'FIXED', amount: 10 });
    for (const nights of [1, 1, 3]) {
      await afterHours(24 * nights);
      await Promise.all([api, anotherInstance(), anotherInstance()].map((instance) => instance.runDueWork()));
      await api.runDueWork();
    }
    for (const hours of [-36, 36]) {
      await afterHours(hours);
      await api.runDueWork();
    }
    expect(await payouts()).toEqual(Array(5).fill({ amount: 1000, type: 'SCHEDULED_PAYOUT' }));
  });

  test('that would go below its minimum, or is switched off, leaves its slot empty', async () => {
    await set({ ...daily, amountType: 'FIXED', amount: 10, minimumBalance: 995 });
    await afterHours(24);
    await api.runDueWork();
    await set({ ...daily, enabled: false });
    await afterHours(24);
    await api.runDueWork();
    expect(await payouts()).toEqual([]);
  });
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});
