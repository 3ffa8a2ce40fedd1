import type { CallDocs } from '@volume/contract/call-docs.ts';

export const savedViewsDocs: CallDocs = {
  shareView: {
    example: {
      name: 'Held, high risk',
      search: '?heldFilter=HELD&riskCategory=HIGH',
      columns: ['status', 'amount', 'risk', 'payer', 'created'],
    },
    codes: ['VIEW_EXISTS', 'TOO_MANY_VIEWS'],
  },
  changeSharedView: {
    example: { columns: ['status', 'amount', 'risk', 'payer', 'reference'] },
    codes: ['NOT_YOURS', 'VIEW_EXISTS'],
    versionIs: 'version of the view',
  },
  deleteSharedView: {
    codes: ['NOT_YOURS'],
  },
};
