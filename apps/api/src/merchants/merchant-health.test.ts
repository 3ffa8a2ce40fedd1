import { getMerchantHealth, listMerchantHealth } from '@volume/contract/merchants/health.ts';
import { getPaymentsSummary, getRevenue } from '@volume/contract/balances/revenue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const DAY = 86_400_000;
/** The window ends on the test clock's day, 21 November 2026. */
const today = Date.UTC(2026, 10, 21);
const fresh = '01900000-0000-7000-8000-000000000009';
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  await seedAccount(app.services, {
    merchantId: ids.harbour,
    applicationId: ids.harbourShop,
    payInAccountId: 1,
    currency: 'GBP',
  });
  const begin = today - 29 * DAY;
  await pay({ at: begin - 1, amount: 7, status: 'SETTLED' });
  await pay({ at: begin, amount: 1_000, status: 'SETTLED' });
  await pay({ at: begin + DAY, amount: 200, status: 'COMPLETED' });
  await pay({ at: begin + DAY, amount: 5_000, status: 'SETTLED', hold: 'RETURNED' });
  await pay({ at: today, amount: 40, status: 'FAILED' });
  await pay({ at: today + 1, amount: 60, status: 'NEW' });
  token = await signInAs(app, 'reader');
});
afterAll(() => database.close());

let paid = 0;
async function pay(one: { at: number; amount: number; status: string; hold?: string }): Promise<void> {
  paid += 1;
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status,
       type, hold, is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, 1, $4, $4, $5, 'GBP', $6::payment_status, 'VOLUME', $7::hold_state, true, false, false, 'R')`,
    [
      ids.harbour,
      `01900000-0000-7000-8000-0000000c${String(paid).padStart(4, '0')}`,
      ids.harbourShop,
      new Date(one.at),
      one.amount,
      one.status,
      one.hold ?? 'NONE',
    ],
  );
}

const healthOf = async (merchantId: string) =>
  (await app.call(getMerchantHealth, { token, params: { merchantId } })).value();

test("a merchant's health covers 30 UTC days: revenue, failures and the latest payment", async () => {
  expect(await healthOf(ids.harbour)).toMatchObject({
    payments30Days: 5,
    failedShare: 1 / 3,
    volumes: [{ currency: 'GBP', count: 2, amount: 1_200 }],
    lastPaymentAtUtc: '2026-11-21T00:00:00.001',
  });
});

test('the figures equal those of the summary and the revenue of the same days', async () => {
  const query = `?merchantId=${ids.harbour}&startDateTimeUtc=2026-10-23T00:00:00.000&endDateTimeUtc=2026-11-21T23:59:59.999`;
  const { totals } = (await app.call(getPaymentsSummary, { token, query })).value();
  const { items } = (await app.call(getRevenue, { token, query: `${query}&periodType=MONTH` })).value();
  const { payments30Days, volumes } = await healthOf(ids.harbour);
  expect(payments30Days).toBe(totals.reduce((sum, { count }) => sum + count, 0));
  expect(volumes[0]?.amount).toBe(items.reduce((sum, { amount }) => sum + amount, 0));
});

test('a merchant without payments has empty figures, and lists what it lacks', async () => {
  expect(await healthOf(ids.stranger)).toEqual({
    merchantId: ids.stranger,
    disabled: null,
    openRequests: 0,
    payments30Days: 0,
    failedShare: 0,
    volumes: [],
    lastPaymentAtUtc: null,
    gaps: ['NO_ACCOUNT', 'NO_CALLBACK', 'NO_PAYMENT_WEBHOOK'],
  });
  expect((await healthOf(ids.closed)).gaps).toContain('NO_APPLICATION');
});

test('a merchant without users lacks an administrator first', async () => {
  await database.query(`INSERT INTO merchants (merchant_id, company_name) VALUES ($1, 'Fresh')`, [fresh]);
  expect((await healthOf(fresh)).gaps).toEqual(['NO_ADMINISTRATOR', 'NO_APPLICATION']);
});

test('the list shows the same for every merchant as its own page', async () => {
  const list = (await app.call(listMerchantHealth, { token })).value();
  const all = [ids.harbour, ids.stranger, ids.closed, fresh];
  expect(list.map(({ merchantId }) => merchantId).toSorted()).toEqual(all.toSorted());
  for (const health of list) expect(health).toEqual(await healthOf(health.merchantId));
});

test('returns 404 for an unknown merchant', async () => {
  expect((await app.call(getMerchantHealth, { token, params: { merchantId: ids.nobody } })).status).toBe(404);
});
