import type { CallDocs } from '@volume/contract/call-docs.ts';

export const notificationsDocs: CallDocs = {
  readNotices: {
    sampleNeeds: 'the id of a notice',
  },
};
