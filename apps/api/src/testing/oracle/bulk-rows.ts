import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const noJob = { ...shop, bulkJobId: ids.nobody };
const noRows = { body: { ids: [ids.nobody] } };

export const bulkRows: Record<string, OracleRow> = {
  totalPayIns: { who: 'payments', given: {}, ok: 200 },
  exportPickedPayIns: { who: 'payments', given: noRows, ok: 200 },
  exportPickedPayouts: { who: 'payments', given: { params: shop, ...noRows }, ok: 200, isOwned: true },
  exportPickedWebhookDeliveries: { who: 'settings', given: { params: shop, ...noRows }, ok: 200, isOwned: true },
  // The dry run excludes a payment that does not exist; the number of prepared jobs per minute is limited.
  prepareBulkJob: {
    who: 'settings',
    effect: 'write',
    given: { params: shop, body: { kind: 'REFUND', ids: [ids.nobody] } },
    ok: 'let through',
    isOwned: true,
  },
  listBulkJobs: { who: 'settings', given: { params: shop }, ok: 200, isOwned: true },
  getBulkJob: { who: 'settings', given: { params: noJob }, ok: 404, isOwned: true },
  listBulkItems: { who: 'settings', given: { params: noJob }, ok: 404, isOwned: true },
  exportBulkItems: { who: 'settings', given: { params: noJob }, ok: 404, isOwned: true },
  startBulkJob: { who: 'settings', effect: 'write', given: { params: noJob }, ok: 404, isOwned: true },
  stopBulkJob: { who: 'settings', effect: 'write', given: { params: noJob }, ok: 404, isOwned: true },
};
