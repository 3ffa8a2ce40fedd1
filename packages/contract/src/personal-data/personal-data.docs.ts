import type { CallDocs } from '@volume/contract/call-docs.ts';

export const personalDataDocs: CallDocs = {
  erasePersonalData: {
    codes: ['FULL_ADMINISTRATOR', 'LAST_MERCHANT_ADMIN', 'REASON_NAMES_PERSON'],
  },
};
