import { ids } from '#testing/seed-people.ts';
import { type OracleRow, paymentId } from './oracle-row.ts';

const payment = { paymentId };

export const noteRows: Record<string, OracleRow> = {
  getPaymentNotes: { who: 'payments', given: { params: payment }, ok: 200, isOwned: true },
  addPaymentNote: {
    who: 'links',
    effect: 'write',
    given: { params: payment, body: { text: 'Asked the bank' } },
    ok: 201,
    isOwned: true,
  },
  // No note has this id, so it counts as deleted.
  deletePaymentNote: {
    who: 'links',
    effect: 'write',
    given: { params: { ...payment, noteId: ids.nobody } },
    ok: 204,
    isOwned: true,
  },
  // The second call gets 409.
  reviewPayment: {
    who: 'links',
    effect: 'write',
    given: { params: payment, body: {} },
    ok: 'let through',
    isOwned: true,
  },
  undoPaymentReview: { who: 'links', effect: 'write', given: { params: payment }, ok: 204, isOwned: true },
};
