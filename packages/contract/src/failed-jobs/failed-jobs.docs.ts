import type { CallDocs } from '@volume/contract/call-docs.ts';

export const failedJobsDocs: CallDocs = {
  retryFailedJob: {
    codes: ['JOB_RUNNING', 'JOB_NOT_FAILING'],
  },
  discardFailedJob: {
    codes: ['JOB_RUNNING', 'JOB_STILL_RETRIED', 'JOB_NOT_FAILING', 'NOT_DISCARDABLE'],
  },
};
