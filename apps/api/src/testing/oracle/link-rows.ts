import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

/** The refusal tests have no payment link. */
const paymentLink = { paymentIntentId: ids.nobody };

export const linkRows: Record<string, OracleRow> = {
  listPaymentIntents: { who: 'links', input: {}, ok: 200 },
  getPaymentIntent: { who: 'links', input: { params: paymentLink }, ok: 404, isOwned: true },
  createPaymentLink: {
    who: 'links',
    effect: 'write',
    input: {
      body: {
        applicationId: ids.harbourShop,
        paymentRequest: { currency: 'GBP', amount: 1, reference: '' },
        expiresAtUtc: '2020-01-01T00:00:00.000',
      },
      headers: { 'idempotency-key': '01900000-0000-7000-8000-0000000000e2' },
    },
    // Refused only because of its time: everything else is valid.
    ok: 400,
    isOwned: true,
  },
  mailPaymentLink: {
    who: 'links',
    effect: 'write',
    input: {
      params: paymentLink,
      body: { email: 'payer@test.example' },
      headers: { 'idempotency-key': '01900000-0000-7000-8000-0000000000ea' },
    },
    ok: 404,
    isOwned: true,
  },
  // The refusal tests have a bank and Harbour & Bloom's virtual account.
  makeSamplePayments: {
    who: 'links',
    effect: 'write',
    input: { params: { merchantId: ids.harbour, applicationId: ids.harbourShop } },
    ok: 'let through',
    isOwned: true,
  },
  playScenario: {
    who: 'settings',
    effect: 'write',
    input: { params: { merchantId: ids.harbour, applicationId: ids.harbourShop }, body: { scenario: 'paid' } },
    ok: 'let through',
    isOwned: true,
  },
  cancelPaymentIntent: { who: 'links', effect: 'write', input: { params: paymentLink }, ok: 404, isOwned: true },
};
