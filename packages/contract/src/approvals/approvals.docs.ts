import type { CallDocs } from '@volume/contract/call-docs.ts';

export const approvalsDocs: CallDocs = {
  setApprovalPolicy: {
    sampleNeeds: 'a session that has just proved who it is, where it changes anything',
  },
};
