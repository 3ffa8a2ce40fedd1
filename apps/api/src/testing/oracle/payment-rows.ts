import { noteRows } from './note-rows.ts';
import { savedViewRows } from './saved-view-rows.ts';
import { type OracleRow, paymentId } from './oracle-row.ts';

const payment = { paymentId };

export const paymentRows: Record<string, OracleRow> = {
  listPayIns: { who: 'payments', given: {}, ok: 200 },
  getPaymentStatus: { who: 'payments', given: { query: 'merchantPaymentId=BASKET-1' }, ok: 200, isOwned: true },
  getPayIn: { who: 'payments', given: { params: payment }, ok: 200, isOwned: true },
  getReceipt: { who: 'payments', given: { params: payment }, ok: 200, isOwned: true },
  getPayInDetails: { who: 'payments', given: { params: payment }, ok: 200, isOwned: true },
  ...noteRows,
  ...savedViewRows,
  startRefund: {
    who: 'settings',
    effect: 'write',
    given: {
      params: payment,
      body: { refundPaymentAmount: 1 },
      headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000041' },
    },
    ok: 'let through',
    isOwned: true,
  },
  getPaymentsSummary: { who: 'payments', given: {}, ok: 200 },
  getPaymentFailures: { who: 'payments', given: {}, ok: 200 },
  exportPayIns: { who: 'payments', given: {}, ok: 200 },
  getRevenue: { who: 'payments', given: {}, ok: 200 },
};
