import type { Currency } from '@volume/contract/money/money.ts';
import type { OrderUpdate } from '#providers/port.ts';
import { refundMailKind } from '#core/mail/send-mail.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type Filed, fileException, warnOfException } from '#ledger/file-exception.ts';
import { contradicts, type MoneyOutStatus, movementInto, stepsTo } from '#ledger/money-out.ts';
import { recordOutgoingEvent, recordPaymentEvent } from '#ledger/record-event.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { findApproval } from './approvals/approval-row.ts';
import { lockOrder, type Order, type OrderFacts, type OrderName, postOrder, writeStatus } from './order.ts';

/** Applies an update from an order's provider, in a separate transaction. */
export async function applyUpdate(services: Services, name: OrderName, update: OrderUpdate): Promise<void> {
  const filed = await services.database.transaction((queries) =>
    updateOrder(queries, writeContext(services), name, update),
  );
  warnOfException(services, filed);
}

/**
 * Applies a provider's update to an order: status, money, history and events, in the given transaction. An old or
 * repeated update changes nothing. One that contradicts our books, or is about an order that still waits for its second
 * person, changes nothing in them, and is recorded as an exception and returned.
 */
export async function updateOrder(
  queries: Queries,
  context: WriteContext,
  name: OrderName,
  update: OrderUpdate,
): Promise<Filed | null> {
  const order = await lockOrder(queries, name);
  if (!order || contradicts(order.status, update.status)) return fileUpdate(queries, context, name, { update, order });
  const steps = stepsTo(order.status, update.status);
  if (steps.length > 0 && (await isWaiting(queries, order)))
    return fileUpdate(queries, context, name, { update, order });
  for (const status of steps) {
    const description = status === update.status ? update.description : null;
    await writeStatus(queries, order, { status, description, at: context.at });
    await recordStatus(queries, context, order, { status, actor: order.provider });
  }
  const movements = steps.flatMap((status) => movementInto(order.kind, status));
  await postOrder(queries, context, order, movements);
  if (steps.includes('FAILED')) await notifyOfFailure(queries, context, order);
  return null;
}

/** Whether an order waits for its second person: no provider was given it. */
const isWaiting = async (queries: Queries, order: Order): Promise<boolean> =>
  order.submittedAt === null && (await findApproval(queries, order))?.state === 'WAITING';

/** Adds an order's new status to its payment's history, where it has one, and to the merchant's events. */
export async function recordStatus(
  queries: Queries,
  context: WriteContext,
  { kind, merchantId, applicationId, orderId, paymentId }: OrderFacts,
  { status, actor }: { status: MoneyOutStatus; actor: string | null },
): Promise<void> {
  if (paymentId !== null) {
    const line = { merchantId, paymentId, type: `REFUND_${status}`, actor, detail: orderId };
    await recordPaymentEvent(queries, context.at, line);
    if (status === 'PROCESSED') await enqueueConfirmation(queries, context, { merchantId, paymentId, orderId });
  }
  await recordOutgoingEvent(queries, context, { merchantId, applicationId, kind, objectId: orderId, status });
}

/** Mails a refund to those who received its payment's receipt by mail. */
async function enqueueConfirmation(
  queries: Queries,
  { at, newId }: WriteContext,
  { merchantId, paymentId, orderId }: { merchantId: string; paymentId: string; orderId: string },
): Promise<void> {
  const mailed = await queries.query(
    sql`SELECT 1 FROM receipt_mails WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId} LIMIT 1`,
  );
  if (mailed.length === 0) return;
  await enqueueWork(queries, newId, { kind: refundMailKind, merchantId, objectId: orderId, dueAt: at });
}

async function notifyOfFailure(queries: Queries, context: WriteContext, order: Order): Promise<void> {
  const { kind, merchantId, applicationId, orderId, paymentId, amount, currency } = order;
  const about = { merchantId, applicationId, objectId: paymentId ?? orderId, amount, currency, key: orderId };
  await recordNotification(queries, context, { ...about, kind: `${kind}_FAILED` });
}

/** Files that an order ended otherwise with its provider than with us, or that our books do not have it. */
function fileUpdate(
  queries: Queries,
  context: WriteContext,
  { kind, merchantId, orderId }: OrderName,
  { update, order }: { update: OrderUpdate; order: Order | null },
): Promise<Filed> {
  const { known = {} } = update;
  return fileException(queries, context, {
    merchantId,
    kind: order ? 'STATUS_DIFFERS' : 'UNKNOWN_TO_US',
    objectKind: kind,
    objectId: orderId,
    payInAccountId: order?.payInAccountId ?? known.payInAccountId ?? null,
    provider: order?.provider ?? known.provider ?? null,
    currency: order?.currency ?? (known.currency as Currency | undefined) ?? null,
    ourStatus: order?.status ?? null,
    ourAmount: order?.amount ?? null,
    providerStatus: update.status,
    providerAmount: order?.amount ?? known.amount ?? null,
    providerWords: update.description,
  });
}
