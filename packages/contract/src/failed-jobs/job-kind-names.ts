// Separate from the texts and the schemas, because a page that only parses its address needs neither.

/** DEAD jobs failed too often and wait for an administrator. RETRYING jobs have failed and are tried again. */
export const failedJobStates = ['DEAD', 'RETRYING'] as const;
export type FailedJobState = (typeof failedJobStates)[number];

/** Every kind of job; `job-kinds.ts` has each kind's name and the meaning of its failure. */
export const jobKinds = [
  'PAYOUT_SUBMIT',
  'PAYOUT_TOLD',
  'PAYOUT_ASK',
  'REFUND_SUBMIT',
  'REFUND_TOLD',
  'REFUND_ASK',
  'PAYMENT_ATTEMPT',
  'PAYMENT_NEWS',
  'GATEWAY_MESSAGE',
  'PAYMENT_INTENT_EXPIRY',
  'PAYOUT_SLOT',
  'APPROVAL_EXPIRY',
  'BULK_JOB',
  'SAMPLE_PAYMENTS',
  'SCENARIO',
  'SCHEDULED_FILE',
  'WEBHOOK_EVENT',
  'FEED_EVENT',
  'MAIL',
  'SCHEDULED_MAIL',
  'APPROVAL_MAIL',
  'NOTICE_MAIL',
  'DIGEST_MAIL',
  'RECEIPT_MAIL',
  'REFUND_MAIL',
  'STATEMENT_MAIL',
  'PASSWORD_LINK',
  'AUDIT_RULE',
  'ERASE_PERSON',
  'RECONCILE',
  'RECONCILE_DAY',
  'AUDIT_BOOKS',
  'STATEMENT_MAILS',
  'FILE_SCHEDULES',
  'DAILY_DIGEST',
  'KEEP_RECORDS',
] as const;
export type JobKindName = (typeof jobKinds)[number];
