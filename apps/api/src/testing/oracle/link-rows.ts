import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

/** There is no payment intent in the refusals' world. */
const intent = { paymentIntentId: ids.nobody };

/** The oracle's rows of payment links. */
export const linkRows: Record<string, OracleRow> = {
  listPaymentIntents: { who: 'links', given: {}, ok: 200 },
  getPaymentIntent: { who: 'links', given: { params: intent }, ok: 404, isOwned: true },
  createPaymentLink: {
    who: 'links',
    effect: 'write',
    given: {
      body: {
        applicationId: ids.harbourShop,
        paymentRequest: { currency: 'GBP', amount: 1, reference: '' },
        expiresAtUtc: '2020-01-01T00:00:00.000',
      },
      headers: { 'idempotency-key': '01900000-0000-7000-8000-0000000000e2' },
    },
    // Refused for its time, once everything else is found in order.
    ok: 400,
    isOwned: true,
  },
  mailPaymentLink: {
    who: 'links',
    effect: 'write',
    given: {
      params: intent,
      body: { email: 'payer@test.example' },
      headers: { 'idempotency-key': '01900000-0000-7000-8000-0000000000ea' },
    },
    ok: 404,
    isOwned: true,
  },
  cancelPaymentIntent: { who: 'links', effect: 'write', given: { params: intent }, ok: 404, isOwned: true },
};
