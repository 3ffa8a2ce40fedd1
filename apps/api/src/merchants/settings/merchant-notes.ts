import {
  addMerchantNote as addEndpoint,
  correctMerchantNote as correctEndpoint,
  listMerchantNotes as listEndpoint,
  type MerchantNote,
  mostMerchantNotes,
  removeMerchantNote as removeEndpoint,
} from '@volume/contract/merchants/merchant-notes.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface NoteRow {
  noteId: string;
  text: string;
  writtenBy: string;
  writtenById: string;
  writtenAt: Date;
  correctedAt: Date | null;
}

const columns = sql`note_id AS "noteId", text, written_by AS "writtenBy", written_by_id AS "writtenById",
  written_at AS "writtenAt", corrected_at AS "correctedAt"`;

const toNote = ({ writtenById, writtenAt, correctedAt, ...row }: NoteRow, caller: Caller): MerchantNote => ({
  ...row,
  writtenAtUtc: toWireTime(writtenAt),
  correctedAtUtc: correctedAt && toWireTime(correctedAt),
  isOwn: writtenById === caller.userAccountId,
});

export const listMerchantNotes = handle(listEndpoint, async ({ params, caller, services }) => {
  const rows = await services.database.query<NoteRow>(
    sql`SELECT ${columns} FROM merchant_notes WHERE merchant_id = ${params.merchantId} ORDER BY note_id DESC`,
  );
  return rows.map((row) => toNote(row, caller));
});

/** Adds a note; 409 when the merchant has the maximum number of notes. */
export const addMerchantNote = handle(addEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const { merchantId } = params;
  return services.database.transaction(async (queries) => {
    await queries.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`merchant-notes:${merchantId}`}, 0))`);
    const held = await queries.query(sql`SELECT FROM merchant_notes WHERE merchant_id = ${merchantId}`);
    if (held.length >= mostMerchantNotes) {
      throw new Problem(409, `This merchant already has ${mostMerchantNotes} notes. The note was not added.`, {
        code: 'TOO_MANY_NOTES',
      });
    }
    const { at, newId } = writeContext(services);
    const [row] = await queries.query<NoteRow>(
      sql`INSERT INTO merchant_notes (merchant_id, note_id, text, written_by, written_by_id, written_at)
        VALUES (${merchantId}, ${newId()}, ${body.text}, ${caller.email}, ${caller.userAccountId}, ${at})
        RETURNING ${columns}`,
    );
    if (!row) throw new Error('The note was not written.');
    await record(queries, call, 'ADDED', row.noteId);
    return toNote(row, caller);
  });
});

/** Corrects the caller's own note; the earlier text is not kept. */
export const correctMerchantNote = handle(correctEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  return services.database.transaction(async (queries) => {
    const before = await lockOwn(queries, call);
    if (!before) throw notFound('This note');
    const [row] = await queries.query<NoteRow>(
      sql`UPDATE merchant_notes SET text = ${body.text}, corrected_at = ${services.clock.now()}
        WHERE ${named(params)} RETURNING ${columns}`,
    );
    if (!row) throw notFound('This note');
    await record(queries, call, 'CORRECTED', row.noteId);
    return toNote(row, caller);
  });
});

/** Removes the caller's own note; does nothing when there is none. */
export const removeMerchantNote = handle(removeEndpoint, async (call) => {
  const { params, services } = call;
  await services.database.transaction(async (queries) => {
    if (!(await lockOwn(queries, call))) return;
    await queries.query(sql`DELETE FROM merchant_notes WHERE ${named(params)}`);
    await record(queries, call, 'REMOVED', params.noteId);
  });
});

type Named = Call<typeof removeEndpoint>['params'];
const named = ({ merchantId, noteId }: Named) => sql`merchant_id = ${merchantId} AND note_id = ${noteId}`;

async function lockOwn(queries: Queries, { params, caller }: Pick<Call<typeof removeEndpoint>, 'params' | 'caller'>) {
  const [row] = await queries.query<NoteRow>(
    sql`SELECT ${columns} FROM merchant_notes WHERE ${named(params)} FOR UPDATE`,
  );
  if (row && row.writtenById !== caller.userAccountId) {
    throw new Problem(403, 'Only the administrator who wrote a note can change it. Nothing was changed.', {
      code: 'NOT_YOURS',
    });
  }
  return row;
}

/** In the platform's activity: the merchant's users can read its own. */
const record = (
  queries: Queries,
  call: Pick<Call<typeof addEndpoint>, 'params' | 'caller' | 'services' | 'request'>,
  what: 'ADDED' | 'CORRECTED' | 'REMOVED',
  noteId: string,
) =>
  recordActivity(queries, call, {
    merchantId: null,
    action: `MERCHANT_NOTE_${what}`,
    subject: call.params.merchantId,
    detail: `note ${noteId}`,
  });
