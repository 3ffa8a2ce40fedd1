import type { Queries } from '#database/database.ts';
import { lockMerchantEnabled } from '#database/merchants/read-merchants.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { Problem } from '#core/problem.ts';
import { readLargestAmount } from '#core/refuse-money.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import {
  attemptLimitOf,
  type PaymentLinkKey,
  type PaymentLinkRow,
  lockPaymentLink,
} from '#payment-links/payment-link-row.ts';
import { movePaymentLink, movePayment } from './move-payment.ts';
import { foldText } from '#database/fold-text.ts';
import { sql } from '#database/sql.ts';

/**
 * Starts an attempt to pay a link at the chosen bank and returns the payment's id. Ends the same payer's earlier
 * attempt, so that they do not pay twice. Attempts of other payers keep waiting: the first one approved is paid
 * (decide-attempt.ts). 409 when the link has expired, was used, its money is on its way, or the bank was switched off;
 * 429 when it is tried too often.
 */
export async function startAttempt(services: Services, name: PaymentLinkKey, chosen: Chosen): Promise<string> {
  await spendAttempt(services, name.paymentIntentId, chosen.address);
  return services.database.transaction(async (queries) => {
    const context = writeContext(services);
    const paymentLink = await lockPaymentLink(queries, name, context.at);
    if (!paymentLink) throw new Problem(404, 'This payment link was not found.');
    const { merchantId } = name;
    const isTaking = await lockMerchantEnabled(queries, merchantId);
    const ownLargest = await readLargestAmount({ ...services, database: queries }, merchantId, context.at);
    refuseUnlessPayable({ ...paymentLink, isTaking, ownLargest }, services);
    const paymentId = await writeAttempt(queries, context, paymentLink, chosen);
    const story = { merchantId, paymentId, type: 'NEW', actor: 'Shopper', detail: 'Payment link' };
    await recordPaymentEvent(queries, context.at, story);
    const attempt = { merchantId, paymentId, applicationId: paymentLink.applicationId };
    await movePayment(queries, context, attempt, { status: 'AWAITING_AUTHORIZATION', actor: chosen.institutionName });
    // After the new attempt, so that roll-up rows are locked in the order of statuses, as everywhere.
    await giveUpEarlier(queries, context, paymentLink, chosen.earlierPaymentId);
    await movePaymentLink(queries, name, 'IN_PROGRESS', context.at);
    return paymentId;
  });
}

const message = 'This link was tried too often. Please try again later.';
const limitOf = (paymentIntentId: string) => ({ key: `pay:${paymentIntentId}`, most: 20, seconds: 60, message });

/** Refuses an attempt at a link that was tried too often a moment ago, before the link is read. @throws Problem 429 */
export function refuseTriedTooOften({ rateLimits }: Services, paymentIntentId: string): void {
  rateLimits.refuseAgain(limitOf(paymentIntentId));
}

/**
 * Twenty attempts a minute per link, and twenty a day per address, so that one stranger cannot use up the attempts of a
 * link.
 */
async function spendAttempt(services: Services, paymentIntentId: string, address: string | null): Promise<void> {
  const from = await secretHash(services, addressKey(address));
  await services.rateLimits.spend({ key: `pay-from:${paymentIntentId}:${from}`, most: 20, seconds: 86_400, message });
  await services.rateLimits.spend(limitOf(paymentIntentId));
}

/**
 * Why a link cannot be paid. UNDER_WAY: its money is on its way; USED: it allowed one attempt; RESTS: it was tried
 * too often.
 */
export type Reason = 'PAID' | 'EXPIRED' | 'UNDER_WAY' | 'USED' | 'RESTS' | 'SHOP_CLOSED' | 'TOO_LARGE';

/** Why a link cannot be paid, or null when it can. */
export function unpayableReason(paymentLink: PaymentLinkRow, { settings }: Pick<Services, 'settings'>): Reason | null {
  const { status, attemptMode, attemptCount, isUnderWay, amount, isTaking, ownLargest } = paymentLink;
  if (status === 'COMPLETED') return 'PAID';
  if (status === 'EXPIRED') return 'EXPIRED';
  if (isUnderWay) return 'UNDER_WAY';
  if (status === 'FAILED') return 'USED';
  if (attemptCount >= attemptLimitOf(paymentLink)) return attemptMode === 'ALLOW_SINGLE_ATTEMPT' ? 'USED' : 'RESTS';
  if (!isTaking) return 'SHOP_CLOSED';
  return amount > Math.min(ownLargest ?? Infinity, settings.largestAmount) ? 'TOO_LARGE' : null;
}

function refuseUnlessPayable(paymentLink: PaymentLinkRow, services: Services): void {
  const reason = unpayableReason(paymentLink, services);
  if (reason)
    throw new Problem(409, 'This payment link cannot be paid.', { code: 'LINK_NOT_PAYABLE', statusName: reason });
}

/** Ends the same payer's earlier attempt if it still waits for approval. */
async function giveUpEarlier(
  queries: Queries,
  context: WriteContext,
  { merchantId, applicationId, paymentIntentId }: PaymentLinkRow,
  paymentId: string | null,
): Promise<void> {
  if (paymentId === null) return;
  const waiting = await queries.query(
    sql`SELECT 1 FROM payments WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}
      AND payment_intent_id = ${paymentIntentId} AND status IN ('NEW', 'AWAITING_AUTHORIZATION')`,
  );
  if (waiting.length === 0) return;
  const step = { status: 'FAILED', actor: 'Shopper', detail: 'The payer began again' } as const;
  await movePayment(queries, context, { merchantId, paymentId, applicationId }, step);
}

/** The payer's choices on the pay page. */
interface Chosen {
  institutionId: string;
  institutionName: string;
  payerName: string | null;
  address: string | null;
  /** The payer's earlier attempt, whose id only their browser has; null when there is none. */
  earlierPaymentId: string | null;
  /** The platform pays the link itself, to try it out. */
  isSample?: boolean;
}
interface Payee {
  payInAccountId: number;
  isVirtual: boolean;
  isPayerChecked: boolean;
  isBankOff: boolean;
}

/**
 * Inserts the payment of a new attempt, searchable by its references, and returns its id. 422 when no account can
 * receive it.
 */
async function writeAttempt(
  queries: Queries,
  context: WriteContext,
  paymentLink: PaymentLinkRow,
  { institutionId, payerName, address, isSample = false }: Chosen,
): Promise<string> {
  const { merchantId, applicationId, paymentIntentId, merchantPaymentId, amount, currency } = paymentLink;
  const payee = await findPayee(queries, paymentLink, institutionId);
  if (payee.isBankOff) throw new Problem(409, 'This bank is not available at the moment.', { statusName: 'BANK_OFF' });
  const paymentId = context.newId();
  const newAttemptId = context.newId();
  // A virtual account's provider sets the payment's reference; the merchant's own is stored separately (contract §4).
  const reference = payee.isVirtual ? providerReference(context.at, newAttemptId) : paymentLink.reference;
  await queries.query(
    sql`INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount,
      currency, status, type, is_to_virtual_account, is_new_payment, is_payer_checked, new_payment_id, new_attempt_id,
       payment_intent_id, merchant_payment_id, tracing_id, reference, merchant_reference,
       merchant_provided_payer_details_names, payer_ip, institution_id, is_sample)
     VALUES (${merchantId}, ${paymentId}, ${applicationId}, ${payee.payInAccountId}, ${context.at}, ${context.at}, ${amount},
     ${currency}::currency, 'NEW', 'VOLUME', ${payee.isVirtual}, true, ${payee.isPayerChecked}, ${paymentIntentId},
     ${newAttemptId}, ${paymentIntentId}, ${merchantPaymentId}, ${paymentId.replaceAll('-', '').slice(-16)},
     ${reference ?? (currency === 'GBP' ? '' : null)}, ${paymentLink.reference},
     ${payee.isPayerChecked && payerName ? [payerName] : null}::text[], ${address}, ${institutionId}, ${isSample})`,
  );
  await makeFindable(queries, paymentLink, paymentId, reference);
  return paymentId;
}

async function makeFindable(
  { query }: Queries,
  paymentLink: PaymentLinkRow,
  paymentId: string,
  reference: string | null,
) {
  const { merchantId, merchantPaymentId } = paymentLink;
  const searched = [merchantPaymentId, reference, paymentLink.reference].filter((text) => text !== null && text !== '');
  await query(
    sql`INSERT INTO payment_search (merchant_id, payment_id, text)
      VALUES (${merchantId}, ${paymentId}, ${foldText(searched.join('\n'))})`,
  );
  await query(
    sql`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES (${paymentId}, ${merchantId}, 'PAYMENT')`,
  );
}

/** The account that is paid, and whether the bank was switched off since the page offered it. */
async function findPayee(
  { query }: Queries,
  { merchantId, applicationId, currency }: PaymentLinkRow,
  institutionId: string,
): Promise<Payee> {
  const [payee] = await query<Payee>(
    sql`SELECT d.payee_detail_id AS "payInAccountId", d.is_virtual_account AS "isVirtual",
       a.confirmation_of_payer_enabled AS "isPayerChecked", b.switched_off_at IS NOT NULL AS "isBankOff"
     FROM payee_details AS d JOIN applications AS a ON a.merchant_id = d.merchant_id AND a.application_id = d.application_id
     LEFT JOIN institutions AS b ON b.institution_id = ${institutionId}
     WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId} AND d.for_currency = ${currency}::currency
     ORDER BY d.default_for_currency DESC NULLS LAST, d.payee_detail_id LIMIT 1`,
  );
  if (!payee)
    throw new Problem(422, `This merchant cannot receive ${currency} at the moment.`, { code: 'NO_CURRENCY_ACCOUNT' });
  return payee;
}

/** 18 characters (contract §4): the UTC time in milliseconds, and three letters without vowels. */
function providerReference(at: Date, id: string): string {
  const time = at.toISOString().replaceAll(/\D/g, '').slice(2, 17);
  const letters = id
    .slice(-3)
    .replaceAll(/[0-9a-f]/g, (digit) => 'BCDFGHJKLMNPQRST'[Number.parseInt(digit, 16)] ?? 'X');
  return `${time}${letters}`;
}
