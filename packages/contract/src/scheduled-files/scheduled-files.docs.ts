import type { CallDocs } from '@volume/contract/call-docs.ts';

export const scheduledFilesDocs: CallDocs = {
  addFileSchedule: {
    example: { payInAccountId: 1000, format: 'CAMT_053', frequency: 'MONTHLY', email: null },
    codes: ['NO_STATEMENT', 'RECIPIENT_NOT_ALLOWED', 'NOT_IN_EUROS', 'TOO_MANY_SCHEDULES', 'MERCHANT_USERS_ONLY'],
  },
  deleteFileSchedule: {
    codes: ['NOT_YOURS'],
  },
};
