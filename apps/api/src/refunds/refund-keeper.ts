import type { ProviderName, ProviderRefusal } from '#providers/port.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { OrderKeeper, OrderName } from '#queue/orders/order-keeper.ts';
import { createOrderWorkers } from '#queue/orders/order-workers.ts';
import { submitOrder } from '#queue/orders/submit-order.ts';
import { warnOfException } from '#ledger/file-exception.ts';
import { moveRefund } from './move-refund.ts';
import { refundColumns, type RefundRow } from './refund-row.ts';
import { sql } from '#database/sql.ts';

export const refundKeeper: OrderKeeper = {
  kind: 'REFUND',
  find: findOrder,
  markSubmitted: async ({ query }, { merchantId, orderId }, at) => {
    await query(
      sql`UPDATE refunds SET submitted_at = ${at} WHERE merchant_id = ${merchantId} AND refund_id = ${orderId}`,
    );
  },
  hear: async (services, name, news) => {
    const filed = await services.database.transaction((queries) =>
      moveRefund(queries, writeContext(services), { ...name, ...news }),
    );
    warnOfException(services, filed);
  },
};

export const refundWorkers = createOrderWorkers(refundKeeper);

/** Submits a refund whose money is reserved to its account provider, and returns its refusal; for a job only. */
export async function submitRefund(services: Services, name: OrderName): Promise<ProviderRefusal | null> {
  const found = await findOrder(services, name);
  if (!found) throw new Error('The refund to submit is gone.');
  return submitOrder(services, refundKeeper, found.order);
}

type Row = RefundRow & { provider: ProviderName; payee_detail_id: number; submitted_at: Date | null };

async function findRow({ database }: Services, { merchantId, orderId }: OrderName): Promise<Row | null> {
  const [row] = await database.query<Row>(
    sql`SELECT r.*, d.va_provider_type AS provider, d.payee_detail_id
     FROM (SELECT merchant_id, submitted_at, ${refundColumns} FROM refunds
     WHERE merchant_id = ${merchantId} AND refund_id = ${orderId}) AS r
     JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id
     JOIN payee_details AS d ON d.merchant_id = p.merchant_id AND d.payee_detail_id = p.payee_detail_id`,
  );
  return row ?? null;
}

async function findOrder(services: Services, name: OrderName) {
  const row = await findRow(services, name);
  if (!row) return null;
  const { provider, payee_detail_id: payInAccountId, amount, currency, reference, status } = row;
  const [since, isSubmitted] = [row.updated_at, row.submitted_at !== null];
  const order = {
    orderId: name.orderId,
    kind: 'REFUND',
    provider,
    merchantId: name.merchantId,
    payInAccountId,
  } as const;
  return { order: { ...order, amount, currency, reference, beneficiaryId: null }, status, since, isSubmitted };
}
