import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { DueWork } from './worker.ts';

interface NewWork {
  kind: string;
  merchantId: string | null;
  objectId: string | null;
  dueAt: Date;
  payload?: Readonly<Record<string, unknown>>;
}

/** Puts work into the queue, in the transaction of the effect it follows from. */
export async function enqueueWork({ query }: Queries, newId: () => string, work: NewWork): Promise<void> {
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
      VALUES (${newId()}, ${work.kind}, ${work.merchantId}, ${work.objectId}, ${JSON.stringify(work.payload ?? {})}::jsonb,
      ${work.dueAt})`,
  );
}

interface Claim {
  at: Date;
  until: Date;
  rooms: readonly { kind: string; room: number }[];
}

/** Claims due work for this process until `until`, so many pieces of each kind, oldest first; what another instance has claimed is left to it. */
export async function claimWork({ query }: Queries, { at, until, rooms }: Claim): Promise<DueWork[]> {
  if (rooms.length === 0) return [];
  const claimed = await query<DueWork>(
    sql`UPDATE due_work SET claimed_until = ${until}::timestamptz, attempts = attempts + 1
     WHERE work_id IN (
       SELECT w.work_id FROM jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) AS r(kind text, room integer)
       CROSS JOIN LATERAL (
         SELECT work_id FROM due_work
         WHERE lane IS NULL AND kind = r.kind AND due_at <= ${at}::timestamptz
           AND (claimed_until IS NULL OR claimed_until <= ${at}::timestamptz)
         ORDER BY due_at, work_id LIMIT r.room FOR UPDATE SKIP LOCKED) AS w)
     RETURNING work_id AS "workId", kind, merchant_id AS "merchantId", object_id AS "objectId", payload,
       due_at AS "dueAt", attempts`,
  );
  return claimed.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.workId < b.workId ? -1 : 1));
}

/** Takes done work out of the queue; not when its claim ran out and another instance took it over. */
export async function finishWork({ query }: Queries, { workId, attempts }: DueWork): Promise<void> {
  await query(sql`DELETE FROM due_work WHERE work_id = ${workId} AND attempts = ${attempts}`);
}

/** Gives work back, to be looked at again at `dueAt`. */
export async function postponeWork({ query }: Queries, { workId, attempts }: DueWork, dueAt: Date): Promise<void> {
  await query(
    sql`UPDATE due_work SET due_at = ${dueAt}::timestamptz, claimed_until = NULL
      WHERE work_id = ${workId} AND attempts = ${attempts}`,
  );
}
