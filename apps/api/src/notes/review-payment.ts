import {
  type PaymentReview,
  reviewPayment as endpoint,
  undoPaymentReview as undoEndpoint,
} from '@volume/contract/pay-ins/notes.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { readPerson } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { findPayment, type PaymentName } from './find-payment.ts';

interface ReviewRow {
  reviewed_by: string;
  reviewed_at: Date;
  note: string | null;
  is_current: boolean;
}

/** The review of a payment; null when it was not reviewed. */
export async function readReview(
  { query }: Queries,
  { merchantId, paymentId }: PaymentName,
): Promise<PaymentReview | null> {
  const [row] = await query<ReviewRow>(
    sql`SELECT v.reviewed_by, v.reviewed_at, v.note,
        (p.status <> 'FAILED' OR v.status = 'FAILED') AND (p.hold <> 'HELD' OR v.hold = 'HELD') AS is_current
      FROM payment_reviews AS v
      JOIN payments AS p ON p.merchant_id = v.merchant_id AND p.payment_id = v.payment_id
      WHERE v.merchant_id = ${merchantId} AND v.payment_id = ${paymentId}`,
  );
  if (!row) return null;
  return {
    reviewedBy: row.reviewed_by,
    reviewedAtUtc: toWireTime(row.reviewed_at),
    note: row.note,
    isCurrent: row.is_current,
  };
}

/**
 * Marks a payment as reviewed in its current state. The first of two concurrent calls wins; the other gets a 409 with
 * the name of the first reviewer.
 */
export const reviewPayment = handle(endpoint, async (call) => {
  const { params, caller, services } = call;
  const name = await findPayment(services.database, caller, params.paymentId);
  return services.database.transaction(async (queries) => {
    const isFirst = await writeReview(queries, call, name);
    const review = await readReview(queries, name);
    if (!review) throw new Error('The review was not written.');
    if (!isFirst)
      throw new Problem(
        409,
        `${await readPerson(queries, name.merchantId, review.reviewedBy)} has already marked this payment as reviewed.`,
        {
          code: 'ALREADY_REVIEWED',
        },
      );
    const { merchantId, paymentId } = name;
    await recordActivity(queries, call, { merchantId, action: 'PAYMENT_REVIEWED', subject: paymentId });
    return review;
  });
});

/** Replaces an outdated review; false when there is a current one. */
async function writeReview(
  { query }: Queries,
  { body, caller, services }: Call<typeof endpoint>,
  { merchantId, paymentId }: PaymentName,
): Promise<boolean> {
  const written = await query(
    sql`INSERT INTO payment_reviews AS v (merchant_id, payment_id, status, hold, note, reviewed_by, reviewed_at)
      SELECT p.merchant_id, p.payment_id, p.status, p.hold, ${body.note ?? null}, ${caller.email}, ${services.clock.now()}
      FROM payments AS p WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${paymentId}
      ON CONFLICT (merchant_id, payment_id) DO UPDATE SET status = excluded.status, hold = excluded.hold,
        note = excluded.note, reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at
      WHERE excluded.status = 'FAILED' AND v.status <> 'FAILED' OR excluded.hold = 'HELD' AND v.hold <> 'HELD'
      RETURNING 1`,
  );
  return written.length > 0;
}

/** Removes a review, of any user; does nothing when there is none. */
export const undoPaymentReview = handle(undoEndpoint, async (call) => {
  const { params, caller, services } = call;
  const { merchantId, paymentId } = await findPayment(services.database, caller, params.paymentId);
  await services.database.transaction(async (queries) => {
    const undone = await queries.query(
      sql`DELETE FROM payment_reviews WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId} RETURNING 1`,
    );
    if (undone.length === 0) return;
    await recordActivity(queries, call, { merchantId, action: 'PAYMENT_REVIEW_UNDONE', subject: paymentId });
  });
});
