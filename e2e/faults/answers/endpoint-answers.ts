import { later } from '#e2e/fake-provider/wire-time.ts';

/** An endpoint that waits for its answer. */
export const webhookEndpoint = {
  endpointId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4e01',
  name: 'Orders',
  url: 'https://shop.example.com/volume',
  types: ['payment.settled', 'event.of_tomorrow'],
  confirmedAtUtc: null,
  pausedAtUtc: null,
  failingSinceUtc: null,
  lastDelivery: null,
  keys: [
    {
      keyId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4e02',
      publicKey: 'whpk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      createdAtUtc: later,
      endsAtUtc: null,
    },
  ],
  challenge: { sentAtUtc: later, expiresAtUtc: later, httpStatus: 404, error: 'Answered 404' },
  createdAtUtc: '2026-03-01T10:00:00.000',
  createdBy: 'ida@fake-provider.example',
  version: '"first"',
};
