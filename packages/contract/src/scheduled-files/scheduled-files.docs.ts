import type { CallDocs } from '@volume/contract/call-docs.ts';

export const scheduledFilesDocs: CallDocs = {
  addFileSchedule: {
    example: { payInAccountId: 1000, format: 'CAMT_053', frequency: 'MONTHLY', email: null },
  },
};
