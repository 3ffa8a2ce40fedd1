import { prepareBulkJob, startBulkJob } from '@volume/contract/bulk/bulk.ts';
import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { changeMerchantLimits } from '@volume/contract/merchants/merchant-settings.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayedHeader } from '@volume/contract/headers.ts';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { setMerchantEnabled } from '#merchants/set-merchant-enabled.ts';
import type { Called } from '#testing/call-api.ts';
import { type ApprovalWorld, createApprovalWorld, shop } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';

type Given = Awaited<ReturnType<ApprovalWorld['as']>>;
const merchant = { merchantId: ids.harbour };
let database: Database;
let world: ApprovalWorld;
let paymentId: string;
let bulkPaymentId: string;
let quoteId: string;
let bulkJobId: string;

beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  const pounds = await world.openAccount(500_000);
  await seedAccount(world.api.services, { ...shop, payInAccountId: 100, currency: 'EUR' });
  paymentId = await seedPayment(world.api.services, { books: pounds, applicationId: ids.harbourShop, amount: 60_000 });
  const { services } = world.api;
  bulkPaymentId = await seedPayment(services, { books: pounds, applicationId: ids.harbourShop, amount: 6_000 });
});
afterAll(() => database.close());

const setLimit = async (largestAmount: number | null) => {
  const body = { largestAmount, fromDay: world.api.services.clock.now().toISOString().slice(0, 10) };
  expect(
    (await world.api.call(changeMerchantLimits, { ...(await world.as('admin')), params: merchant, body })).status,
  ).toBe(200);
};
const setEnabled = (enabled: boolean) =>
  setMerchantEnabled(world.api.services, { merchant: ids.harbour, enabled, by: 'npm run admin -- disable' });

/** Each call that moves money; called twice with the same headers it is repeated under the same key. */
const calls: Record<string, (given: Given) => Promise<Called<unknown>>> = {
  'a payout': (given) =>
    world.api.call(makePayout, { ...given, params: shop, body: { payInAccountId: 1, amount: 60 } }) as never,
  'a refund': (given) =>
    world.api.call(startRefund, { ...given, params: { paymentId }, body: { refundPaymentAmount: 60 } }) as never,
  'a payment link': (given) => {
    const paymentRequest = { currency: 'GBP', amount: 60, reference: 'ORDER-1' } as const;
    return world.api.call(createPaymentLink, {
      ...given,
      body: { applicationId: ids.harbourShop, paymentRequest },
    }) as never;
  },
  'an exchange': async (given) => {
    const body = { fromPayInAccountId: 1, toPayInAccountId: 100, sellAmount: 60 };
    quoteId ??= (await world.api.call(quoteExchange, { ...given, params: shop, body })).value().quoteId;
    return world.api.call(bookExchange, { ...given, params: shop, body: { quoteId } }) as never;
  },
  'a bulk refund': async (given) => {
    const body = { kind: 'REFUND', ids: [bulkPaymentId] } as const;
    bulkJobId ??= (await world.api.call(prepareBulkJob, { ...given, params: shop, body })).value().bulkJobId;
    return world.api.call(startBulkJob, { ...given, params: { ...shop, bulkJobId } }) as never;
  },
};

test.each(Object.entries(calls))(
  '%s gets its first answer under the same key after the limit was lowered or the merchant was disabled',
  async (_, call) => {
    const given = await world.as('admin');
    const first = await call(given);
    expect([200, 201], first.text).toContain(first.status);
    await setLimit(50);
    const afterLimit = await call(given);
    await setLimit(null);
    await setEnabled(false);
    const afterDisabling = await call(given);
    await setEnabled(true);
    for (const again of [afterLimit, afterDisabling]) {
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers.get(replayedHeader)).toBe('true');
    }
  },
);

test('an approval gets its first answer under the same key after the limit was lowered and the payout was sent', async () => {
  await world.setPolicy({ GBP: 500, EUR: null });
  const body = { payInAccountId: 1, amount: 600 };
  const waiting = (await world.api.call(makePayout, { ...(await world.as('editor')), params: shop, body })).value();
  const given = await world.as('merchantadmin');
  const first = await world.approve(waiting.payoutPaymentId, 'merchantadmin', given);
  expect(first.status, first.text).toBe(200);
  await setLimit(50);
  await world.settle();
  const again = await world.approve(waiting.payoutPaymentId, 'merchantadmin', given);
  expect([again.status, again.text, again.headers.get(replayedHeader)]).toEqual([200, first.text, 'true']);
  await setLimit(null);
});

test('the ledger passes the audit after all of these tests', async () => {
  await world.settle();
  expect(await audit(database)).toEqual([]);
});
