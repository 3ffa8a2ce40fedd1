import { notFound } from '#core/problem.ts';
import { type Caller, findObjectOwner } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export interface PaymentName {
  merchantId: string;
  paymentId: string;
}

/** The merchant that a payment belongs to; 404 when it does not exist or the caller cannot see it. */
export async function findPayment(queries: Queries, caller: Caller, paymentId: string): Promise<PaymentName> {
  const merchantId = await findObjectOwner(queries, caller, paymentId);
  const found =
    merchantId !== null &&
    (await queries.query(sql`SELECT 1 FROM payments WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`));
  if (!found || found.length === 0) throw notFound('This payment');
  return { merchantId, paymentId };
}
