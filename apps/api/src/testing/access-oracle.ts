import { ids } from './seed-people.ts';
import { administratorRows } from './oracle/administrator-rows.ts';
import { payInAccountRows } from './oracle/pay-in-account-rows.ts';
import { bankRows } from './oracle/bank-rows.ts';
import { feeRows } from './oracle/fee-rows.ts';
import { failedJobRows } from './oracle/failed-job-rows.ts';
import { bulkRows } from './oracle/bulk-rows.ts';
import { linkRows } from './oracle/link-rows.ts';
import { merchantSettingsRows } from './oracle/merchant-settings-rows.ts';
import { newMerchantRows } from './oracle/new-merchant-rows.ts';
import type { OracleRow } from './oracle/oracle-row.ts';
import { paymentRows } from './oracle/payment-rows.ts';
import { personalDataRows } from './oracle/personal-data-rows.ts';
import { userRows } from './oracle/user-rows.ts';
import { sessionRows } from './oracle/session-rows.ts';
import { settingsRows } from './oracle/settings-rows.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const noDelivery = { ...shop, deliveryId: ids.nobody };
const closed = { merchantId: ids.closed };
const noException = { exceptionId: ids.nobody };

/**
 * The access rules of every call, in the order in which the refusal tests make them: some rows depend on earlier ones.
 */
export const oracle: Record<string, OracleRow> = {
  ...sessionRows,
  ...userRows,
  ...administratorRows,
  ...personalDataRows,
  ...paymentRows,
  ...linkRows,
  ...payInAccountRows,
  ...settingsRows,
  ...bankRows,
  ...failedJobRows,
  ...feeRows,
  ...newMerchantRows,
  ...merchantSettingsRows,
  listInstitutions: { who: 'signed-in', input: {}, ok: 200 },
  setWebhooksCallbacks: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { cancelUrl: 'https://shop.example/basket' } },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  listWebhookDeliveries: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  exportWebhookDeliveries: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  exportRequestLog: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  listRequestLog: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  ...bulkRows,
  listWebhookSamples: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  // The refusal tests have no delivery, and no address to test.
  getWebhookDelivery: { who: 'settings', input: { params: noDelivery }, ok: 404, isOwned: true },
  resendWebhookDelivery: { who: 'settings', effect: 'write', input: { params: noDelivery }, ok: 404, isOwned: true },
  sendTestWebhook: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { kind: 'REFUND' } },
    ok: 409,
    isOwned: true,
  },
  listExceptions: { who: 'admins', input: {}, ok: 200 },
  // The refusal tests have no exception.
  acceptException: {
    who: 'admins',
    effect: 'write',
    input: {
      params: noException,
      body: { note: 'Paid' },
      headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000045' },
    },
    ok: 404,
    needsProof: true,
  },
  disputeException: {
    who: 'admins',
    effect: 'write',
    input: { params: noException, body: { note: 'Asked' } },
    ok: 404,
  },
  closeException: { who: 'admins', effect: 'write', input: { params: noException, body: { note: 'Known' } }, ok: 404 },
  getException: { who: 'admins', input: { params: noException }, ok: 404 },
  getMerchantStopping: { who: 'admins', input: { params: closed }, ok: 200 },
  // The disabled merchant is enabled, and disabled again.
  enableMerchant: {
    who: 'admins',
    effect: 'write',
    input: { params: closed, body: { reason: 'Settled' } },
    ok: 200,
    needsProof: true,
  },
  disableMerchant: {
    who: 'admins',
    effect: 'write',
    input: { params: closed, body: { reason: 'Ownership dispute' } },
    ok: 200,
    needsProof: true,
  },
  listCapabilities: { who: 'public', input: {}, ok: 200 },
  getStart: { who: 'signed-in', input: { params: { merchantId: ids.harbour } }, ok: 200, isOwned: true },
  getOverview: {
    who: 'payments',
    input: { params: shop, query: 'from=2026-11-01&to=2026-11-21&today=2026-11-21' },
    ok: 200,
    isOwned: true,
  },
};
