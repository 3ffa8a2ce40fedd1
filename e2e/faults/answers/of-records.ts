import { merchantId } from '#e2e/fake-provider/world.ts';

/** Responses about logs, exceptions, deliveries and totals. */
export const activity = {
  id: 'activity-1',
  atUtc: '2026-03-01T10:00:00.000',
  actor: 'ida@fake-provider.example',
  actorKind: 'MERCHANT',
  action: 'SECRET_RESET',
  subject: 'PRIMARY',
  detail: null,
  ip: null,
  userAgent: null,
  traceId: null,
};
export const exception = {
  exceptionId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b66',
  merchantId,
  merchantName: 'Stand-in Ltd',
  kind: 'STATUS_DIFFERS',
  objectKind: 'PAYOUT',
  objectId: 'payout-1',
  payInAccountId: 1,
  provider: 'OPTIMUS',
  currency: 'GBP',
  ourStatus: 'FAILED',
  ourAmount: 40.07,
  providerStatus: 'PROCESSED',
  providerAmount: 40.07,
  providerWords: 'paid after all',
  state: 'OPEN',
  count: 2,
  firstAtUtc: '2026-03-01T10:00:00.000',
  lastAtUtc: '2026-03-01T11:00:00.000',
  note: null,
  decidedBy: null,
  decidedAtUtc: null,
};
export const delivery = {
  id: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b55',
  kind: 'PAYMENT',
  objectId: 'payment-1',
  url: 'https://shop.example/hooks/payment',
  state: 'GAVE_UP',
  createdAtUtc: '2026-03-01T10:00:00.000',
  nextAttemptAtUtc: null,
  requestBody: '{}',
  attempts: [],
};
export const health = {
  merchantId,
  payments30Days: 3,
  failedShare: 0.25,
  volumes: [{ currency: 'GBP', count: 2, amount: 24.23 }],
  lastPaymentAtUtc: '2026-03-01T10:00:00.000',
  gaps: ['NO_CALLBACK', 'GAP_OF_TOMORROW'],
};
