import { ids } from '#testing/seed-people.ts';
import { type OracleRow, paymentId } from './oracle-row.ts';

const payment = { paymentId };
const payIns = { merchantId: ids.harbour, list: 'pay-ins' };

export const paymentRows: Record<string, OracleRow> = {
  listPayIns: { who: 'payments', input: {}, ok: 200 },
  getPaymentStatus: { who: 'payments', input: { query: 'merchantPaymentId=BASKET-1' }, ok: 200, isOwned: true },
  getPayIn: { who: 'payments', input: { params: payment }, ok: 200, isOwned: true },
  getReceipt: { who: 'payments', input: { params: payment }, ok: 200, isOwned: true },
  getPayInDetails: { who: 'payments', input: { params: payment }, ok: 200, isOwned: true },
  getPaymentNotes: { who: 'payments', input: { params: payment }, ok: 200, isOwned: true },
  addPaymentNote: {
    who: 'links',
    effect: 'write',
    input: { params: payment, body: { text: 'Asked the bank' } },
    ok: 201,
    isOwned: true,
  },
  // No note has this id, so it counts as deleted.
  deletePaymentNote: {
    who: 'links',
    effect: 'write',
    input: { params: { ...payment, noteId: ids.nobody } },
    ok: 204,
    isOwned: true,
  },
  // The second call gets 409.
  reviewPayment: {
    who: 'links',
    effect: 'write',
    input: { params: payment, body: {} },
    ok: 'let through',
    isOwned: true,
  },
  undoPaymentReview: { who: 'links', effect: 'write', input: { params: payment }, ok: 204, isOwned: true },
  listSharedViews: { who: 'payments', input: { params: payIns }, ok: 200, isOwned: true },
  shareView: {
    who: 'payments',
    effect: 'write',
    input: { params: payIns, body: { name: 'Held, high risk', search: '?heldFilter=HELD&riskCategory=HIGH' } },
    ok: 201,
    isOwned: true,
  },
  // No view has this id, so it was deleted in the meantime: 409.
  changeSharedView: {
    who: 'payments',
    effect: 'write',
    input: { params: { ...payIns, viewId: ids.nobody }, body: { columns: ['status', 'amount'] } },
    ok: 'let through',
    isOwned: true,
  },
  // No view has this id, so it counts as deleted.
  deleteSharedView: {
    who: 'payments',
    effect: 'write',
    input: { params: { ...payIns, viewId: ids.nobody } },
    ok: 204,
    isOwned: true,
  },
  startRefund: {
    who: 'settings',
    effect: 'write',
    input: {
      params: payment,
      body: { refundPaymentAmount: 1 },
      headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000041' },
    },
    ok: 'let through',
    isOwned: true,
  },
  getPaymentsSummary: { who: 'payments', input: {}, ok: 200 },
  getPaymentFailures: { who: 'payments', input: {}, ok: 200 },
  exportPayIns: { who: 'payments', input: {}, ok: 200 },
  getRevenue: { who: 'payments', input: {}, ok: 200 },
  // Which figures need a further right is tested with the figures.
  explainFigure: { who: 'payments', input: { query: 'figure=FOUND_PAY_INS' }, ok: 200 },
  listFigureLegs: { who: 'payments', input: { query: 'figure=FOUND_PAY_INS&part=PAY_INS' }, ok: 200 },
};
