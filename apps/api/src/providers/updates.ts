import type { Queries } from '#database/database.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { OrderUpdate, PayIn, PayInUpdate, ProviderOrder } from './port.ts';

/**
 * Hands an update that a provider sends about an order to the worker that applies it, at a time. Safe in any order and
 * number: an update that repeats changes nothing, and one that contradicts the ledger is recorded as an exception.
 */
export function enqueueOrderUpdate(
  queries: Queries,
  newId: () => string,
  { kind, merchantId, orderId }: Pick<ProviderOrder, 'kind' | 'merchantId' | 'orderId'>,
  { at, ...update }: OrderUpdate & { at: Date },
): Promise<void> {
  return enqueueWork(queries, newId, {
    kind: `${kind}_TOLD`,
    merchantId,
    objectId: orderId,
    dueAt: at,
    payload: { ...update },
  });
}

/** The same for an update that a bank sends about the end of a pay-in. */
export function enqueuePayInUpdate(
  queries: Queries,
  newId: () => string,
  { merchantId, paymentId }: Pick<PayIn, 'merchantId' | 'paymentId'>,
  { at, ...update }: PayInUpdate & { at: Date },
): Promise<void> {
  return enqueueWork(queries, newId, {
    kind: 'PAYMENT_NEWS',
    merchantId,
    objectId: paymentId,
    dueAt: at,
    payload: { ...update },
  });
}
