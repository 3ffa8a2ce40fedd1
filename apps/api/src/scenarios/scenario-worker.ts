import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { playPayment } from '#payment-links/sample-payments/play-payment.ts';
import type { Again, Worker } from '#queue/worker.ts';
import { payOutOnce, refundOnce, sendAgainOnce } from './afterwards.ts';
import { merchantPaymentIdOf, type Played, playedOf, scenarioKind, shortIdOf } from './scenario.ts';
import { scenarioPlans } from './scenario-plans.ts';

const pause = 1_000;
/** The longest wait for a payment to settle, and for an event to be delivered. */
const patience = 15 * 60_000;

/**
 * Plays a scenario: makes its payment as a payer would, waits for its settlement, and then takes the scenario's own step, each
 * with the code of its own call. Running it again changes nothing.
 */
export const scenarioWorker: Worker = {
  kind: scenarioKind,
  run: async (services, work) => {
    const played = playedOf(work);
    try {
      return await advance(services, played);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      // USED: another instance makes the payment. Otherwise the merchant was disabled, or something that the scenario needs has been removed.
      if (error.statusName === 'USED') return again(services);
      services.log.info('a scenario ended early', { merchantId: played.merchantId, reason: error.message });
      return undefined;
    }
  },
};

const again = ({ clock }: Services): Again => ({ againAt: new Date(clock.now().getTime() + pause) });

async function advance(services: Services, played: Played): Promise<void | Again> {
  const { afterwards } = scenarioPlans[played.name];
  const payment = await findPayment(services.database, played);
  if (!payment || payment.status === 'NEW' || payment.status === 'AWAITING_AUTHORIZATION') {
    await makePayment(services, played);
    return afterwards === null ? undefined : again(services);
  }
  const isLate = services.clock.now().getTime() > played.startedAt.getTime() + patience;
  if (afterwards === null || payment.status === 'FAILED' || isLate) return undefined;
  if (payment.status !== 'SETTLED') return again(services);
  const { paymentId } = payment;
  if (afterwards === 'REFUND') return refundOnce(services, played, paymentId);
  if (afterwards === 'SEND_AGAIN')
    return (await sendAgainOnce(services, played, paymentId)) ? undefined : again(services);
  return payOutOnce(services, played, { ...payment, amount: afterwards.payOut });
}

interface PaymentRow {
  paymentId: string;
  payInAccountId: number;
  status: string;
}

async function findPayment({ query }: Queries, { merchantId, scenarioId }: Played): Promise<PaymentRow | undefined> {
  const [payment] = await query<PaymentRow>(
    sql`SELECT payment_id AS "paymentId", payee_detail_id AS "payInAccountId", status::text AS status FROM payments
      WHERE merchant_id = ${merchantId} AND payment_intent_id = ${scenarioId}`,
  );
  return payment;
}

function makePayment(services: Services, played: Played): Promise<void> {
  const { merchantId, applicationId, scenarioId, name, currency, bank, by } = played;
  const { isSandbox } = services.settings;
  const { amount, payer } = scenarioPlans[name];
  return playPayment(services, {
    merchantId,
    applicationId,
    paymentIntentId: scenarioId,
    merchantPaymentId: merchantPaymentIdOf(played, isSandbox),
    reference: `TEST ${shortIdOf(played)}`,
    createdBy: by.email,
    currency,
    amount,
    ...bank,
    payer,
    isApproved: true,
    isSample: isSandbox,
  });
}
