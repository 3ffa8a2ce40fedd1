import type { CallDocs } from '@volume/contract/call-docs.ts';

export const approvalsDocs: CallDocs = {
  approveOrder: {
    codes: [
      'OWN_ORDER',
      'EXCLUDED_APPROVER',
      'NOT_AN_APPROVER',
      'NOT_WAITING',
      'RECIPIENT_CHANGED',
      'NO_ACCOUNT_PROVIDER',
      'MERCHANT_DISABLED',
      'PROVIDER_REFUSED',
    ],
  },
  refuseOrder: {
    codes: ['OWN_ORDER', 'NOT_AN_APPROVER', 'NOT_WAITING'],
  },
  cancelOrder: {
    codes: ['NOT_YOURS', 'NOT_WAITING'],
  },
  setApprovalPolicy: {
    sampleNeeds: 'a session that has just proved who it is, where it changes anything',
    codes: ['TOO_FEW_APPROVERS'],
  },
  confirmApprovalPolicy: {
    codes: ['OWN_PROPOSAL', 'EXCLUDED_APPROVER', 'NOT_AN_APPROVER'],
  },
};
