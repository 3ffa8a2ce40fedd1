import { later } from '#e2e/fake-provider/wire-time.ts';

/** A named key, in addition to the primary and secondary one. */
export const namedKey = {
  keyId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c01',
  name: 'Order service',
  scopes: ['READ', 'REFUNDS'],
  maskedValue: '••••••••c3d4',
  createdAtUtc: '2026-03-01T10:00:00.000',
  createdBy: 'ida@fake-provider.example',
  updatedAtUtc: later,
  expiresAtUtc: '2099-01-01T00:00:00.000',
  allowedAddresses: ['203.0.113.0/24'],
  moneyLimit: 50,
  lastUsedAtUtc: null,
  lastUsedFrom: null,
};
