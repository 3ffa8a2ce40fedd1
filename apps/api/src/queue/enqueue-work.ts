import type { Queries } from '#database/database.ts';

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
    'INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at) VALUES ($1, $2, $3, $4, $5::jsonb, $6)',
    [newId(), work.kind, work.merchantId, work.objectId, JSON.stringify(work.payload ?? {}), work.dueAt],
  );
}
