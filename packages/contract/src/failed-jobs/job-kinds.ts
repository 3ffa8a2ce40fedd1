import type { JobKindName } from './job-kind-names.ts';

interface JobKind {
  label: string;
  /** The state of the order, payment or user until the job has run. */
  effect: string;
  /** The consequence of discarding the job; null for a job that cannot be discarded. */
  discarded: string | null;
}

const order = (noun: 'payout' | 'refund') => ({
  submit: {
    label: `Submission of a ${noun}`,
    effect: `The ${noun} stays in progress and its money stays reserved. The job that checks its status submits it instead.`,
    discarded: null,
  },
  told: {
    label: `Provider update about a ${noun}`,
    effect: `The update is kept in the job, and the ${noun} stays as it is. The provider is still asked, and the nightly reconciliation finds what it missed.`,
    discarded: null,
  },
  ask: {
    label: `Status check of a ${noun}`,
    effect: `The ${noun} stays in progress and its money stays reserved: nothing is lost or paid twice. A provider update still ends it.`,
    discarded: null,
  },
});
const payout = order('payout');
const refund = order('refund');

const daily = { effect: 'It is retried until it runs.', discarded: null };
const sending = { effect: 'It is retried for 24 hours and then given up.', discarded: null };
const mail = (label: string) => ({
  label,
  effect: 'The email has not been sent.',
  discarded: 'The email is never sent.',
});

/** Every kind of job, with its name and the meaning of its failure (docs/operations.md, Failed jobs). */
const kinds = {
  PAYOUT_SUBMIT: payout.submit,
  PAYOUT_TOLD: payout.told,
  PAYOUT_ASK: payout.ask,
  REFUND_SUBMIT: refund.submit,
  REFUND_TOLD: refund.told,
  REFUND_ASK: refund.ask,
  PAYMENT_ATTEMPT: {
    label: 'Progress of a payment',
    effect: 'The payment keeps its status, and its money is not booked until the job has run.',
    discarded: null,
  },
  PAYMENT_NEWS: {
    label: 'Bank update about a payment',
    effect: 'The update is kept in the job, and the payment stays as it is.',
    discarded: null,
  },
  GATEWAY_MESSAGE: {
    label: 'Message from the gateway',
    effect:
      'The message is kept encrypted, and what it is about stays as it is. UnknownReference: no payment or order here has its id.',
    discarded: 'The message is never applied. A payment or order that it is about does not change by it.',
  },
  PAYMENT_INTENT_EXPIRY: {
    label: 'Expiry of a payment link',
    effect: 'The payment link stays open after its time.',
    discarded: null,
  },
  PAYOUT_SLOT: {
    label: 'Scheduled payout',
    effect: 'The payout has not been made, and the schedule does not continue until the job has run.',
    discarded: null,
  },
  APPROVAL_EXPIRY: {
    label: 'Expiry of an approval',
    effect: 'The order still awaits approval after its time.',
    discarded: null,
  },
  BULK_JOB: {
    label: 'Bulk job',
    effect: 'Rows that are done stay done. The other rows wait until the job has run.',
    discarded: null,
  },
  SAMPLE_PAYMENTS: {
    label: 'Sample payments',
    effect: 'Payments that were made stay. The merchant can start no others until the job has run or was discarded.',
    discarded: 'The remaining sample payments are not made. The merchant can start new ones.',
  },
  SCENARIO: {
    label: 'Scenario',
    effect: 'What the scenario has made stays. The rest is made when the job has run.',
    discarded: 'The rest of the scenario is not made.',
  },
  SCHEDULED_FILE: {
    label: 'Scheduled file',
    effect: 'The file has not been made or mailed. Later files are not affected.',
    discarded: 'This file is never made. Later files are not affected.',
  },
  WEBHOOK_EVENT: {
    label: 'Webhook event',
    effect: 'The merchant has not received the event. The payment or order is not affected.',
    discarded: 'The merchant never receives this event. The payment or order does not change.',
  },
  FEED_EVENT: {
    label: 'Event without a webhook',
    effect: 'The merchant’s server cannot read the event yet. The payment, link or order is not affected.',
    discarded: 'The merchant’s server never reads this event. The payment, link or order does not change.',
  },
  MAIL: { label: 'Email', ...sending },
  SCHEDULED_MAIL: { label: 'Scheduled email', ...sending },
  APPROVAL_MAIL: mail('Email about an approval'),
  NOTICE_MAIL: mail('Email about a notification'),
  DIGEST_MAIL: mail('Daily summary by email'),
  RECEIPT_MAIL: mail('Receipt by email'),
  REFUND_MAIL: mail('Email about a refund'),
  STATEMENT_MAIL: mail('Statement by email'),
  PASSWORD_LINK: {
    label: 'Password link',
    effect: 'The user has not received the link.',
    discarded: 'The link is never sent. The user can ask for another one.',
  },
  AUDIT_RULE: {
    label: 'Check of a rule of the books',
    effect: 'The rule has not been checked. It is checked again the next night.',
    discarded: 'The rule is checked again the next night.',
  },
  ERASE_PERSON: {
    label: 'Erasure of a person',
    effect: 'The person is not erased completely. It is retried until it is done.',
    discarded: null,
  },
  RECONCILE: { label: 'Start of the nightly reconciliation', ...daily },
  RECONCILE_DAY: { label: 'Reconciliation of a provider’s day', ...daily },
  AUDIT_BOOKS: { label: 'Start of the nightly audit', ...daily },
  STATEMENT_MAILS: { label: 'Start of the monthly statements', ...daily },
  FILE_SCHEDULES: { label: 'Start of the scheduled files', ...daily },
  DAILY_DIGEST: { label: 'Start of the daily summaries', ...daily },
  KEEP_RECORDS: { label: 'Deletion of old records', ...daily },
} as const satisfies Record<JobKindName, JobKind>;

/** A kind by its name; one that only a newer build knows cannot be discarded. */
export function jobKindOf(name: string): JobKind {
  const known: Readonly<Record<string, JobKind>> = kinds;
  return known[name] ?? { label: name, effect: 'Only a newer version of the server knows this job.', discarded: null };
}
