import type { PaymentStatus } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { type Filed, fileException, warnOfException } from '#ledger/file-exception.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { type Attempt, lockAttempt } from './lock-attempt.ts';

interface BankNews {
  status: 'COMPLETED' | 'FAILED';
  description: string | null;
}

const bankMilliseconds = 3_000;

/**
 * Handles the bank's update about the end of a payment. An update that agrees, or that is about a payment in progress
 * here, changes nothing: advance-attempt.ts completes it. A contradicting one leaves the ledger unchanged and is
 * recorded as an exception.
 */
export const bankNewsWorker: Worker = {
  kind: 'PAYMENT_NEWS',
  run: async (services, work) => {
    const filed = await services.database.transaction((queries) => hear(services, queries, work));
    warnOfException(services, filed);
  },
};

/** Enqueues the bank's update about a payment. */
export function enqueueBankNews(queries: Queries, { at, newId }: WriteContext, attempt: Attempt, news: BankNews) {
  const { merchantId, paymentId } = attempt;
  const dueAt = new Date(at.getTime() + bankMilliseconds);
  return enqueueWork(queries, newId, {
    kind: 'PAYMENT_NEWS',
    merchantId,
    objectId: paymentId,
    dueAt,
    payload: { ...news },
  });
}

async function hear(services: Services, queries: Queries, work: DueWork): Promise<Filed | null> {
  const { merchantId, objectId } = work;
  if (merchantId === null || objectId === null) throw new Error('News of a payment needs its ids.');
  const news = work.payload as DueWork['payload'] & BankNews;
  const context = writeContext(services);
  const locked = await lockAttempt(queries, { merchantId, paymentId: objectId }, context.at);
  if (!locked || !contradicts(locked.attempt.status, news.status)) return null;
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
    providerStatus: news.status,
    providerAmount: amount,
    providerWords: news.description,
  });
}

function contradicts(held: PaymentStatus, said: BankNews['status']): boolean {
  return said === 'COMPLETED' ? held === 'FAILED' : held === 'COMPLETED' || held === 'SETTLED';
}
