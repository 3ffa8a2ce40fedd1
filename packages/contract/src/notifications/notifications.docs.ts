import type { CallDocs } from '@volume/contract/call-docs.ts';

export const notificationsDocs: CallDocs = {
  readNotices: {
    sampleNeeds: 'the id of a notice',
  },
  setNoticeMail: {
    codes: ['MERCHANT_USERS_ONLY'],
    meanings: { FORBIDDEN: 'The role does not allow it, or does not let you see what it is about.' },
  },
};
