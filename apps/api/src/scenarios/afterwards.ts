import { forgetMovedMoney } from '#core/step-up/moved-money.ts';
import { holdWithinLimit } from '#core/refuse-money.ts';
import type { Services } from '#core/services.ts';
import type { Caller } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';
import { requesterOf } from '#orders/approvals/exclusions.ts';
import { lockOrders } from '#orders/approvals/recipient-sums.ts';
import { defaultDestination, findPayoutAccount } from '#payouts/payout-account.ts';
import { reservePayout } from '#payouts/reserve-payout.ts';
import { lockPayment } from '#refunds/refund-row.ts';
import { reserveRefund } from '#refunds/start-refund.ts';
import { sendAgain } from '#webhooks/resend-webhook-delivery.ts';
import { type Played, shortIdOf } from './scenario.ts';

const request = { traceId: '', address: null, applicationId: null, baseUrl: '', header: () => null };

/** The user who started the scenario; the steps of a job need neither a session nor authorities. */
const callerOf = ({ merchantId, by }: Played): Caller => ({ ...by, merchantId, jti: '', authorities: [] }) as never;

/** Refunds all of the payment, unless it was refunded before. It does not count against a limit: the money is not real. */
export async function refundOnce(services: Services, played: Played, paymentId: string): Promise<void> {
  const { merchantId } = played;
  await services.database.transaction(async (queries) => {
    await lockOrders(queries, merchantId);
    const payment = await lockPayment(queries, { merchantId, paymentId });
    if (!payment || payment.refunds > 0) return;
    const call = {
      params: { paymentId },
      body: { refundPaymentAmount: payment.amount, refundPaymentReference: `TEST ${shortIdOf(played)}` },
      caller: callerOf(played),
      services,
      request,
    };
    const { refundId } = await reserveRefund(call, queries, { merchantId, isSure: true });
    await forgetMovedMoney(queries, { merchantId, movementId: refundId });
  });
}

interface Wanted {
  payInAccountId: number;
  /** Minor units. */
  amount: number;
}

/** Pays out to the default beneficiary of the account that the payment went to, unless it did before. */
export async function payOutOnce(
  services: Services,
  played: Played,
  { payInAccountId, amount }: Wanted,
): Promise<void> {
  const { merchantId, applicationId, startedAt } = played;
  const { database } = services;
  const account = await findPayoutAccount(database, { merchantId, applicationId, payInAccountId });
  const destination = await defaultDestination(database, account);
  const caller = callerOf(played);
  const reference = `TEST ${shortIdOf(played)}`;
  await database.transaction(async (queries) => {
    await lockOrders(queries, merchantId);
    const paidOut = await queries.query(
      sql`SELECT FROM outbound_payments WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
        AND created_at >= ${startedAt} AND reference = ${reference}`,
    );
    if (paidOut.length > 0) return;
    const context = await holdWithinLimit(queries, services, { merchantId, field: 'amount', amount });
    await reservePayout(queries, services, context, {
      account,
      destination,
      amount,
      reference,
      initiatedBy: caller.email,
      requester: requesterOf(caller),
      slot: null,
    });
  });
}

/**
 * Sends every successful delivery about the payment a second time; true when there is nothing left to send. Both events of a
 * payment have to have been delivered.
 */
export async function sendAgainOnce(services: Services, played: Played, paymentId: string): Promise<boolean> {
  const { merchantId, applicationId } = played;
  return services.database.transaction(async (queries) => {
    const deliveries = await queries.query<{ id: string; isDone: boolean; sent: number }>(
      sql`SELECT d.delivery_id AS id, d.state <> 'PENDING' AS "isDone",
        (SELECT count(*)::integer FROM webhook_attempts AS t
          WHERE t.merchant_id = ${merchantId} AND t.delivery_id = d.delivery_id) AS sent
      FROM webhook_deliveries AS d
      WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId} AND d.object_id = ${paymentId}
        AND d.replay_id IS NULL
      ORDER BY d.created_at, d.delivery_id`,
    );
    if (deliveries.length < 2 || !deliveries.every(({ isDone }) => isDone)) return false;
    const action = { caller: callerOf(played), services, request };
    for (const { id } of deliveries.filter(({ sent }) => sent === 1)) {
      await sendAgain({ ...action, params: { merchantId, applicationId, deliveryId: id } }, queries);
    }
    return true;
  });
}
