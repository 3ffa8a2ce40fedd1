import type { PaymentStatus } from '@volume/contract/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import { recordOutgoingEvent } from '#ledger/record-outgoing-event.ts';
import { recordPaymentEvent } from '#ledger/record-payment-event.ts';
import type { Attempt } from './lock-attempt.ts';

type Step = { status: PaymentStatus; actor: string | null; detail?: string | null };

const told: readonly PaymentStatus[] = ['COMPLETED', 'SETTLED', 'FAILED'];

/**
 * Takes a locked payment one step on, with its story and, where merchants are told of the status (contract §6), the
 * outgoing event. The database refuses a step that the graph of statuses does not have.
 */
export async function movePayment(
  queries: Queries,
  context: WriteContext,
  attempt: Pick<Attempt, 'merchantId' | 'paymentId' | 'applicationId'>,
  { status, actor, detail = null }: Step,
): Promise<void> {
  const { merchantId, paymentId, applicationId } = attempt;
  await queries.query(
    sql`UPDATE payments SET status = ${status}::payment_status, updated_at = ${context.at},
       error_description = CASE WHEN ${status} = 'FAILED' THEN ${detail} ELSE error_description END
     WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  await recordPaymentEvent(queries, context.at, { merchantId, paymentId, type: status, actor, detail });
  if (!told.includes(status)) return;
  await recordOutgoingEvent(queries, context, {
    merchantId,
    applicationId,
    kind: 'PAYMENT',
    objectId: paymentId,
    status,
  });
}
