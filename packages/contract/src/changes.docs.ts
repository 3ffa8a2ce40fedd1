import type { CallDocs } from '@volume/contract/call-docs.ts';

export const changesDocs: CallDocs = {
  listenForChanges: {
    sampleNeeds: 'a terminal that stays open: it goes on until the session ends',
  },
};
