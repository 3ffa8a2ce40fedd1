import { type Currency, sayAmount } from '@volume/contract/money/money.ts';
import { samplePaymentCount } from '@volume/contract/payment-links/sample-payments.ts';
import { Problem } from '#core/problem.ts';
import { readLargestAmount } from '#core/refuse-money.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { decideAttempt } from '#payment-links/attempts/decide-attempt.ts';
import { startAttempt } from '#payment-links/attempts/start-attempt.ts';
import { readAttempt } from '#payment-links/pay-page/read-pay-page.ts';
import { startPayIn } from '#payment-links/pay-page/start-pay-in.ts';
import { writePaymentIntent } from '#payment-links/write-payment-intent.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { type Sample, samples } from './samples.ts';

export const samplePaymentKind = 'SAMPLE_PAYMENTS';
/** Milliseconds between two payments of a batch. */
const pause = 1_500;

/**
 * Makes the payments of a batch one after another, as a payer would: a payment intent, an attempt at a bank, and the
 * payer's decision there. From then on they are payments like any other. Running a payment again changes nothing.
 */
export const samplePaymentWorker: Worker = {
  kind: samplePaymentKind,
  run: async (services, work) => {
    const place = await findNext(services.database, work);
    if (place === null) return undefined;
    try {
      await makePayment(services, work, place);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      // USED: another instance, whose claim has run out, makes this payment. Otherwise the merchant was disabled or has no
      // account or bank any more, and the rest is not made.
      if (error.statusName !== 'USED') {
        services.log.info('sample payments ended early', { merchantId: work.merchantId, reason: error.message });
        return undefined;
      }
    }
    return { againAt: new Date(services.clock.now().getTime() + pause) };
  },
};

interface Batch {
  merchantId: string;
  batchId: string;
  applicationId: string;
  createdBy: string;
}

function batchOf({ merchantId, objectId, payload }: DueWork): Batch {
  if (merchantId === null || objectId === null) throw new Error('Sample payments need their merchant and batch.');
  const { applicationId, createdBy } = payload;
  return { merchantId, batchId: objectId, applicationId: String(applicationId), createdBy: String(createdBy) };
}

/** The id of the batch with another end, so that a payment made again is the same one. */
const intentIdOf = ({ batchId }: Batch, place: number): string =>
  batchId.slice(0, -2) + place.toString(16).padStart(2, '0');

/** The first payment of the batch whose payer has not decided yet; null when all have. */
async function findNext({ query }: Queries, work: DueWork): Promise<number | null> {
  const batch = batchOf(work);
  const ids = samples.map((_, place) => intentIdOf(batch, place));
  const decided = await query<{ id: string }>(
    sql`SELECT payment_intent_id AS id FROM payments WHERE merchant_id = ${batch.merchantId}
      AND payment_intent_id = ANY(${ids}::uuid[]) AND status NOT IN ('NEW', 'AWAITING_AUTHORIZATION')`,
  );
  const next = ids.findIndex((id) => !decided.some((each) => each.id === id));
  return next < 0 ? null : next;
}

async function makePayment(services: Services, work: DueWork, place: number): Promise<void> {
  const batch = batchOf(work);
  const sample = samples[place];
  if (!sample) throw new Error(`There is no sample payment ${place}.`);
  const receiving = await choosePlace(services.database, batch, sample, place);
  const name = { merchantId: batch.merchantId, paymentIntentId: intentIdOf(batch, place) };
  const amount = Math.min(sample.amount, await readLargestAmount(services, batch.merchantId));
  await writeIntent(services, batch, { ...receiving, amount, place });
  const { institutionId, institutionName } = receiving;
  const paymentId =
    (await findPayment(services.database, name)) ??
    (await startAttempt(services, name, {
      institutionId,
      institutionName,
      payerName: sample.payer,
      address: null,
      earlierPaymentId: null,
      isSample: true,
    }));
  await decideAtBank(services, paymentId, sample);
}

/** Fills in the form of the bank's page, as the payer would. */
async function decideAtBank(services: Services, paymentId: string, { isApproved, payer }: Sample): Promise<void> {
  const attempt = await readAttempt(services, paymentId);
  const approval = await startPayIn(services, attempt, services.settings.portalUrl);
  if ('address' in approval) throw new Problem(422, 'Payers approve at a real bank, where nobody plays them.');
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

interface Wanted {
  currency: Currency;
  amount: number;
  place: number;
}

async function writeIntent(services: Services, batch: Batch, { currency, amount, place }: Wanted): Promise<void> {
  const { at } = writeContext(services);
  const number = String(place + 1).padStart(2, '0');
  await services.database.transaction((queries) =>
    writePaymentIntent(queries, {
      merchantId: batch.merchantId,
      applicationId: batch.applicationId,
      paymentIntentId: intentIdOf(batch, place),
      isLink: false,
      merchantPaymentId: `SAMPLE-${batch.batchId.slice(-4, -2).toUpperCase()}${number}`,
      customerIntentDescription: `Sample payment of ${sayAmount(amount, currency)}`,
      merchantIntentDescription: null,
      // One attempt, so that a payment that two instances make at once is made once.
      attemptMode: 'ALLOW_SINGLE_ATTEMPT',
      amount,
      currency,
      reference: `SAMPLE ${number}`,
      createdBy: batch.createdBy,
      at,
      expiresAt: null,
    }),
  );
}

interface Bank {
  institutionId: string;
  institutionName: string;
}
interface ReceivingPlace {
  currency: Currency;
  banks: Bank[];
}

/** The currencies that an application receives in a virtual account, each with the banks that its payers can choose. */
export async function readPlaces(
  { query }: Queries,
  { merchantId, applicationId }: { merchantId: string; applicationId: string },
): Promise<ReceivingPlace[]> {
  const accounts = await query<{ currency: Currency; isVirtual: boolean; institutions: string[] }>(
    sql`SELECT DISTINCT ON (d.for_currency) d.for_currency::text AS currency, d.is_virtual_account AS "isVirtual",
       a.institutions
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
    .map(({ currency, institutions }) => ({
      currency,
      banks: banks
        .filter((bank) => bank.currencies.includes(currency))
        .filter((bank) => institutions.length === 0 || institutions.includes(bank.institutionId))
        .map(({ institutionId, institutionName }) => ({ institutionId, institutionName })),
    }));
}

/** @throws Problem 422 without a virtual account whose payers have a bank */
async function choosePlace(queries: Queries, batch: Batch, sample: Sample, place: number) {
  const open = (await readPlaces(queries, batch)).filter(({ banks }) => banks.length > 0);
  const chosen = open.find(({ currency }) => currency === sample.currency) ?? open[0];
  const bank = chosen?.banks[place % chosen.banks.length];
  if (!chosen || !bank) throw new Problem(422, 'No account or bank is left for sample payments.');
  return { currency: chosen.currency, ...bank };
}

/** The samples are as many as the contract says. */
if (samples.length !== samplePaymentCount) throw new Error('The number of sample payments is wrong.');
