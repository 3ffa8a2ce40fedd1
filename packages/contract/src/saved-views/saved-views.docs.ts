import type { CallDocs } from '@volume/contract/call-docs.ts';

export const savedViewsDocs: CallDocs = {
  shareView: {
    example: { name: 'Held, high risk', search: '?heldFilter=HELD&riskCategory=HIGH' },
  },
};
