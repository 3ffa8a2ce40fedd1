import type { CallDocs } from '@volume/contract/call-docs.ts';

export const bulkDocs: CallDocs = {
  totalPayIns: {
    codes: ['SEARCH_TOO_SHORT'],
  },
  prepareBulkJob: {
    codes: [
      'SEARCH_TOO_SHORT',
      'NO_ROWS',
      'TOO_MANY_ROWS',
      'BULK_JOB_RUNNING',
      'NO_ACCOUNT_PROVIDER',
      'MERCHANT_DISABLED',
    ],
  },
  startBulkJob: {
    example: { refundPaymentReference: 'RETURN 222', refundReason: 'CUSTOMER_REQUEST', refundReasonNote: null },
    stepUpFor: 'large amounts, sums over 24 hours and new beneficiaries',
    codes: ['NOTHING_TO_DO', 'BULK_JOB_EXPIRED', 'TOO_MANY_BULK_JOBS', 'NO_ACCOUNT_PROVIDER', 'MERCHANT_DISABLED'],
  },
};
