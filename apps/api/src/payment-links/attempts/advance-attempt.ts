import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { post } from '#ledger/post.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import { move, type Movement } from '#ledger/transfer.ts';
import type { PaymentLinkRow } from '#payment-links/payment-link-row.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { fateOf } from './decide-attempt.ts';
import { failAttempt, movePaymentLink, movePayment } from './move-payment.ts';
import { type Attempt, lockAttempt } from './lock-attempt.ts';

interface Locked {
  attempt: Attempt;
  paymentLink: PaymentLinkRow;
}
/** Milliseconds until the next step; null after the last one. */
type Wait = number | null;

/**
 * Advances an authorised attempt one guarded step at a time: the bank sends the money, it arrives, it settles in a
 * virtual account, and a held payment is released or returned. Running a step again changes nothing.
 */
export const attemptWorker: Worker = {
  kind: 'PAYMENT_ATTEMPT',
  run: async (services, work) => {
    const wait = await services.database.transaction((queries) => advance(services, queries, work));
    return wait === null ? undefined : { againAt: new Date(services.clock.now().getTime() + wait) };
  },
};

async function advance(services: Services, queries: Queries, { merchantId, objectId }: DueWork): Promise<Wait> {
  if (merchantId === null || objectId === null) throw new Error('An attempt to advance needs its ids.');
  const context = writeContext(services);
  const locked = await lockAttempt(queries, { merchantId, paymentId: objectId }, context.at);
  if (!locked) return null;
  switch (locked.attempt.status) {
    case 'AUTHORIZED':
      return send(queries, context, locked);
    case 'PENDING':
      return arrive(queries, context, locked);
    case 'COMPLETED':
      return settle(queries, context, locked);
    case 'SETTLED':
      return decideHold(queries, context, locked);
    default:
      return null;
  }
}

async function send(queries: Queries, context: WriteContext, { attempt }: Locked): Promise<Wait> {
  await movePayment(queries, context, attempt, { status: 'PENDING', actor: attempt.institutionName });
  return 2_000;
}

async function arrive(queries: Queries, context: WriteContext, locked: Locked): Promise<Wait> {
  const { attempt, paymentLink } = locked;
  const { failure } = fateOf(attempt);
  if (failure) {
    await failAttempt(queries, context, locked, failure);
    return null;
  }
  await movePayment(queries, context, attempt, { status: 'COMPLETED', actor: attempt.institutionName });
  await movePaymentLink(queries, paymentLink, 'COMPLETED', context.at);
  return attempt.isToVirtualAccount ? 3_000 : null;
}

async function settle(queries: Queries, context: WriteContext, { attempt }: Locked): Promise<Wait> {
  if (!attempt.isToVirtualAccount) return null;
  await movePayment(queries, context, attempt, { status: 'SETTLED', actor: attempt.provider });
  const { held } = fateOf(attempt);
  if (held) await setHold(queries, context, attempt, 'HELD');
  await takeIn(queries, context, attempt, held ? 'PAY_IN_HELD' : 'PAY_IN');
  if (held) await notifyHold(queries, context, attempt);
  return held ? 45_000 : null;
}

async function decideHold(queries: Queries, context: WriteContext, { attempt }: Locked): Promise<Wait> {
  const { held } = fateOf(attempt);
  if (attempt.hold !== 'HELD' || !held) return null;
  await setHold(queries, context, attempt, held);
  await takeIn(queries, context, attempt, `PAY_IN_${held}`);
  return null;
}

const reasons = { HELD: 'The account provider is checking this payment', RELEASED: null, RETURNED: null };

async function setHold(
  queries: Queries,
  { at }: WriteContext,
  attempt: Attempt,
  hold: keyof typeof reasons,
): Promise<void> {
  const { merchantId, paymentId, provider } = attempt;
  await queries.query(
    sql`UPDATE payments SET hold = ${hold}::hold_state, updated_at = ${at}
      WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  await recordPaymentEvent(queries, at, { merchantId, paymentId, type: hold, actor: provider, detail: reasons[hold] });
}

async function notifyHold(queries: Queries, context: WriteContext, attempt: Attempt): Promise<void> {
  const { merchantId, applicationId, paymentId, amount, currency } = attempt;
  const about = { merchantId, applicationId, objectId: paymentId, amount, currency };
  await recordNotification(queries, context, { ...about, kind: 'PAYMENT_HELD', key: paymentId });
}

function takeIn(queries: Queries, context: WriteContext, attempt: Attempt, kind: Movement): Promise<void> {
  const { merchantId, payInAccountId, currency, amount, paymentId } = attempt;
  return post(queries, context, [move(kind, { merchantId, payInAccountId, currency }, amount, { paymentId })]);
}
