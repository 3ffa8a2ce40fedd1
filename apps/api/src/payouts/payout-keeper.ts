import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { ProviderName } from '#providers/port.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { type Filed, warnOfException } from '#ledger/file-exception.ts';
import { contradicts, movementInto, stepsTo } from '#ledger/money-out.ts';
import { post } from '#ledger/post.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import { fileOtherEnd, fileUnknownOrder } from '#queue/orders/file-order-exception.ts';
import type { News, OrderKeeper, OrderName } from '#queue/orders/order-keeper.ts';
import { createOrderWorkers } from '#queue/orders/order-workers.ts';
import { payoutColumns, type PayoutRow } from './payout-row.ts';

export const payoutKeeper: OrderKeeper = {
  kind: 'PAYOUT',
  find: findOrder,
  markSubmitted: async ({ query }, { merchantId, orderId }, at) => {
    await query(
      sql`UPDATE outbound_payments SET submitted_at = ${at} WHERE merchant_id = ${merchantId} AND payout_payment_id = ${orderId}`,
    );
  },
  hear: async (services, name, news) => {
    const filed = await services.database.transaction((queries) =>
      movePayout(queries, writeContext(services), { ...name, ...news }),
    );
    warnOfException(services, filed);
  },
};

export const payoutWorkers = createOrderWorkers(payoutKeeper);

/**
 * Applies a provider update to a payout: status, money and events. An old or repeated update changes nothing; a
 * contradiction is recorded as an exception and returned.
 */
export async function movePayout(
  queries: Queries,
  context: WriteContext,
  news: OrderName & News,
): Promise<Filed | null> {
  const { merchantId, orderId: payoutPaymentId } = news;
  const [payout] = await queries.query<PayoutRow>(sql`${select(news)} FOR UPDATE`);
  if (!payout) return fileUnknownOrder(queries, context, 'PAYOUT', news);
  const { application_id: applicationId, payee_detail_id: payInAccountId, currency, amount } = payout;
  if (contradicts(payout.status, news.status)) {
    const provider = await readProvider(queries, merchantId, payInAccountId);
    const held = { status: payout.status, amount, currency, payInAccountId, provider };
    return fileOtherEnd(queries, context, 'PAYOUT', { ...news, held });
  }
  const steps = stepsTo(payout.status, news.status);
  for (const status of steps) {
    await queries.query(
      sql`UPDATE outbound_payments SET status = ${status}::money_out_status,
        status_description = ${status === news.status ? news.description : null}, updated_at = ${context.at}
       WHERE merchant_id = ${merchantId} AND payout_payment_id = ${payoutPaymentId}`,
    );
    const event = { merchantId, applicationId, kind: 'PAYOUT', objectId: payoutPaymentId, status } as const;
    await recordOutgoingEvent(queries, context, event);
  }
  const movements = steps.flatMap((status) => movementInto('PAYOUT', status));
  const books = { merchantId, payInAccountId, currency };
  const transfers = movements.map((movement) => move(movement, books, amount, { payoutPaymentId }));
  await post(queries, context, transfers);
  if (steps.includes('FAILED')) {
    const about = { merchantId, applicationId, objectId: payoutPaymentId, amount, currency };
    await recordNotification(queries, context, { ...about, kind: 'PAYOUT_FAILED', key: payoutPaymentId });
  }
  return null;
}

async function readProvider({ query }: Queries, merchantId: string, payInAccountId: number): Promise<string | null> {
  const [row] = await query<{ provider: string | null }>(
    sql`SELECT va_provider_type AS provider FROM payee_details
      WHERE merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId}`,
  );
  return row?.provider ?? null;
}

const select = ({ merchantId, orderId }: OrderName) =>
  sql`SELECT ${payoutColumns} FROM outbound_payments WHERE merchant_id = ${merchantId} AND payout_payment_id = ${orderId}`;

/** Throws when there is no such payout. */
export async function readPayout({ database }: Services, name: OrderName): Promise<PayoutRow> {
  const [row] = await database.query<PayoutRow>(select(name));
  if (!row) throw new Error('The payout that was written is gone.');
  return row;
}

async function findOrder({ database }: Services, { merchantId, orderId }: OrderName) {
  const [row] = await database.query<PayoutRow & { provider: ProviderName; submitted_at: Date | null }>(
    sql`SELECT ${payoutColumns}, submitted_at, (SELECT va_provider_type FROM payee_details AS d
       WHERE d.merchant_id = ${merchantId} AND d.payee_detail_id = o.payee_detail_id) AS provider
     FROM outbound_payments AS o WHERE merchant_id = ${merchantId} AND payout_payment_id = ${orderId}`,
  );
  if (!row) return null;
  const { provider, payee_detail_id: payInAccountId, amount, currency, reference, status, submitted_at: at } = row;
  const order = { orderId, kind: 'PAYOUT', provider, merchantId, payInAccountId, amount, currency, reference } as const;
  return {
    order: { ...order, beneficiaryId: row.destination.id },
    status,
    since: row.updated_at,
    isSubmitted: at !== null,
  };
}
