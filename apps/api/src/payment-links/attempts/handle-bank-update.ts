import type { PaymentStatus } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { type Filed, fileException, warnOfException } from '#ledger/file-exception.ts';
import type { PayInUpdate } from '#providers/port.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { lockAttempt } from './lock-attempt.ts';

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

async function handleUpdate(services: Services, queries: Queries, work: DueWork): Promise<Filed | null> {
  const { merchantId, objectId } = work;
  if (merchantId === null || objectId === null) throw new Error('News of a payment needs its ids.');
  const update = work.payload as DueWork['payload'] & PayInUpdate;
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

function contradicts(held: PaymentStatus, reported: PayInUpdate['status']): boolean {
  return reported === 'COMPLETED' ? held === 'FAILED' : held === 'COMPLETED' || held === 'SETTLED';
}
