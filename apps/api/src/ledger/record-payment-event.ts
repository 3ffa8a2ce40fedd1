import type { Queries } from '#database/database.ts';

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
    `INSERT INTO payment_events (merchant_id, payment_id, seq, type, at, actor, detail)
     SELECT $1::uuid, $2::uuid, coalesce(max(seq), 0) + 1, $3, $4::timestamptz, $5, $6
     FROM payment_events WHERE merchant_id = $1::uuid AND payment_id = $2::uuid`,
    [merchantId, paymentId, type, at, actor, detail],
  );
}
