import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export type StoryLine = {
  merchantId: string;
  paymentId: string;
  type: string;
  actor: string | null;
  detail: string | null;
};

/** Adds a line to a payment's story. The caller has locked the payment, so that lines are numbered without gaps or ties. */
export async function recordPaymentEvent(
  { query }: Queries,
  at: Date,
  { merchantId, paymentId, type, actor, detail }: StoryLine,
): Promise<void> {
  await query(
    sql`INSERT INTO payment_events (merchant_id, payment_id, seq, type, at, actor, detail)
     SELECT ${merchantId}::uuid, ${paymentId}::uuid, coalesce(max(seq), 0) + 1, ${type}, ${at}::timestamptz, ${actor},
     ${detail}
     FROM payment_events WHERE merchant_id = ${merchantId}::uuid AND payment_id = ${paymentId}::uuid`,
  );
}
