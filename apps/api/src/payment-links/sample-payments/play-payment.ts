import { type Currency, sayAmount } from '@volume/contract/money/money.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { decideAttempt } from '#payment-links/attempts/decide-attempt.ts';
import { startAttempt } from '#payment-links/attempts/start-attempt.ts';
import { readAttempt } from '#payment-links/pay-page/read-pay-page.ts';
import { startPayIn } from '#payment-links/pay-page/start-pay-in.ts';
import { writePaymentIntent } from '#payment-links/write-payment-intent.ts';

export interface PlayedPayment {
  merchantId: string;
  applicationId: string;
  /** Chosen by the caller, so that a payment played again is the same one. */
  paymentIntentId: string;
  merchantPaymentId: string;
  reference: string;
  createdBy: string;
  currency: Currency;
  /** Minor units; the pennies decide how the simulated bank and account provider treat it (`outcomeOf`). */
  amount: number;
  institutionId: string;
  institutionName: string;
  payer: string;
  /** False for a payer who cancels at the bank. */
  isApproved: boolean;
  isSample: boolean;
}

/**
 * Makes a payment as a payer would: a payment intent, an attempt at a bank, and the payer's decision there. From then on it is a
 * payment like any other. Running it again changes nothing.
 */
export async function playPayment(services: Services, played: PlayedPayment): Promise<void> {
  const { merchantId, paymentIntentId, institutionId, institutionName, payer, isSample } = played;
  await writeIntent(services, played);
  const name = { merchantId, paymentIntentId };
  const paymentId =
    (await findPayment(services.database, name)) ??
    (await startAttempt(services, name, {
      institutionId,
      institutionName,
      payerName: payer,
      address: null,
      earlierPaymentId: null,
      isSample,
    }));
  await decideAtBank(services, paymentId, played);
}

/** Fills in the form of the bank's page, as the payer would. */
async function decideAtBank(
  services: Services,
  paymentId: string,
  { isApproved, payer }: PlayedPayment,
): Promise<void> {
  const attempt = await readAttempt(services, paymentId);
  const approval = await startPayIn(services, attempt, services.settings.portalUrl);
  if ('address' in approval) throw new Problem(422, 'Payers approve at a real bank, which cannot be simulated.');
  const form = new URLSearchParams({ decision: isApproved ? 'APPROVE' : 'DECLINE', name: payer });
  await approval.page.decide(form, (decision) => decideAttempt(services, attempt, decision));
}

async function findPayment(
  { query }: Queries,
  { merchantId, paymentIntentId }: { merchantId: string; paymentIntentId: string },
) {
  const [payment] = await query<{ id: string }>(
    sql`SELECT payment_id AS id FROM payments
      WHERE merchant_id = ${merchantId} AND payment_intent_id = ${paymentIntentId}`,
  );
  return payment?.id;
}

async function writeIntent(services: Services, played: PlayedPayment): Promise<void> {
  const { merchantId, applicationId, paymentIntentId, merchantPaymentId, reference, createdBy } = played;
  const { currency, amount } = played;
  const { at } = writeContext(services);
  await services.database.transaction((queries) =>
    writePaymentIntent(queries, {
      merchantId,
      applicationId,
      paymentIntentId,
      isLink: false,
      merchantPaymentId,
      customerIntentDescription: `Sample payment of ${sayAmount(amount, currency)}`,
      merchantIntentDescription: null,
      // One attempt, so that two instances do not make the same payment twice.
      attemptMode: 'ALLOW_SINGLE_ATTEMPT',
      amount,
      currency,
      reference,
      metadata: null,
      createdBy,
      at,
      expiresAt: null,
    }),
  );
}

export interface Bank {
  institutionId: string;
  institutionName: string;
}
export interface ReceivingPlace {
  currency: Currency;
  payInAccountId: number;
  banks: Bank[];
}

/** The currencies that an application receives in a virtual account, each with the banks that its payers can choose. */
export async function readPlaces(
  { query }: Queries,
  { merchantId, applicationId }: { merchantId: string; applicationId: string },
): Promise<ReceivingPlace[]> {
  const accounts = await query<{
    currency: Currency;
    payInAccountId: number;
    isVirtual: boolean;
    institutions: string[];
  }>(
    sql`SELECT DISTINCT ON (d.for_currency) d.for_currency::text AS currency, d.payee_detail_id AS "payInAccountId",
       d.is_virtual_account AS "isVirtual", a.institutions
     FROM payee_details AS d JOIN applications AS a ON a.merchant_id = d.merchant_id AND a.application_id = d.application_id
     WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId}
     ORDER BY d.for_currency, d.default_for_currency DESC NULLS LAST, d.payee_detail_id`,
  );
  const banks = await query<Bank & { currencies: string[] }>(
    sql`SELECT institution_id AS "institutionId", name AS "institutionName", currencies FROM institutions
      WHERE switched_off_at IS NULL ORDER BY institution_id`,
  );
  return accounts
    .filter(({ isVirtual }) => isVirtual)
    .map(({ currency, payInAccountId, institutions }) => ({
      currency,
      payInAccountId,
      banks: banks
        .filter((bank) => bank.currencies.includes(currency))
        .filter((bank) => institutions.length === 0 || institutions.includes(bank.institutionId))
        .map(({ institutionId, institutionName }) => ({ institutionId, institutionName })),
    }));
}

/**
 * The accounts whose payers have a bank; 422 without a virtual account or a bank that could take part. `what` begins the
 * sentence: `Sample payments need`.
 */
export async function requirePlaces(
  queries: Queries,
  application: { merchantId: string; applicationId: string },
  what: string,
): Promise<ReceivingPlace[]> {
  const places = await readPlaces(queries, application);
  if (places.length === 0)
    throw new Problem(422, `${what} a virtual account, and this application has none.`, {
      statusName: 'NO_VIRTUAL_ACCOUNT',
    });
  const open = places.filter(({ banks }) => banks.length > 0);
  if (open.length === 0)
    throw new Problem(422, `${what} a bank, and none is available to this application.`, { statusName: 'NO_BANK' });
  return open;
}
