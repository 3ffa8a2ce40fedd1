import type { Queries } from '#database/database.ts';
import { isMerchantEnabled } from '#database/merchants/read-merchants.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { isGivenBack, isSettled } from '#ledger/money-out.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import type { News, OrderFound, OrderKeeper, OrderName } from './order-keeper.ts';
import { submitOrder } from './submit-order.ts';

const firstAsk = 15_000;
const lastAsk = 3_600_000;
/** How long an order that failed is still asked about: a provider may have paid it all the same. */
const afterFailure = 24 * 3_600_000;

/** Failures in a row, one every five minutes: a provider may be away for three days before a person has to look. */
const mostSilence = 1_000;

/** The work an order brings: hearing what its provider tells, and asking about it until it is settled, or a day after it failed. */
export function createOrderWorkers(keeper: OrderKeeper): Worker[] {
  return [
    { kind: `${keeper.kind}_TOLD`, run: async (services, work) => hear(services, keeper, work) },
    {
      kind: `${keeper.kind}_ASK`,
      mostFailures: mostSilence,
      run: async (services, work) => ask(services, keeper, work),
    },
  ];
}

/** Puts the question after an order into the queue, in the transaction that reserves its money; `wait` in milliseconds. */
export async function enqueueAsking(
  queries: Queries,
  { at, newId }: { at: Date; newId: () => string },
  { kind, merchantId, orderId, wait = firstAsk }: OrderName & { kind: OrderKeeper['kind']; wait?: number },
): Promise<void> {
  const dueAt = new Date(at.getTime() + wait);
  await enqueueWork(queries, newId, { kind: `${kind}_ASK`, merchantId, objectId: orderId, dueAt });
}

async function hear(services: Services, keeper: OrderKeeper, work: DueWork): Promise<void> {
  await keeper.hear(services, nameOf(work), work.payload as DueWork['payload'] & News);
}

/** An order the provider has never heard of is submitted again: it takes the same order once. */
async function ask(services: Services, keeper: OrderKeeper, work: DueWork): Promise<void | { againAt: Date }> {
  const name = nameOf(work);
  const kept = await keeper.find(services, name);
  if (!kept || !isAskedAbout(kept, services.clock.now())) return undefined;
  const reported = await services.providers.ask(kept.order);
  if (reported !== null && reported.status !== 'IN_PROGRESS')
    await keeper.hear(services, name, reported satisfies News);
  // What failed with us is never submitted again, and for a disabled merchant nothing is begun.
  else if (
    reported === null &&
    !isSettled(kept.status) &&
    (await isMerchantEnabled(services.database, name.merchantId))
  )
    await submitAgain(services, keeper, kept.order);
  if (reported !== null && isSettled(reported.status) && !isGivenBack(reported.status)) return undefined;
  const wait = Math.min(lastAsk, firstAsk * 2 ** Math.min(work.attempts - 1, 10));
  return { againAt: new Date(services.clock.now().getTime() + wait) };
}

function isAskedAbout({ status, since }: OrderFound, now: Date): boolean {
  return !isSettled(status) || (isGivenBack(status) && now.getTime() - since.getTime() < afterFailure);
}

/** Nobody waits for this answer: a refusal is written down and that is all. */
async function submitAgain(
  services: Services,
  keeper: OrderKeeper,
  order: Parameters<typeof submitOrder>[2],
): Promise<void> {
  try {
    await submitOrder(services, keeper, order);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

function nameOf({ merchantId, objectId, kind }: DueWork): OrderName {
  if (merchantId === null || objectId === null) throw new Error(`Work of the kind ${kind} names no order.`);
  return { merchantId, orderId: objectId };
}
