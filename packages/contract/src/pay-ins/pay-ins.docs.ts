import type { CallDocs } from '@volume/contract/call-docs.ts';

export const payInsDocs: CallDocs = {
  listPayIns: {
    codes: ['SEARCH_TOO_SHORT'],
  },
  exportPayIns: {
    codes: ['SEARCH_TOO_SHORT'],
  },
  getReceipt: {
    codes: ['NOT_PAID'],
  },
  addPaymentNote: {
    codes: ['TOO_MANY_NOTES'],
  },
  deletePaymentNote: {
    codes: ['NOT_YOURS'],
  },
  reviewPayment: {
    codes: ['ALREADY_REVIEWED'],
  },
  startRefund: {
    stepUpFor: 'large amounts, sums over 24 hours and new beneficiaries',
    codes: [
      'KEY_LIMIT',
      'NOT_REFUNDABLE',
      'REFUND_IN_PROGRESS',
      'REFUNDED_IN_FULL',
      'TOO_MANY_REFUNDS',
      'NO_APPROVER',
      'ABOVE_REFUNDABLE',
      'BALANCE_TOO_LOW',
      'NO_ACCOUNT_PROVIDER',
      'MERCHANT_DISABLED',
      'PROVIDER_REFUSED',
    ],
  },
};
