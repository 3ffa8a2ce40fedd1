import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const noJob = { ...shop, bulkJobId: ids.nobody };
const noRows = { body: { ids: [ids.nobody] } };

export const bulkRows: Record<string, OracleRow> = {
  totalPayIns: { who: 'payments', input: {}, ok: 200 },
  exportPickedPayIns: { who: 'payments', input: noRows, ok: 200 },
  exportPickedPayouts: { who: 'payments', input: { params: shop, ...noRows }, ok: 200, isOwned: true },
  exportPickedWebhookDeliveries: { who: 'settings', input: { params: shop, ...noRows }, ok: 200, isOwned: true },
  // The dry run excludes a payment that does not exist; the number of prepared jobs per minute is limited.
  prepareBulkJob: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { kind: 'REFUND', ids: [ids.nobody] } },
    ok: 'let through',
    isOwned: true,
  },
  listBulkJobs: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  getBulkJob: { who: 'settings', input: { params: noJob }, ok: 404, isOwned: true },
  listBulkItems: { who: 'settings', input: { params: noJob }, ok: 404, isOwned: true },
  exportBulkItems: { who: 'settings', input: { params: noJob }, ok: 404, isOwned: true },
  startBulkJob: {
    who: 'settings',
    effect: 'write',
    input: {
      params: noJob,
      body: { refundPaymentReference: 'RETURN 222' },
      headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000044' },
    },
    ok: 404,
    isOwned: true,
  },
  stopBulkJob: { who: 'settings', effect: 'write', input: { params: noJob }, ok: 404, isOwned: true },
};
