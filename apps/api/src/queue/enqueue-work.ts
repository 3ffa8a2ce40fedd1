import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export type NewWork = {
  kind: string;
  merchantId: string | null;
  objectId: string | null;
  dueAt: Date;
  payload?: Readonly<Record<string, unknown>>;
};

/** Puts work into the queue, in the transaction of the effect it follows from. */
export async function enqueueWork({ query }: Queries, newId: () => string, work: NewWork): Promise<void> {
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
      VALUES (${newId()}, ${work.kind}, ${work.merchantId}, ${work.objectId}, ${JSON.stringify(work.payload ?? {})}::jsonb,
      ${work.dueAt})`,
  );
}
