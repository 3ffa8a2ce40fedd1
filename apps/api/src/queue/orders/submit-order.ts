import type { ProviderOrder } from '#providers/port.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { isGivenBack } from '#ledger/money-out.ts';
import type { OrderKeeper } from './order-keeper.ts';

/**
 * Submits an order whose money is reserved. A refusal gives the money back and throws the provider's words: 500 with its own
 * source (contract §1), unless the provider has the order after all: an earlier submission may have been taken. No answer leaves
 * the order in progress; what became of it is asked later.
 */
export async function submitOrder(services: Services, keeper: OrderKeeper, order: ProviderOrder): Promise<void> {
  const { merchantId, orderId, provider } = order;
  // Before the call: whatever becomes of it, the order can be on the provider's statement of this day.
  await keeper.markSubmitted(services, { merchantId, orderId }, services.clock.now());
  const refusal = await submit(services, order);
  if (!refusal) return;
  const reported = await ask(services, order);
  if (reported === 'unknown' || reported?.status === 'IN_PROGRESS') return;
  if (reported && !isGivenBack(reported.status)) return keeper.hear(services, { merchantId, orderId }, reported);
  await keeper.hear(services, { merchantId, orderId }, { status: 'FAILED', description: refusal.message });
  const words = `ClientError code=${refusal.code}, message=${refusal.message}`;
  throw new Problem(500, `Virtual Account Provider API Error -> ${words}`, { source: provider });
}

async function submit({ providers, log }: Services, order: ProviderOrder) {
  try {
    return await providers.submit(order);
  } catch (error) {
    log.error('no answer from the account provider', { orderId: order.orderId, ...errorFields(error) });
    return null;
  }
}

async function ask({ providers, log }: Services, order: ProviderOrder) {
  try {
    return await providers.ask(order);
  } catch (error) {
    log.error('no answer from the account provider', { orderId: order.orderId, ...errorFields(error) });
    return 'unknown';
  }
}
