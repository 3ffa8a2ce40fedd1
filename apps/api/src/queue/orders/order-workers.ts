import type { Queries } from '#database/database.ts';
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

/** Orders that one process submits at the same time: a provider that answers slowly delays few others. */
const submittedAtOnce = 16;

/**
 * The jobs of an order: submitting it, applying its provider's updates, and asking for its status until it is settled,
 * or a day after it failed.
 */
export function createOrderWorkers(keeper: OrderKeeper): Worker[] {
  return [
    {
      kind: `${keeper.kind}_SUBMIT`,
      atOnce: submittedAtOnce,
      run: async (services, work) => submitFirst(services, keeper, work),
    },
    { kind: `${keeper.kind}_TOLD`, run: async (services, work) => hear(services, keeper, work) },
    {
      kind: `${keeper.kind}_ASK`,
      mostFailures: mostSilence,
      run: async (services, work) => ask(services, keeper, work),
    },
  ];
}

export interface NewOrderWork {
  /** Trace id of the call that made or approved the order, for the log. */
  traceId?: string | undefined;
  /** Whether the caller submits the order itself after the commit, because it is a job already. */
  isSubmittedByCaller?: boolean;
}

/**
 * Enqueues the submission of an order, now, and the job that asks for its status, in the transaction that reserves its
 * money. The latter also submits an order that its provider has never received: one whose process ended in between.
 */
export async function enqueueOrder(
  queries: Queries,
  { at, newId }: { at: Date; newId: () => string },
  { kind, merchantId, orderId }: OrderName & Pick<OrderKeeper, 'kind'>,
  { traceId, isSubmittedByCaller = false }: NewOrderWork,
): Promise<void> {
  const work = { merchantId, objectId: orderId };
  if (!isSubmittedByCaller)
    await enqueueWork(queries, newId, { ...work, kind: `${kind}_SUBMIT`, dueAt: at, payload: { traceId } });
  await enqueueWork(queries, newId, { ...work, kind: `${kind}_ASK`, dueAt: new Date(at.getTime() + firstAsk) });
}

async function submitFirst(services: Services, keeper: OrderKeeper, work: DueWork): Promise<void> {
  const found = await keeper.find(services, nameOf(work));
  // After a first submission the job that asks takes over.
  if (!found || found.isSubmitted || isSettled(found.status)) return;
  const { traceId } = work.payload as { traceId?: string };
  await submitOrder(services, keeper, found.order, traceId);
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
  // What failed with us is never submitted again.
  else if (reported === null && !isSettled(kept.status)) await submitOrder(services, keeper, kept.order);
  if (reported !== null && isSettled(reported.status) && !isGivenBack(reported.status)) return undefined;
  const wait = Math.min(lastAsk, firstAsk * 2 ** Math.min(work.attempts - 1, 10));
  return { againAt: new Date(services.clock.now().getTime() + wait) };
}

function isAskedAbout({ status, since }: OrderFound, now: Date): boolean {
  return !isSettled(status) || (isGivenBack(status) && now.getTime() - since.getTime() < afterFailure);
}

function nameOf({ merchantId, objectId, kind }: DueWork): OrderName {
  if (merchantId === null || objectId === null) throw new Error(`Work of the kind ${kind} names no order.`);
  return { merchantId, orderId: objectId };
}
