import { samplePaymentCount } from '@volume/contract/payment-links/sample-payments.ts';
import { Problem } from '#core/problem.ts';
import { readLargestAmount } from '#core/refuse-money.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { playPayment, readPlaces } from './play-payment.ts';
import { type Sample, samples } from './samples.ts';

export const samplePaymentKind = 'SAMPLE_PAYMENTS';
/** Milliseconds between two payments of a batch. */
const pause = 1_500;

/** Makes the payments of a batch one after another. Running a payment again changes nothing. */
export const samplePaymentWorker: Worker = {
  kind: samplePaymentKind,
  run: async (services, work) => {
    const place = await findNext(services.database, work);
    if (place === null) return undefined;
    try {
      await makePayment(services, work, place);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      // USED: another instance, whose claim has expired, makes this payment. Otherwise the merchant was disabled or no longer has an
      // account or bank, and the remaining payments are not made.
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

/** The batch's id with another suffix, so that a payment that is made again is the same one. */
const intentIdOf = ({ batchId }: Batch, place: number): string =>
  batchId.slice(0, -2) + place.toString(16).padStart(2, '0');

/** The first payment of the batch that its payer has not decided yet; null when all are decided. */
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
  const { merchantId, batchId, applicationId, createdBy } = batch;
  const number = String(place + 1).padStart(2, '0');
  await playPayment(services, {
    merchantId,
    applicationId,
    createdBy,
    paymentIntentId: intentIdOf(batch, place),
    merchantPaymentId: `SAMPLE-${batchId.slice(-4, -2).toUpperCase()}${number}`,
    reference: `SAMPLE ${number}`,
    ...(await choosePlace(services.database, batch, sample, place)),
    amount: Math.min(sample.amount, await readLargestAmount(services, merchantId)),
    payer: sample.payer,
    isApproved: sample.isApproved,
    isSample: true,
  });
}

/** @throws Problem 422 without a virtual account whose payers have a bank */
async function choosePlace(queries: Queries, batch: Batch, sample: Sample, place: number) {
  const open = (await readPlaces(queries, batch)).filter(({ banks }) => banks.length > 0);
  const chosen = open.find(({ currency }) => currency === sample.currency) ?? open[0];
  const bank = chosen?.banks[place % chosen.banks.length];
  if (!chosen || !bank) throw new Problem(422, 'No account or bank is left for sample payments.');
  return { currency: chosen.currency, ...bank };
}

/** The number of samples is the one in the contract. */
if (samples.length !== samplePaymentCount) throw new Error('The number of sample payments is wrong.');
