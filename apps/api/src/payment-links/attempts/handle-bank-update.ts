import type { PaymentStatus } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { type Filed, fileException, warnOfException } from '#ledger/file-exception.ts';
import type { PayInUpdate } from '#providers/port.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { type AttemptName, lockAttempt } from './lock-attempt.ts';

export const bankUpdateWorker: Worker = {
  kind: 'PAYMENT_NEWS',
  run: (services, { merchantId, objectId, payload }) => {
    if (merchantId === null || objectId === null) throw new Error('News of a payment needs its ids.');
    const update = payload as DueWork['payload'] & PayInUpdate;
    return handleBankUpdate(services, { merchantId, paymentId: objectId }, update);
  },
};

/**
 * Handles the bank's update about the end of a payment. An update that agrees, or that is about a payment in progress
 * here, changes nothing: advance-attempt.ts completes it. A contradicting one leaves the ledger unchanged and is
 * recorded as an exception.
 */
export async function handleBankUpdate(services: Services, name: AttemptName, update: PayInUpdate): Promise<void> {
  const filed = await services.database.transaction((queries) => handleUpdate(services, queries, name, update));
  warnOfException(services, filed);
}

async function handleUpdate(
  services: Services,
  queries: Queries,
  name: AttemptName,
  update: PayInUpdate,
): Promise<Filed | null> {
  const context = writeContext(services);
  const locked = await lockAttempt(queries, name, context.at);
  if (!locked || !contradicts(locked.attempt.status, update.status)) return null;
  const { status, amount, currency, payInAccountId, institutionName } = locked.attempt;
  return fileException(queries, context, {
    merchantId: name.merchantId,
    kind: 'STATUS_DIFFERS',
    objectKind: 'PAYMENT',
    objectId: name.paymentId,
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
