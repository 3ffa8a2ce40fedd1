import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const longestNote = 2_000;
const NoteText = plainText(longestNote);

/** A user's note on a payment; the text is null after it was deleted. */
export const PaymentNote = z.object({
  noteId: z.string(),
  text: z.nullable(z.string()),
  writtenBy: z.string(),
  writtenByName: PersonName,
  writtenAtUtc: UtcTime,
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  /** Whether the caller can delete it: its author, or an administrator of users when the author's account is disabled. */
  isDeletable: z.boolean(),
  /** Email address of the administrator who deleted it instead of its author. */
  deletedBy: z.nullable(z.string()),
  deletedByName: PersonName,
});
export type PaymentNote = z.output<typeof PaymentNote>;

export const PaymentReview = z.object({
  reviewedBy: z.string(),
  reviewedByName: PersonName,
  reviewedAtUtc: UtcTime,
  note: z.nullable(z.string()),
  /** False when the payment has failed or was held since then, so that it needs attention again. */
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

/** The note's author and time are kept; 403 for another user's note, unless its author is disabled and the caller administers users. */
export const deletePaymentNote = endpoint({
  name: 'deletePaymentNote',
  summary: 'Delete the text of your own note, or of a disabled user’s',
  origin: 'ours',
  method: 'DELETE',
  path: 'payments/{paymentId}/notes/{noteId}',
  access: mayWrite,
  status: 204,
  params: z.extend(PaymentParams, { noteId: Id }),
});

/** 409 when another user has just reviewed it. */
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

export const paymentNoteEndpoints = {
  getPaymentNotes,
  addPaymentNote,
  deletePaymentNote,
  reviewPayment,
  undoPaymentReview,
};
