import type { Queries } from '#database/database.ts';
import { foldText } from '#database/fold-text.ts';
import { sql } from '#database/sql.ts';
import { Problem } from '#core/problem.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { IntentRow } from '#payment-intents/intent-row.ts';

/** What the payer chose on the pay page. */
export type Chosen = {
  institutionId: string;
  institutionName: string;
  payerName: string | null;
  address: string | null;
};
type Payee = { payInAccountId: number; isVirtual: boolean; isPayerChecked: boolean };

/** Writes the payment of a new attempt, findable by its references, and answers its id. 422 when nothing can receive it. */
export async function writeAttempt(
  queries: Queries,
  context: WriteContext,
  intent: IntentRow,
  { institutionId, payerName, address }: Chosen,
): Promise<string> {
  const { merchantId, applicationId, paymentIntentId, merchantPaymentId, amount, currency } = intent;
  const payee = await findPayee(queries, intent);
  const paymentId = context.newId();
  const newAttemptId = context.newId();
  // A virtual account's provider puts its own reference on the payment; the merchant's stays beside it (contract §4).
  const reference = payee.isVirtual ? providerReference(context.at, newAttemptId) : intent.reference;
  await queries.query(
    sql`INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount,
      currency, status, type, is_to_virtual_account, is_new_payment, is_payer_checked, new_payment_id, new_attempt_id,
       payment_intent_id, merchant_payment_id, tracing_id, reference, merchant_reference,
       merchant_provided_payer_details_names, payer_ip, institution_id)
     VALUES (${merchantId}, ${paymentId}, ${applicationId}, ${payee.payInAccountId}, ${context.at}, ${context.at}, ${amount},
     ${currency}::currency, 'NEW', 'VOLUME', ${payee.isVirtual}, true, ${payee.isPayerChecked}, ${paymentIntentId},
     ${newAttemptId}, ${paymentIntentId}, ${merchantPaymentId}, ${paymentId.replaceAll('-', '').slice(-16)},
     ${reference ?? (currency === 'GBP' ? '' : null)}, ${intent.reference},
     ${payee.isPayerChecked && payerName ? [payerName] : null}::text[], ${address}, ${institutionId})`,
  );
  await makeFindable(queries, intent, paymentId, reference);
  return paymentId;
}

async function makeFindable({ query }: Queries, intent: IntentRow, paymentId: string, reference: string | null) {
  const { merchantId, merchantPaymentId } = intent;
  const searched = [merchantPaymentId, reference, intent.reference].filter((text) => text !== null && text !== '');
  await query(
    sql`INSERT INTO payment_search (merchant_id, payment_id, text)
      VALUES (${merchantId}, ${paymentId}, ${foldText(searched.join('\n'))})`,
  );
  await query(
    sql`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES (${paymentId}, ${merchantId}, 'PAYMENT')`,
  );
}

async function findPayee({ query }: Queries, { merchantId, applicationId, currency }: IntentRow): Promise<Payee> {
  const [payee] = await query<Payee>(
    sql`SELECT d.payee_detail_id AS "payInAccountId", d.is_virtual_account AS "isVirtual",
       a.confirmation_of_payer_enabled AS "isPayerChecked"
     FROM payee_details AS d JOIN applications AS a ON a.merchant_id = d.merchant_id AND a.application_id = d.application_id
     WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId} AND d.for_currency = ${currency}::currency
     ORDER BY d.default_for_currency DESC NULLS LAST, d.payee_detail_id LIMIT 1`,
  );
  if (!payee) throw new Problem(422, `This merchant cannot receive ${currency} at the moment.`);
  return payee;
}

/** 18 characters (contract §4): the time in UTC to the millisecond, and three letters that spell nothing. */
function providerReference(at: Date, id: string): string {
  const time = at.toISOString().replaceAll(/\D/g, '').slice(2, 17);
  const letters = id
    .slice(-3)
    .replaceAll(/[0-9a-f]/g, (digit) => 'BCDFGHJKLMNPQRST'[Number.parseInt(digit, 16)] ?? 'X');
  return `${time}${letters}`;
}
