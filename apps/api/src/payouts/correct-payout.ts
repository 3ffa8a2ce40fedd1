import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import { post } from '#ledger/post.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import type { Booking, Corrector } from '#queue/orders/order-keeper.ts';
import { movePayout } from './payout-keeper.ts';

/** Records a payout that happened at the provider but not in our ledger, as a PROCESSED payout. */
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

interface Account {
  applicationId: string;
  /** From the payout that is corrected; null when there is none. */
  reference: string | null;
  destination: object | null;
}

/** Copies the destination of the corrected payout, if there is one. Null when there is no such account. */
async function writePayout({ query }: Queries, { at, newId }: WriteContext, booking: Booking): Promise<Written | null> {
  const { merchantId, objectId, payInAccountId, currency, amount, words, by } = booking;
  const [account] = await query<Account>(
    sql`SELECT d.application_id AS "applicationId", o.reference, o.destination
     FROM payee_details AS d LEFT JOIN outbound_payments AS o
       ON o.merchant_id = d.merchant_id AND o.payout_payment_id = ${objectId} AND o.merchant_id = ${merchantId}
     WHERE d.merchant_id = ${merchantId} AND d.payee_detail_id = ${payInAccountId} AND d.is_virtual_account
     AND d.for_currency = ${currency}::text::currency`,
  );
  if (!account) return null;
  const { applicationId } = account;
  const payoutPaymentId = newId();
  const unknown = { type: 'SCAN', id: null, name: null, accountNumber: null, sortCode: null, iban: null };
  await query(
    sql`INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status,
      status_description, amount, currency, reference, destination, initiated_by, created_at, updated_at)
     VALUES (${merchantId}, ${payoutPaymentId}, ${applicationId}, ${payInAccountId}, 'PAYOUT', 'PROCESSED', ${words}, ${amount},
       ${currency}::text::currency, ${account.reference ?? `CORRECTION-${payoutPaymentId.slice(-8).toUpperCase()}`},
       ${JSON.stringify(account.destination ?? unknown)}::jsonb, ${by}, ${at}, ${at})`,
  );
  return { merchantId, payoutPaymentId, applicationId };
}
