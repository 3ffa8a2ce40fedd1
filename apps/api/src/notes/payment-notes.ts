import {
  addPaymentNote as addEndpoint,
  deletePaymentNote as deleteEndpoint,
  getPaymentNotes as endpoint,
  type PaymentNote,
} from '@volume/contract/payment-notes.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import { writeContext } from '#core/write-context.ts';
import { sql } from '#database/sql.ts';
import { findPayment, type PaymentName } from './find-payment.ts';
import type { Queries } from '#database/database.ts';
import { readReview } from './review-payment.ts';

/** The notes of a payment are answered all at once. */
const mostNotes = 200;

interface NoteRow {
  note_id: string;
  text: string | null;
  written_by: string;
  written_by_id: string;
  written_at: Date;
}

const toNote = (row: NoteRow, caller: Caller): PaymentNote => ({
  noteId: row.note_id,
  text: row.text,
  writtenBy: row.written_by,
  writtenAtUtc: toWireTime(row.written_at),
  isOwn: row.written_by_id === caller.userAccountId,
});

/** The notes on a pay-in, oldest first, and whether it was reviewed; 404 when it is not there or not theirs. */
export const getPaymentNotes = handle(endpoint, async ({ params, caller, services: { database } }) => {
  const name = await findPayment(database, caller, params.paymentId);
  const [rows, review] = await Promise.all([readNotes(database, name), readReview(database, name)]);
  return { notes: rows.map((row) => toNote(row, caller)), review };
});

function readNotes({ query }: Queries, { merchantId, paymentId }: PaymentName): Promise<NoteRow[]> {
  return query<NoteRow>(
    sql`SELECT note_id, text, written_by, written_by_id, written_at FROM payment_notes
      WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId} ORDER BY written_at, note_id`,
  );
}

/** Writes a note on a pay-in; 409 when it has as many as it may have. */
export const addPaymentNote = handle(addEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const name = await findPayment(services.database, caller, params.paymentId);
  return services.database.transaction(async (queries) => {
    await queries.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payment-notes:${name.paymentId}`}, 0))`);
    const written = await readNotes(queries, name);
    if (written.length >= mostNotes) {
      throw new Problem(409, `This payment already has ${mostNotes} notes. The note was not added.`);
    }
    const { at, newId } = writeContext(services);
    const [row] = await queries.query<NoteRow>(
      sql`INSERT INTO payment_notes (merchant_id, payment_id, note_id, text, written_by, written_by_id, written_at)
        VALUES (${name.merchantId}, ${name.paymentId}, ${newId()}, ${body.text}, ${caller.email},
        ${caller.userAccountId}, ${at}) RETURNING note_id, text, written_by, written_by_id, written_at`,
    );
    if (!row) throw new Error('The note was not written.');
    const detail = `note ${row.note_id}`;
    await recordActivity(queries, call, { ...about(name), action: 'NOTE_ADDED', detail });
    return toNote(row, caller);
  });
});

/** Deletes the text of a note; that it was there, whose and when, stays. 403 for another's; nothing happens where there is none. */
export const deletePaymentNote = handle(deleteEndpoint, async (call) => {
  const { params, caller, services } = call;
  const name = await findPayment(services.database, caller, params.paymentId);
  const note = sql`merchant_id = ${name.merchantId} AND payment_id = ${name.paymentId} AND note_id = ${params.noteId}`;
  await services.database.transaction(async (queries) => {
    const [row] = await queries.query<Pick<NoteRow, 'text' | 'written_by_id'>>(
      sql`SELECT text, written_by_id FROM payment_notes WHERE ${note} FOR UPDATE`,
    );
    if (!row || row.text === null) return;
    if (row.written_by_id !== caller.userAccountId) {
      throw new Problem(403, 'Only the person who wrote a note can delete it. The note was not deleted.');
    }
    await queries.query(sql`UPDATE payment_notes SET text = NULL WHERE ${note}`);
    const detail = `note ${params.noteId}`;
    await recordActivity(queries, call, { ...about(name), action: 'NOTE_DELETED', detail });
  });
});

const about = ({ merchantId, paymentId }: PaymentName) => ({ merchantId, subject: paymentId });
