import * as z from 'zod/mini';
import { mayViewPayments } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { UtcTime } from './period.ts';
import { plainText } from './plain-text.ts';

/** Characters of a note at most. */
export const longestNote = 2_000;
const NoteText = plainText(longestNote);

/** What somebody wrote on a payment; its text is gone once its author has deleted it. */
export const PaymentNote = z.object({
  noteId: z.string(),
  text: z.nullable(z.string()),
  writtenBy: z.string(),
  writtenAtUtc: UtcTime,
  /** Whether the caller wrote it, and may delete it. */
  isOwn: z.boolean(),
});
export type PaymentNote = z.output<typeof PaymentNote>;

/** That somebody has looked into a payment. */
export const PaymentReview = z.object({
  reviewedBy: z.string(),
  reviewedAtUtc: UtcTime,
  note: z.nullable(z.string()),
  /** False once the payment has failed or was held since: it needs attention again. */
  isCurrent: z.boolean(),
});
export type PaymentReview = z.output<typeof PaymentReview>;

export const PaymentNotes = z.object({
  /** Oldest first. */
  notes: z.array(PaymentNote),
  review: z.nullable(PaymentReview),
});
export type PaymentNotes = z.output<typeof PaymentNotes>;

const PaymentParams = z.object({ paymentId: Id });
const mayWrite = { kind: 'any-of', authorities: ['PAY_BY_LINK'], effect: 'write' } as const;

export const getPaymentNotes = endpoint({
  name: 'getPaymentNotes',
  summary: 'The notes on a pay-in, oldest first, and whether it was reviewed',
  origin: 'ours',
  method: 'GET',
  path: 'payments/{paymentId}/notes',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  params: PaymentParams,
  response: PaymentNotes,
});

export const addPaymentNote = endpoint({
  name: 'addPaymentNote',
  summary: 'Write a note on a pay-in',
  origin: 'ours',
  method: 'POST',
  path: 'payments/{paymentId}/notes',
  access: mayWrite,
  status: 201,
  params: PaymentParams,
  body: z.strictObject({ text: NoteText }),
  response: PaymentNote,
});

/** That there was a note, whose and when, stays; 403 for another's. */
export const deletePaymentNote = endpoint({
  name: 'deletePaymentNote',
  summary: 'Delete the text of a note of one’s own',
  origin: 'ours',
  method: 'DELETE',
  path: 'payments/{paymentId}/notes/{noteId}',
  access: mayWrite,
  status: 204,
  params: z.extend(PaymentParams, { noteId: Id }),
});

/** 409 when somebody was faster. */
export const reviewPayment = endpoint({
  name: 'reviewPayment',
  summary: 'Mark a pay-in as reviewed: it no longer needs attention until it fails or is held',
  origin: 'ours',
  method: 'POST',
  path: 'payments/{paymentId}/review',
  access: mayWrite,
  params: PaymentParams,
  body: z.strictObject({ note: z.optional(z.nullable(NoteText)) }),
  response: PaymentReview,
});

export const undoPaymentReview = endpoint({
  name: 'undoPaymentReview',
  summary: 'Take back that a pay-in was reviewed',
  origin: 'ours',
  method: 'DELETE',
  path: 'payments/{paymentId}/review',
  access: mayWrite,
  status: 204,
  params: PaymentParams,
});
