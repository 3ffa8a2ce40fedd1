import type { PaymentStatus } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { type Filed, fileException, warnOfException } from '#ledger/file-exception.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { type Attempt, lockAttempt } from './lock-attempt.ts';

interface BankUpdate {
  status: 'COMPLETED' | 'FAILED';
  description: string | null;
}

const bankMilliseconds = 3_000;

/**
 * Handles the bank's update about the end of a payment. An update that agrees, or that is about a payment in progress
 * here, changes nothing: advance-attempt.ts completes it. A contradicting one leaves the ledger unchanged and is
 * recorded as an exception.
 */
export const bankUpdateWorker: Worker = {
  kind: 'PAYMENT_NEWS',
  run: async (services, work) => {
    const filed = await services.database.transaction((queries) => handleUpdate(services, queries, work));
    warnOfException(services, filed);
  },
};

/** Enqueues the bank's update about a payment. */
export function enqueueBankUpdate(queries: Queries, { at, newId }: WriteContext, attempt: Attempt, update: BankUpdate) {
  const { merchantId, paymentId } = attempt;
  const dueAt = new Date(at.getTime() + bankMilliseconds);
  return enqueueWork(queries, newId, {
    kind: 'PAYMENT_NEWS',
    merchantId,
    objectId: paymentId,
    dueAt,
    payload: { ...update },
  });
}

async function handleUpdate(services: Services, queries: Queries, work: DueWork): Promise<Filed | null> {
  const { merchantId, objectId } = work;
  if (merchantId === null || objectId === null) throw new Error('News of a payment needs its ids.');
  const update = work.payload as DueWork['payload'] & BankUpdate;
  const context = writeContext(services);
  const locked = await lockAttempt(queries, { merchantId, paymentId: objectId }, context.at);
  if (!locked || !contradicts(locked.attempt.status, update.status)) return null;
  const { status, amount, currency, payInAccountId, institutionName } = locked.attempt;
  return fileException(queries, context, {
    merchantId,
    kind: 'STATUS_DIFFERS',
    objectKind: 'PAYMENT',
    objectId,
    payInAccountId,
    provider: institutionName,
    currency,
    ourStatus: status,
    ourAmount: amount,
    providerStatus: update.status,
    providerAmount: amount,
    providerWords: update.description,
  });
}

function contradicts(held: PaymentStatus, reported: BankUpdate['status']): boolean {
  return reported === 'COMPLETED' ? held === 'FAILED' : held === 'COMPLETED' || held === 'SETTLED';
}
