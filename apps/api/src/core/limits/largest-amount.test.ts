import { findLargestAmount, listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { quoteExchange } from '@volume/contract/balances/exchange.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import type { Called } from '#testing/call-api.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;
let proof: Record<string, string>;
let paymentId: string;

beforeAll(async () => {
  database = await openPeople();
  // Prevents the step-up from interfering: an invalid amount is rejected earlier.
  api = createTestApp(database, { settings: { largestAmount: 100_000_000, stepUpAbove: Number.MAX_SAFE_INTEGER } });
  token = await signInAs(api, 'editor');
  proof = await proved(api, token);
  const books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(api.services, { ...params, payInAccountId: 2, currency: 'EUR' });
  paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 30_000 });
});
afterAll(() => database.close());

interface Entry {
  field: string;
  enter: (amount: unknown) => Promise<Called<never>>;
}
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const schedule = { payInAccountId: 1, enabled: false, frequency: 'DAILY', timeUtc: '06:00', amountType: 'FIXED' };
const link = (currency: string, amount: unknown) => ({
  applicationId: ids.harbourShop,
  paymentRequest: { amount, currency, reference: 'x' },
});
const entries: Record<string, Entry> = {
  'a refund': {
    field: 'refundPaymentAmount',
    enter: (amount) =>
      api.call(startRefund, {
        token,
        params: { paymentId },
        headers: key(),
        body: { refundPaymentAmount: amount },
      }) as never,
  },
  'a payout': {
    field: 'amount',
    enter: (amount) =>
      api.call(makePayout, { token, params, headers: key(), body: { payInAccountId: 1, amount } }) as never,
  },
  'a link in GBP': {
    field: 'paymentRequest.amount',
    enter: (amount) => api.call(createPaymentLink, { token, headers: key(), body: link('GBP', amount) }) as never,
  },
  'a link in EUR': {
    field: 'paymentRequest.amount',
    enter: (amount) => api.call(createPaymentLink, { token, headers: key(), body: link('EUR', amount) }) as never,
  },
  'a fixed schedule': {
    field: 'amount',
    enter: (amount) =>
      api.call(setPayoutSchedule, { token, params, body: { ...schedule, amount }, headers: proof }) as never,
  },
  'a quote of what is sold': {
    field: 'sellAmount',
    enter: (amount) => quote({ sellAmount: amount }) as never,
  },
  'a quote of what is bought': {
    field: 'buyAmount',
    enter: (amount) => quote({ buyAmount: amount }) as never,
  },
};
const quote = (amount: object) =>
  api.call(quoteExchange, { token, params, body: { fromPayInAccountId: 1, toPayInAccountId: 2, ...amount } });

const refused: readonly [wire: string, sentence: string][] = [
  ['1e-9', 'at most two decimals'],
  ['4.9e-9', 'at most two decimals'],
  ['5e-324', 'at most two decimals'],
  ['0.009999999', 'at most two decimals'],
  ['1.000000001', 'at most two decimals'],
  ['10.000000009', 'at most two decimals'],
  ['24.005', 'at most two decimals'],
  ['0', 'at least 0.01'],
  ['-0.01', 'at least 0.01'],
  ['1000000.01', 'at most 1,000,000.00'],
  ['90071992547409.91', 'at most 1,000,000.00'],
  ['1e300', 'is too large'],
];

for (const [name, { field, enter }] of Object.entries(entries)) {
  test(`${name} rejects an amount that is too small, too large or has more than two decimals, by its field's name`, async () => {
    for (const [wire, sentence] of refused) {
      const answer = await enter(Number(wire));
      expect([wire, answer.status]).toEqual([wire, 400]);
      expect(answer.problem().field).toBe(field);
      expect(answer.problem().errorMessage).toBe(
        `${field} ${sentence === 'is too large' ? sentence : `must ${sentence.startsWith('at most two') ? 'have' : 'be'} ${sentence}`}`,
      );
    }
  });

  test(`${name} accepts the form of any amount with at most two decimals`, async () => {
    for (const amount of [0.01, 24, 24.5, 1_000_000]) {
      const answer = await enter(amount);
      expect([amount, answer.status === 400]).toEqual([amount, false]);
    }
  });
}

test('the capabilities contain the largest amount, so that a form can reject a larger one while it is typed', async () => {
  expect((await api.call(listCapabilities)).value()).toContain('largest-amount 1000000.00');
  expect(findLargestAmount((await api.call(listCapabilities)).value())).toBe(100_000_000);
  expect(findLargestAmount(['if-match', 'largest-amount', 'largest-amount 1,5'])).toBeUndefined();
});

test('accepts a minimum balance of zero, but not one with a third decimal', async () => {
  const set = (minimumBalance: number) =>
    api.call(setPayoutSchedule, { token, params, body: { ...schedule, amount: 5, minimumBalance }, headers: proof });
  expect((await set(0)).value().minimumBalance).toBe(0);
  expect((await set(12.5)).value().minimumBalance).toBe(1_250);
  for (const wrong of [1e-9, 0.009999999, 1.000000001]) {
    expect((await set(wrong)).problem().errorMessage).toBe('minimumBalance must have at most two decimals');
  }
  expect((await set(-1)).problem().errorMessage).toBe('minimumBalance must be at least 0');
});

test('amount filters of lists accept the same decimals, from zero on', async () => {
  const list = async (query: string) => (await api.call(listPayIns, { token, query })).status;
  expect(await list('minAmount=0&maxAmount=24.5')).toBe(200);
  for (const wrong of ['1.001', '1e-9', '0.009999999', '-1']) expect(await list(`minAmount=${wrong}`)).toBe(400);
});
