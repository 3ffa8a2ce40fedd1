import type { Currency } from '@volume/contract/money/money.ts';
import { Problem } from '#core/problem.ts';
import { readLargestAmount } from '#core/refuse-money.ts';
import type { Services } from '#core/services.ts';
import { sql } from '#database/sql.ts';
import { readThresholds } from '#orders/approvals/recipient-sums.ts';
import { submitReserved } from '#orders/submit-order.ts';
import type { BulkAction, BulkScope, PlannedRow } from '#queue/bulk/bulk-action.ts';
import { readPayments, type RefundedPayment } from './refund-row.ts';
import { refuseUnlessRefundable, reserveRefund } from './start-refund.ts';

const notThere = 'This payment was not found.';
const waits = 'Waits for a second person’s approval.';

/** Refunds what remains of each payment, by the same steps as `startRefund`. */
export const bulkRefund: Pick<BulkAction, 'plan' | 'run'> = {
  async plan(services, scope, ids, spent) {
    const { merchantId } = scope;
    const payments = await readPayments(services.database, { merchantId, ids });
    const own = payments.filter((payment) => payment.application_id === scope.applicationId);
    const byId = new Map(own.map((payment) => [payment.payment_id, payment]));
    const available = await readAvailable(services, scope, own);
    const thresholds = await readThresholds(services.database, merchantId);
    const largest = await readLargestAmount(services, merchantId);
    const money = { available, spent, thresholds, largest };
    return ids.map((objectId) => planOne(objectId, byId.get(objectId), money));
  },
  async run(queries, { services, caller, scope, bulkJobId, objectId, amount, isSure, details }) {
    if (amount === null) throw new Error('A refund of nothing.');
    const { refundId, approval } = await reserveRefund(
      {
        params: { paymentId: objectId },
        body: { ...details, refundPaymentAmount: amount },
        caller,
        services,
        request: { traceId: '', address: null, applicationId: null, baseUrl: '', header: () => null },
      },
      queries,
      { merchantId: scope.merchantId, isSure, partOf: `bulk job ${bulkJobId}` },
    );
    if (approval) return { resultId: refundId, reason: waits };
    return { resultId: refundId, reason: null, finish: () => submit(services, scope, refundId) };
  },
};

/** No caller waits for a bulk job, so it submits its refunds itself, and a refused refund fails its row. */
async function submit(services: Services, { merchantId }: BulkScope, refundId: string): Promise<void> {
  const refusal = await submitReserved(services, { kind: 'REFUND', merchantId, orderId: refundId });
  if (refusal) throw new Problem(422, refusal.message, { code: 'PROVIDER_REFUSED' });
}

interface Money {
  /** Minor units by pay-in account. */
  available: ReadonlyMap<number, number>;
  /** Sum of the previous rows of the job. */
  spent: Map<number, number>;
  /** Orders above these amounts wait for a second person. */
  thresholds: ReadonlyMap<Currency, number>;
  largest: number;
}

function planOne(
  objectId: string,
  payment: RefundedPayment | undefined,
  { available, spent, thresholds, largest }: Money,
): PlannedRow {
  if (!payment) return { objectId, amount: null, currency: null, isExcluded: true, reason: notThere };
  const { currency, payee_detail_id: account, amount_refunded: refunded } = payment;
  const amount = payment.amount - refunded;
  const row = { objectId, amount, currency };
  const reason = whyNot(payment, amount);
  if (reason !== null) return { ...row, isExcluded: true, reason };
  if (amount > largest) {
    return { ...row, isExcluded: true, reason: 'This is above the largest amount of one refund.' };
  }
  const before = spent.get(account ?? 0) ?? 0;
  if (before + amount > (available.get(account ?? 0) ?? 0)) {
    const sentence = 'The available balance of the account is too low for this refund and those before it.';
    return { ...row, isExcluded: true, reason: sentence };
  }
  spent.set(account ?? 0, before + amount);
  const isAbove = amount > (thresholds.get(currency) ?? Infinity);
  const partly = refunded > 0 ? 'Partly refunded before: what remains is refunded.' : null;
  return { ...row, isExcluded: false, reason: isAbove ? waits : partly };
}

function whyNot(payment: RefundedPayment, amount: number): string | null {
  try {
    refuseUnlessRefundable(payment, amount);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Available amount of each account that these payments arrived in, in minor units. */
async function readAvailable(
  { database }: Services,
  { merchantId }: BulkScope,
  payments: readonly RefundedPayment[],
): Promise<Map<number, number>> {
  const accounts = [...new Set(payments.flatMap(({ payee_detail_id: id }) => (id === null ? [] : [id])))];
  const rows = await database.query<{ account: number; balance: number }>(
    sql`SELECT payee_detail_id AS account, balance FROM ledger_accounts
     WHERE merchant_id = ${merchantId} AND kind = 'AVAILABLE' AND payee_detail_id = ANY(${accounts}::bigint[])`,
  );
  return new Map(rows.map(({ account, balance }) => [account, balance]));
}
