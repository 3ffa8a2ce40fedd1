import type { CallDocs } from '@volume/contract/call-docs.ts';

export const savedViewsDocs: CallDocs = {
  shareView: {
    example: { name: 'Held, high risk', search: '?heldFilter=HELD&riskCategory=HIGH' },
    codes: ['VIEW_EXISTS', 'TOO_MANY_VIEWS'],
  },
  deleteSharedView: {
    codes: ['NOT_YOURS'],
  },
};
