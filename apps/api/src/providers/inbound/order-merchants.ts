import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Providers } from '#providers/port.ts';

type Kind = 'PAYMENT' | 'PAYOUT' | 'REFUND';

/** Stores the merchant of each order before the gateway receives the order, because a message names only the order. */
export function rememberOrders(providers: Providers, { query }: Queries): Providers {
  return {
    ...providers,
    submit: async (order) => {
      await query(
        sql`INSERT INTO object_directory (object_id, merchant_id, kind)
          VALUES (${order.orderId}, ${order.merchantId}, ${order.kind}) ON CONFLICT DO NOTHING`,
      );
      return providers.submit(order);
    },
  };
}

/** The merchant and kind of a payment or order; null when there is no such object. */
export async function findObject({ query }: Queries, objectId: string) {
  const [row] = await query<{ merchantId: string; kind: Kind }>(
    sql`SELECT merchant_id AS "merchantId", kind FROM object_directory WHERE object_id = ${objectId}`,
  );
  return row ?? null;
}

/** The merchant of a pay-in account; null when there is none, or more than one. */
export async function findMerchantOfAccount({ query }: Queries, payInAccountId: number): Promise<string | null> {
  const rows = await query<{ merchantId: string }>(
    sql`SELECT merchant_id AS "merchantId" FROM payee_details WHERE payee_detail_id = ${payInAccountId}`,
  );
  return rows.length === 1 ? (rows[0]?.merchantId ?? null) : null;
}
