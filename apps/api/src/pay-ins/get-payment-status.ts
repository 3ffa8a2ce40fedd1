import { getPaymentStatus as endpoint, type PaymentStatus } from '@volume/contract/pay-ins/status.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { applicationOf, merchantOf } from '#core/tenant.ts';
import { allOf, sql } from '#database/sql.ts';

/** A payment's status by the merchant's payment id (contract §11); 404 when there is none. */
export const getPaymentStatus = handle(endpoint, async ({ query, caller, services }) => {
  const merchantId = merchantOf(caller, query.merchantId);
  const applicationId = applicationOf(caller, query.applicationId);
  const wanted = allOf([
    sql`merchant_payment_id = ${query.merchantPaymentId}`,
    merchantId === null ? null : sql`merchant_id = ${merchantId}`,
    applicationId === undefined ? null : sql`application_id = ${applicationId}`,
  ]);
  // One of several attempts can have failed after another one was paid: prefer the paid one.
  const [row] = await services.database.query<Omit<PaymentStatus, 'createdAt'> & { createdAt: Date }>(
    sql`SELECT payment_id AS "paymentId", merchant_payment_id AS "merchantPaymentId", status AS "paymentStatus",
        amount AS "paymentAmount", currency AS "paymentCurrency", amount_refunded AS "amountRefunded",
        created_at AS "createdAt", institution_id AS "institutionId", shopper_id AS "shopperId",
        error_description AS "errorDescription", tracing_id AS "tracingId"
      FROM payments WHERE ${wanted}
      ORDER BY status IN ('COMPLETED', 'SETTLED') DESC, created_at DESC, payment_id DESC LIMIT 1`,
  );
  if (!row) throw notFound('A payment with this merchantPaymentId');
  return { ...row, createdAt: toWireTime(row.createdAt) };
});
