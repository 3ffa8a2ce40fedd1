import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import { post } from '#ledger/post.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import type { Booking, Corrector } from '#queue/orders/order-keeper.ts';
import { movePayout } from './payout-keeper.ts';

/** A payout that really happened is one more payout, PROCESSED from its first moment. */
export const payoutCorrector: Corrector = {
  async lock({ query }, { merchantId, objectId }) {
    const [row] = await query<{ status: string; left: number }>(
      sql`SELECT status::text AS status, amount AS LEFT FROM outbound_payments
       WHERE merchant_id = ${merchantId} AND payout_payment_id = ${objectId} FOR UPDATE`,
    );
    return row ?? null;
  },
  async giveBack(queries, context, { merchantId, objectId: orderId, words }) {
    await movePayout(queries, context, { merchantId, orderId, status: 'RETURNED', description: words });
  },
  async book(queries, context, booking) {
    const written = await writePayout(queries, context, booking);
    if (!written) return null;
    const { merchantId, applicationId, payoutPaymentId } = written;
    const event = { merchantId, applicationId, kind: 'PAYOUT', status: 'PROCESSED' } as const;
    await recordOutgoingEvent(queries, context, { ...event, objectId: payoutPaymentId });
    const moved = (['PAYOUT_RESERVED', 'PAYOUT_PROCESSED'] as const).map((kind) =>
      move(kind, booking, booking.amount, { payoutPaymentId }),
    );
    await post(queries, context, moved);
    return payoutPaymentId;
  },
  async note({ query }, { at }, { merchantId, objectId, words }) {
    await query(
      sql`UPDATE outbound_payments SET status_description = ${words}, updated_at = ${at}
        WHERE merchant_id = ${merchantId} AND payout_payment_id = ${objectId}`,
    );
  },
};

interface Written {
  merchantId: string;
  payoutPaymentId: string;
  applicationId: string;
}

/** To where the payout it corrects went; one that only its provider knows says nothing of that. Null without such an account. */
async function writePayout({ query }: Queries, { at, newId }: WriteContext, booking: Booking): Promise<Written | null> {
  const { merchantId, objectId, payInAccountId, currency, amount, words, by } = booking;
  const payoutPaymentId = newId();
  const ofOther = (name: Sql) =>
    sql`(SELECT ${name} FROM outbound_payments WHERE merchant_id = ${merchantId} AND payout_payment_id = ${objectId})`;
  const [row] = await query<{ applicationId: string }>(
    sql`INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status,
      status_description, amount, currency, reference, destination, initiated_by, created_at, updated_at)
     SELECT d.merchant_id, ${payoutPaymentId}, d.application_id, d.payee_detail_id, 'PAYOUT', 'PROCESSED', ${words},
     ${amount}, d.for_currency,
       coalesce(${ofOther(sql`reference`)}, ${`CORRECTION-${payoutPaymentId.slice(-8).toUpperCase()}`}), coalesce(${ofOther(sql`destination`)},
       ${JSON.stringify({ type: 'SCAN', id: null, name: null, accountNumber: null, sortCode: null, iban: null })}::jsonb),
       ${by}, ${at}, ${at}
     FROM payee_details AS d
     WHERE d.merchant_id = ${merchantId} AND d.payee_detail_id = ${payInAccountId} AND d.is_virtual_account
     AND d.for_currency = ${currency}::text::currency
     RETURNING application_id AS "applicationId"`,
  );
  return row ? { merchantId, payoutPaymentId, applicationId: row.applicationId } : null;
}
