import { quoteExchange } from '@volume/contract/balances/exchange.ts';
import { listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { prepareBulkJob, startBulkJob } from '@volume/contract/bulk/bulk.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import type { Books } from '#ledger/transfer.ts';
import type { CallInput } from '#testing/call-api.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import type { TestApp } from '#testing/test-app.ts';
import { as, keyed, shop } from './stepped-up-users.ts';

/** Creates what each call about money needs, and returns its input; `books` is an account in pounds with money. */
export const moneyCalls = {
  startRefund: async (app: TestApp, books: Books): Promise<CallInput> => {
    return { ...(await newPayment(app, books)), body: { refundPaymentAmount: 1 }, headers: keyed() };
  },
  makePayout: async (_app: TestApp, { payInAccountId }: Books): Promise<CallInput> => ({
    params: shop,
    body: { payInAccountId, amount: 66.06 },
    headers: keyed(),
  }),
  disableBeneficiary: async (app: TestApp, books: Books): Promise<CallInput> => {
    const { token } = await as(app, 'merchantadmin');
    const known = (await app.call(listBeneficiaries, { token, params: shop })).value();
    const of = known.filter((each) => each.status === 'Active' && each.defaultForPayInAccountIds.length === 0);
    const one = of.find((each) => each.addedAtUtc === null && each.payInAccountIds.includes(books.payInAccountId));
    return { params: { ...shop, beneficiaryId: one?.beneficiaryId ?? 'none' } };
  },
  setDefaultBeneficiary: async (app: TestApp, books: Books): Promise<CallInput> => ({
    ...(await moneyCalls.disableBeneficiary(app, books)),
    body: { payInAccountId: books.payInAccountId },
  }),
  createPaymentLink: async (): Promise<CallInput> => ({
    body: { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount: 10, reference: 'ORDER-1' } },
    headers: keyed(),
  }),
  cancelPaymentIntent: async (app: TestApp): Promise<CallInput> => {
    const { token } = await as(app, 'merchantadmin');
    const made = await app.call(createPaymentLink, { token, ...(await moneyCalls.createPaymentLink()) });
    return { params: { paymentIntentId: made.value().paymentIntentId } };
  },
  mailPaymentLink: async (app: TestApp): Promise<CallInput> => ({
    ...(await moneyCalls.cancelPaymentIntent(app)),
    body: { email: 'payer@test.example' },
    headers: keyed(),
  }),
  bookExchange: async (app: TestApp, books: Books): Promise<CallInput> => {
    const euro = await seedAccount(app.services, { ...shop, payInAccountId: 72, currency: 'EUR' });
    const body = {
      fromPayInAccountId: books.payInAccountId,
      toPayInAccountId: euro.payInAccountId,
      sellAmount: 10,
    };
    const { token } = await as(app, 'merchantadmin');
    const { quoteId } = (await app.call(quoteExchange, { token, params: shop, body })).value();
    return { params: shop, body: { quoteId }, headers: keyed() };
  },
  /** Needs a refund webhook address, where no receiver responds. */
  resendWebhookDelivery: async (app: TestApp, books: Books): Promise<CallInput> => {
    const { token } = await as(app, 'merchantadmin');
    await app.call(startRefund, { token, ...(await moneyCalls.startRefund(app, books)) });
    await app.sendWebhooks();
    const { content } = (await app.call(listWebhookDeliveries, { token, params: shop })).value();
    const delivery = content.find(({ endpointId }) => endpointId === null);
    return { params: { ...shop, deliveryId: delivery?.id ?? 'none' } };
  },
  startBulkJob: async (app: TestApp, books: Books): Promise<CallInput> => {
    const { token } = await as(app, 'merchantadmin');
    const paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 500 });
    const body = { kind: 'REFUND', ids: [paymentId] };
    const { bulkJobId } = (await app.call(prepareBulkJob, { token, params: shop, body })).value();
    return { params: { ...shop, bulkJobId }, headers: keyed() };
  },
  stopBulkJob: async (app: TestApp, books: Books): Promise<CallInput> => {
    const given = await moneyCalls.startBulkJob(app, books);
    const by = await as(app, 'merchantadmin');
    await app.call(startBulkJob, { ...by, ...given, headers: { ...by.headers, ...given.headers } });
    return { params: given.params ?? {} };
  },
};

/** A payment of £100 that can be refunded. */
export async function newPayment(app: TestApp, books: Books): Promise<{ params: { paymentId: string } }> {
  const paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 10_000 });
  return { params: { paymentId } };
}
