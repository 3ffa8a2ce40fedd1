import { sql } from '#database/sql.ts';
import { createOrderCorrector, type WriteProcessed } from '#orders/correct-order.ts';

interface Account {
  applicationId: string;
  provider: string | null;
  /** From the payout that is corrected; null when there is none. */
  reference: string | null;
  destination: object | null;
}

/** Copies the destination of the corrected payout, if there is one. Null when there is no such account. */
const writeProcessed: WriteProcessed = async ({ query }, { at, newId }, booking) => {
  const { merchantId, objectId, payInAccountId, currency, amount, words, by } = booking;
  const [account] = await query<Account>(
    sql`SELECT d.application_id AS "applicationId", d.va_provider_type AS provider, o.reference, o.destination
     FROM payee_details AS d LEFT JOIN outbound_payments AS o
       ON o.merchant_id = d.merchant_id AND o.payout_payment_id = ${objectId} AND o.merchant_id = ${merchantId}
     WHERE d.merchant_id = ${merchantId} AND d.payee_detail_id = ${payInAccountId} AND d.is_virtual_account
     AND d.for_currency = ${currency}::text::currency`,
  );
  if (!account) return null;
  const { applicationId, provider } = account;
  const orderId = newId();
  const unknown = { type: 'SCAN', id: null, name: null, accountNumber: null, sortCode: null, iban: null };
  await query(
    sql`INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status,
      status_description, amount, currency, reference, destination, initiated_by, created_at, updated_at)
     VALUES (${merchantId}, ${orderId}, ${applicationId}, ${payInAccountId}, 'PAYOUT', 'PROCESSED', ${words}, ${amount},
       ${currency}::text::currency, ${account.reference ?? `CORRECTION-${orderId.slice(-8).toUpperCase()}`},
       ${JSON.stringify(account.destination ?? unknown)}::jsonb, ${by}, ${at}, ${at})`,
  );
  const order = { kind: 'PAYOUT', merchantId, orderId, applicationId, payInAccountId, paymentId: null } as const;
  return { ...order, amount, currency, provider };
};

/** Records a payout that happened at the provider but not in our ledger, as a PROCESSED payout. */
export const payoutCorrector = createOrderCorrector('PAYOUT', writeProcessed);
