import { getRevenue } from '@volume/contract/balances/revenue.ts';
import { ifMatchHeader } from '@volume/contract/headers.ts';
import { changeMerchantFee, getMerchantFee, withdrawFeeChange } from '@volume/contract/merchants/fee.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { listActivity, listPlatformActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { utcDay } from '#database/merchants/fees.ts';
import { pausingBefore } from '#testing/access/pausing.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { emailOf, ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour };
let database: Database;
let app: TestApp;
let ada: { token: string; headers: Record<string, string> };
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  const account = { ...params, applicationId: ids.harbourShop, payInAccountId: 1, currency: 'GBP' } as const;
  await seedAccount(app.services, account);
  ada = await admin();
});
afterAll(() => database.close());
beforeEach(() => database.query('DELETE FROM fee_changes'));

async function admin() {
  const token = await signInAs(app, 'admin');
  return { token, headers: await proved(app, token) };
}
const read = async () => (await app.call(getMerchantFee, { ...ada, params })).value();
const change = (body: object, version?: string) =>
  app.call(changeMerchantFee, {
    ...ada,
    params,
    body,
    headers: { ...ada.headers, ...(version && { [ifMatchHeader]: version }) },
  });
const withdraw = (version?: string) =>
  app.call(withdrawFeeChange, {
    ...ada,
    params,
    headers: { ...ada.headers, ...(version && { [ifMatchHeader]: version }) },
  });
const feeInAnswers = async () => (await app.call(getMerchant, { ...ada, params })).value().paymentFlatFeeInPercentage;

test('a new merchant has one fee from the beginning', async () => {
  const none = { setBy: null, setAtUtc: null, reason: null };
  expect(await read()).toMatchObject({
    percentage: 1.25,
    today: '2026-11-21',
    planned: null,
    history: [{ percentage: 1.25, validFrom: null, ...none }],
  });
});

test('a planned fee is valid from its midnight on, without a job, and is replaced or withdrawn before', async () => {
  const planned = (await change({ percentage: 0.5, validFrom: '2026-11-22', reason: 'Case 4417' })).value();
  expect(planned).toMatchObject({
    percentage: 1.25,
    planned: { percentage: 0.5, validFrom: '2026-11-22', setBy: emailOf('admin'), reason: 'Case 4417' },
  });
  expect(await feeInAnswers()).toBe(1.25);
  expect((await withdraw(planned.version)).value().planned).toBeNull();
  expect((await withdraw()).problem()).toMatchObject({ statusName: 'NOTHING_PLANNED' });
  await change({ percentage: 0.5, validFrom: '2027-01-01' });
  const replaced = (await change({ percentage: 0.333, validFrom: '2026-11-22' })).value();
  expect(replaced.planned).toMatchObject({ percentage: 0.333, validFrom: '2026-11-22', reason: null });
  expect(await database.query('SELECT FROM fee_changes')).toHaveLength(1);

  app.pass({ hours: 14, minutes: 54 });
  ada = await admin();
  expect(await feeInAnswers()).toBe(1.25);
  app.pass({ minutes: 1 });
  expect(await feeInAnswers()).toBe(0.333);
  expect(await read()).toMatchObject({ percentage: 0.333, today: '2026-11-22', planned: null });
  expect((await read()).history.map(({ validFrom }) => validFrom)).toEqual(['2026-11-22', null]);
  expect((await withdraw()).status).toBe(409);
});

test('the activity has the change; only administrators of the platform see the reason', async () => {
  await change({ percentage: 0.9, validFrom: '2026-12-01', reason: 'Case 4417' });
  const query = 'action=FEE_CHANGED&size=1';
  const own = (await app.call(listActivity, { ...ada, params, query })).value().content[0];
  expect(own).toMatchObject({
    actor: emailOf('admin'),
    subject: ids.harbour,
    detail: '1.25 % → 0.9 % from 2026-12-01',
  });
  const platform = (await app.call(listPlatformActivity, { ...ada, query })).value().content[0];
  expect(platform?.detail).toBe('1.25 % → 0.9 % from 2026-12-01: Case 4417');
});

test.each([
  [{ percentage: 0.5, validFrom: '2026-11-21' }, 'validFrom must be 2026-11-22 or later: that day has passed'],
  [{ percentage: 0.5, validFrom: '2027-11-24' }, 'validFrom must be 2027-11-23 or earlier'],
  [{ percentage: 0.5, validFrom: '2026-02-31' }, 'is not a date'],
  [{ percentage: 0.5, validFrom: '1 Dec' }, 'must be a day such as 2026-12-01'],
  [{ percentage: 0.0005, validFrom: '2026-12-01' }, 'must have at most three decimals'],
  [{ percentage: 100.1, validFrom: '2026-12-01' }, 'percentage'],
  [{ percentage: -1, validFrom: '2026-12-01' }, 'percentage'],
  [{ percentage: 1.25, validFrom: '2026-12-01' }, 'percentage is already 1.25'],
  [{ validFrom: '2026-12-01' }, 'percentage'],
])('refuses %j', async (body, sentence) => {
  const refused = await change(body);
  expect(refused.status).toBe(400);
  expect(refused.problem().errorMessage).toContain(sentence);
  expect((await read()).planned).toBeNull();
});

test('needs a step-up, and an administrator with full access', async () => {
  const body = { percentage: 0.5, validFrom: '2026-12-01' };
  const { token } = ada;
  const refused = await app.call(changeMerchantFee, { token, params, body });
  expect(refused.problem()).toMatchObject({ statusName: 'STEP_UP_REQUIRED' });
  expect((await app.call(withdrawFeeChange, { token, params })).status).toBe(403);
  const reader = { token: await signInAs(app, 'reader'), params };
  expect((await app.call(changeMerchantFee, { ...reader, body })).status).toBe(403);
  expect((await app.call(getMerchantFee, reader)).status).toBe(200);
  expect((await app.call(getMerchantFee, { ...reader, params: { merchantId: ids.nobody } })).status).toBe(404);
});

test('of two administrators who read the same fee, the second one is refused with the current fee', async () => {
  const { version } = await read();
  const answers = await Promise.all([
    change({ percentage: 0.5, validFrom: '2026-12-01' }, version),
    change({ percentage: 0.6, validFrom: '2026-12-02' }, version),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem().statusName).toBe('CHANGED_MEANWHILE');
  expect(await database.query('SELECT FROM fee_changes')).toHaveLength(1);
  expect((await withdraw(version)).status).toBe(409);
});

test('a payment has the fee of the time at which it was made: two payments around midnight have different fees', async () => {
  await change({ percentage: 2, validFrom: '2026-11-23' });
  const at = (time: string) => `2026-11-${time}`;
  const times = [at('22T23:59:59.999Z'), at('23T00:00:00.000Z')];
  for (const [nth, time] of times.entries()) await pay(time, nth + 1);
  const query = 'startDateTimeUtc=2026-11-22T00:00:00.000&endDateTimeUtc=2026-11-23T23:59:59.999';
  const revenue = async (periodType: string) =>
    (await app.call(getRevenue, { ...ada, query: `${query}&merchantId=${ids.harbour}&periodType=${periodType}` }))
      .value()
      .items.map(({ fee }) => fee);
  for (const moment of ['before midnight', 'after midnight']) {
    expect(await revenue('HOUR'), moment).toEqual([125, 200]);
    expect(await revenue('DAY'), moment).toEqual([125, 200]);
    expect(await revenue('MONTH'), moment).toEqual([325]);
    // The control uses the fee that is valid at the time of the query, so both payments get the same one. It changes at midnight.
    const naive = await feeInAnswers();
    expect(times.map(() => (10_000 * naive) / 100)).not.toEqual([125, 200]);
    app.pass({ hours: 24 });
    ada = await admin();
  }
});

test('a change for today that has to wait until after midnight is refused, because its day has passed', async () => {
  const today = (await read()).today;
  let other = app;
  const pause = async () => other.pass({ hours: 24 });
  other = createTestApp(pausingBefore(database, /FOR NO KEY UPDATE/, pause), {
    settings: { signInsPerMinute: 100_000 },
  });
  other.pass({ hours: (Number(app.services.clock.now()) - Number(other.services.clock.now())) / 3_600_000 });
  const token = await signInAs(other, 'admin');
  const body = { percentage: 0.5, validFrom: today };
  const late = await other.call(changeMerchantFee, { token, headers: await proved(other, token), params, body });
  expect(late.problem().errorMessage).toContain('that day has passed');
  expect(await database.query('SELECT FROM fee_changes')).toEqual([]);

  // The control reads the day before it waits, so it changes fees of a day that has passed.
  const naive = async () => {
    const isAllowed = body.validFrom >= utcDay(app.services.clock.now());
    app.pass({ hours: 24 });
    return isAllowed;
  };
  expect(await naive()).toBe(true);
  expect(body.validFrom >= utcDay(app.services.clock.now())).toBe(false);
});

async function pay(time: string, nth: number) {
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status,
       type, is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, 1, $4, $4, 10000, 'GBP', 'SETTLED', 'VOLUME', true, false, false, 'R')`,
    [ids.harbour, `0190000${nth}-0000-7000-8000-0000000000f1`, ids.harbourShop, time],
  );
}
