import type { ProviderOrder, ProviderRefusal } from '#providers/port.ts';
import { lockMerchantEnabled } from '#database/merchants/read-merchants.ts';
import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { isGivenBack } from '#ledger/money-out.ts';
import type { OrderKeeper } from './order-keeper.ts';

/**
 * Submits an order whose money is reserved, and returns the provider's refusal, which gives the money back. An order
 * that the provider has after all is not refused: an earlier submission may have been accepted. Without an answer it
 * stays in progress, and a job asks for its status. For a disabled merchant nothing is submitted.
 */
export async function submitOrder(
  services: Services,
  keeper: OrderKeeper,
  order: ProviderOrder,
  traceId?: string,
): Promise<ProviderRefusal | null> {
  const { merchantId, orderId, provider } = order;
  const name = { merchantId, orderId };
  // Before the call: whatever becomes of it, the order can be on the provider's statement of this day.
  const isBegun = await services.database.transaction(async (queries) => {
    if (!(await lockMerchantEnabled(queries, merchantId))) return false;
    await keeper.markSubmitted(queries, name, services.clock.now());
    return true;
  });
  const refusal = isBegun && (await submit(services, order, traceId));
  if (!refusal) return null;
  const reported = await ask(services, order, traceId);
  if (reported === 'unknown' || reported?.status === 'IN_PROGRESS') return null;
  if (reported && !isGivenBack(reported.status)) {
    await keeper.hear(services, name, reported);
    return null;
  }
  services.log.info('an account provider refused an order', { orderId, provider, reason: refusal.code, traceId });
  await keeper.hear(services, name, { status: 'FAILED', description: refusal.message });
  return refusal;
}

async function submit({ providers, log }: Services, order: ProviderOrder, traceId: string | undefined) {
  try {
    return await providers.submit(order);
  } catch (error) {
    log.error('no answer from the account provider', { orderId: order.orderId, traceId, ...errorFields(error) });
    return null;
  }
}

async function ask({ providers, log }: Services, order: ProviderOrder, traceId: string | undefined) {
  try {
    return await providers.ask(order);
  } catch (error) {
    log.error('no answer from the account provider', { orderId: order.orderId, traceId, ...errorFields(error) });
    return 'unknown';
  }
}
