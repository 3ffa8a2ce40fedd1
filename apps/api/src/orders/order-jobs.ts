import { jobsAtOnce, type OrderUpdate } from '#providers/port.ts';
import type { Queries } from '#database/database.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import { isGivenBack, isSettled } from '#ledger/money-out.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { findOrder, type Order, type OrderKind, type OrderName } from './order.ts';
import { submitOrder } from './submit-order.ts';
import { applyUpdate } from './update-order.ts';

/** Milliseconds until an order's provider is first asked for its status; doubled each time, up to an hour. */
const firstAsk = 15_000;
const longestWait = 3_600_000;
/** How long the provider is still asked about an order that failed, because it may have paid it in spite of that. */
const afterFailure = 24 * 3_600_000;

/** Failures in a row, one every five minutes: a provider can be unavailable for three days before an operator has to look. */
const mostSilence = 1_000;

/**
 * The jobs of an order: submitting it, applying its provider's updates, and asking for its status until it is settled,
 * or a day after it failed.
 */
const workersOf = (kind: OrderKind): Worker[] => [
  {
    kind: `${kind}_SUBMIT`,
    concurrency: jobsAtOnce,
    run: (services, work) => submitFirst(services, nameOf(kind, work), work),
  },
  {
    kind: `${kind}_TOLD`,
    run: (services, work) =>
      applyUpdate(services, nameOf(kind, work), work.payload as DueWork['payload'] & OrderUpdate),
  },
  {
    kind: `${kind}_ASK`,
    concurrency: jobsAtOnce,
    mostFailures: mostSilence,
    run: (services, work) => askForStatus(services, nameOf(kind, work), work.attempts),
  },
];

export const orderWorkers: readonly Worker[] = [...workersOf('PAYOUT'), ...workersOf('REFUND')];

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
  { at, newId }: WriteContext,
  { kind, merchantId, orderId }: OrderName,
  { traceId, isSubmittedByCaller = false }: NewOrderWork,
): Promise<void> {
  const work = { merchantId, objectId: orderId };
  if (!isSubmittedByCaller)
    await enqueueWork(queries, newId, { ...work, kind: `${kind}_SUBMIT`, dueAt: at, payload: { traceId } });
  await enqueueWork(queries, newId, { ...work, kind: `${kind}_ASK`, dueAt: new Date(at.getTime() + firstAsk) });
}

async function submitFirst(services: Services, name: OrderName, { payload }: DueWork): Promise<void> {
  const order = await findOrder(services.database, name);
  // After a first submission the status job takes over.
  if (!order || order.submittedAt !== null || isSettled(order.status)) return;
  await submitOrder(services, order, (payload as { traceId?: string }).traceId);
}

/** An order that the provider has never received is submitted again; the provider accepts the same order only once. */
async function askForStatus(services: Services, name: OrderName, attempts: number): Promise<void | { againAt: Date }> {
  const { database, providers, clock } = services;
  const order = await findOrder(database, name);
  if (!order || !isAskedAbout(order, clock.now())) return undefined;
  const { orderId, provider } = order;
  const reported = await providers.ask({ orderId, provider });
  if (reported !== null && reported.status !== 'IN_PROGRESS') await applyUpdate(services, name, reported);
  // An order that failed on our side is never submitted again.
  else if (reported === null && !isSettled(order.status)) await submitOrder(services, order);
  if (reported !== null && isSettled(reported.status) && !isGivenBack(reported.status)) return undefined;
  const wait = Math.min(longestWait, firstAsk * 2 ** Math.min(attempts - 1, 10));
  return { againAt: new Date(clock.now().getTime() + wait) };
}

function isAskedAbout({ status, updatedAt }: Order, now: Date): boolean {
  return !isSettled(status) || (isGivenBack(status) && now.getTime() - updatedAt.getTime() < afterFailure);
}

function nameOf(kind: OrderKind, work: DueWork): OrderName {
  const { merchantId, objectId } = work;
  if (merchantId === null || objectId === null) throw new Error(`Work of the kind ${work.kind} names no order.`);
  return { kind, merchantId, orderId: objectId };
}
