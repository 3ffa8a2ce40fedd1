import type { ProviderOrder, ProviderRefusal } from '#providers/port.ts';
import { lockMerchantEnabled } from '#database/merchants/read-merchants.ts';
import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { isGivenBack } from '#ledger/money-out.ts';
import { findOrder, type Order, type OrderName, writeSubmitted } from './order.ts';
import { applyUpdate } from './update-order.ts';

/**
 * Submits an order whose money is reserved, and returns the provider's refusal, which gives the money back. An order
 * that the provider has after all is not refused: an earlier submission may have been accepted. Without an answer it
 * stays in progress, and a job asks for its status. For a disabled merchant nothing is submitted.
 */
export async function submitOrder(services: Services, order: Order, traceId?: string): Promise<ProviderRefusal | null> {
  const { merchantId, orderId, provider } = order;
  // Before the call: after any outcome the order can be on the provider's statement of this day.
  const isBegun = await services.database.transaction(async (queries) => {
    if (!(await lockMerchantEnabled(queries, merchantId))) return false;
    await writeSubmitted(queries, order, services.clock.now());
    return true;
  });
  if (!isBegun) return null;
  const { providers } = services;
  const refusal = await answerOf(services, { orderId, traceId }, () => providers.submit(toProviderOrder(order)));
  if (refusal === 'none' || refusal === null) return null;
  const reported = await answerOf(services, { orderId, traceId }, () => providers.ask({ orderId, provider }));
  if (reported === 'none' || reported?.status === 'IN_PROGRESS') return null;
  if (reported && !isGivenBack(reported.status)) {
    await applyUpdate(services, order, reported);
    return null;
  }
  services.log.info('an account provider refused an order', { orderId, provider, reason: refusal.code, traceId });
  await applyUpdate(services, order, { status: 'FAILED', description: refusal.message });
  return refusal;
}

/** Submits an order that was just reserved, and returns its refusal; for a job that no caller waits for. */
export async function submitReserved(services: Services, name: OrderName): Promise<ProviderRefusal | null> {
  const order = await findOrder(services.database, name);
  if (!order) throw new Error('The order to submit is gone.');
  return submitOrder(services, order);
}

/** The provider's answer, or `none`: then the outcome is unknown. */
async function answerOf<T>({ log }: Services, fields: object, ask: () => Promise<T>): Promise<T | 'none'> {
  try {
    return await ask();
  } catch (error) {
    log.error('no answer from the account provider', { ...fields, ...errorFields(error) });
    return 'none';
  }
}

/** The fields of an order that its provider receives. */
function toProviderOrder(order: Order): ProviderOrder {
  const { orderId, kind, provider, merchantId, payInAccountId, amount, currency } = order;
  const { reference, beneficiaryId, paymentId } = order;
  return { orderId, kind, provider, merchantId, payInAccountId, amount, currency, reference, beneficiaryId, paymentId };
}
