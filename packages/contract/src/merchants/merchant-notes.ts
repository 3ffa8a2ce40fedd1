import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id, MerchantParams } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const longestMerchantNote = 2_000;
/** The most notes about one merchant. */
export const mostMerchantNotes = 200;
export const MerchantNoteText = plainText(longestMerchantNote);

/** A note of an administrator of the platform about a merchant, who never sees it. */
export const MerchantNote = z.object({
  noteId: z.string(),
  text: z.string(),
  writtenBy: z.string(),
  writtenByName: PersonName,
  writtenAtUtc: UtcTime,
  /** When its author corrected it last; null when it is as it was written. */
  correctedAtUtc: z.nullable(UtcTime),
  /** Whether the caller wrote it, and so can correct and remove it. */
  isOwn: z.boolean(),
});
export type MerchantNote = z.output<typeof MerchantNote>;

const path = 'platform/merchants/{merchantId}/notes';
const NoteParams = z.extend(MerchantParams, { noteId: Id });
const mayChange = { kind: 'admin', effect: 'write' } as const;
const body = z.strictObject({ text: MerchantNoteText });

export const listMerchantNotes = endpoint({
  name: 'listMerchantNotes',
  summary: 'The administrators’ notes about a merchant, newest first',
  origin: 'ours',
  method: 'GET',
  path,
  access: { kind: 'admin', effect: 'read' },
  params: MerchantParams,
  response: z.array(MerchantNote),
});

export const addMerchantNote = endpoint({
  name: 'addMerchantNote',
  summary: 'Write a note about a merchant, which the merchant never sees',
  origin: 'ours',
  method: 'POST',
  path,
  access: mayChange,
  status: 201,
  params: MerchantParams,
  body,
  response: MerchantNote,
});

/** 403 for another administrator's note. */
export const correctMerchantNote = endpoint({
  name: 'correctMerchantNote',
  summary: 'Correct your own note about a merchant',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{noteId}`,
  access: mayChange,
  params: NoteParams,
  body,
  response: MerchantNote,
});

/** 403 for another administrator's note; does nothing when there is none. */
export const removeMerchantNote = endpoint({
  name: 'removeMerchantNote',
  summary: 'Remove your own note about a merchant',
  origin: 'ours',
  method: 'DELETE',
  path: `${path}/{noteId}`,
  access: mayChange,
  status: 204,
  params: NoteParams,
});

export const merchantNoteEndpoints = { listMerchantNotes, addMerchantNote, correctMerchantNote, removeMerchantNote };
