import {
  addPaymentNote as addEndpoint,
  deletePaymentNote as deleteEndpoint,
  getPaymentNotes as endpoint,
  type PaymentNote,
} from '@volume/contract/pay-ins/notes.ts';
import { isPermitted } from '@volume/contract/access.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import { writeContext } from '#core/write-context.ts';
import { sql } from '#database/sql.ts';
import { findPayment, type PaymentName } from './find-payment.ts';
import type { Queries } from '#database/database.ts';
import { readReview } from './review-payment.ts';

/** The notes of a payment are returned in one response. */
const mostNotes = 200;

interface NoteRow {
  note_id: string;
  text: string | null;
  written_by: string;
  written_by_id: string;
  written_at: Date;
  deleted_by: string | null;
}
const columns = sql`note_id, text, written_by, written_by_id, written_at, deleted_by`;

const isOwn = (row: Pick<NoteRow, 'written_by_id'>, caller: Caller) => row.written_by_id === caller.userAccountId;

const toNote = (row: NoteRow, caller: Caller, mayRemove: boolean): PaymentNote => ({
  noteId: row.note_id,
  text: row.text,
  writtenBy: row.written_by,
  writtenAtUtc: toWireTime(row.written_at),
  isOwn: isOwn(row, caller),
  isDeletable: row.text !== null && mayRemove,
  deletedBy: row.deleted_by,
});

/**
 * Finds the authors whose notes the caller can delete: the caller, and disabled users when the caller administers
 * users, because no one else could then delete wrong or personal text in them.
 */
async function removableAuthors({ query }: Queries, caller: Caller, authors: readonly string[]): Promise<Set<string>> {
  if (!isPermitted(caller.authorities, ['ACCOUNT_ADMIN'])) return new Set([caller.userAccountId]);
  const rows = await query<{ id: string }>(
    sql`SELECT user_account_id AS id FROM accounts WHERE user_account_id = ANY(${authors}::uuid[]) AND is_enabled`,
  );
  const enabled = new Set(rows.map(({ id }) => id));
  return new Set([...authors.filter((id) => !enabled.has(id)), caller.userAccountId]);
}

/** The notes on a pay-in, oldest first, and its review; 404 when it does not exist or the caller cannot see it. */
export const getPaymentNotes = handle(endpoint, async ({ params, caller, services: { database } }) => {
  const name = await findPayment(database, caller, params.paymentId);
  const [rows, review] = await Promise.all([readNotes(database, name), readReview(database, name)]);
  const authors = rows.map((row) => row.written_by_id);
  const removable = await removableAuthors(database, caller, authors);
  return { notes: rows.map((row) => toNote(row, caller, removable.has(row.written_by_id))), review };
});

function readNotes({ query }: Queries, { merchantId, paymentId }: PaymentName): Promise<NoteRow[]> {
  return query<NoteRow>(
    sql`SELECT ${columns} FROM payment_notes
      WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId} ORDER BY written_at, note_id`,
  );
}

/** Adds a note to a pay-in; 409 when it has the maximum number of notes. */
export const addPaymentNote = handle(addEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const name = await findPayment(services.database, caller, params.paymentId);
  return services.database.transaction(async (queries) => {
    await queries.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payment-notes:${name.paymentId}`}, 0))`);
    const written = await readNotes(queries, name);
    if (written.length >= mostNotes) {
      throw new Problem(409, `This payment already has ${mostNotes} notes. The note was not added.`, {
        code: 'TOO_MANY_NOTES',
      });
    }
    const { at, newId } = writeContext(services);
    const [row] = await queries.query<NoteRow>(
      sql`INSERT INTO payment_notes (merchant_id, payment_id, note_id, text, written_by, written_by_id, written_at)
        VALUES (${name.merchantId}, ${name.paymentId}, ${newId()}, ${body.text}, ${caller.email},
        ${caller.userAccountId}, ${at}) RETURNING ${columns}`,
    );
    if (!row) throw new Error('The note was not written.');
    const detail = `note ${row.note_id}`;
    await recordActivity(queries, call, { ...about(name), action: 'NOTE_ADDED', detail });
    return toNote(row, caller, true);
  });
});

/**
 * Deletes the text of a note; its author and time remain. 403 for the note of another user, unless that user is
 * disabled and the caller administers users; does nothing when the note does not exist.
 */
export const deletePaymentNote = handle(deleteEndpoint, async (call) => {
  const { params, caller, services } = call;
  const name = await findPayment(services.database, caller, params.paymentId);
  const note = sql`merchant_id = ${name.merchantId} AND payment_id = ${name.paymentId} AND note_id = ${params.noteId}`;
  await services.database.transaction(async (queries) => {
    const [row] = await queries.query<NoteRow>(sql`SELECT ${columns} FROM payment_notes WHERE ${note} FOR UPDATE`);
    if (!row || row.text === null) return;
    const removable = await removableAuthors(queries, caller, [row.written_by_id]);
    if (!removable.has(row.written_by_id)) {
      throw new Problem(
        403,
        'Only the person who wrote a note can delete it, or an administrator once that person’s account is disabled. The note was not deleted.',
        { code: 'NOT_YOURS' },
      );
    }
    const deletedBy = isOwn(row, caller) ? null : caller.email;
    await queries.query(sql`UPDATE payment_notes SET text = NULL, deleted_by = ${deletedBy} WHERE ${note}`);
    const detail = `note ${params.noteId}${deletedBy === null ? '' : ` of ${row.written_by}`}`;
    await recordActivity(queries, call, { ...about(name), action: 'NOTE_DELETED', detail });
  });
});

const about = ({ merchantId, paymentId }: PaymentName) => ({ merchantId, subject: paymentId });
