import type { PaymentStatus } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { post } from '#ledger/post.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { recordFeedEvent, recordPaymentEvent } from '#ledger/record-event.ts';
import { move, type Movement } from '#ledger/transfer.ts';
import { jobsAtOnce, type PayInStep } from '#providers/port.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { handleBankUpdate } from './handle-bank-update.ts';
import { type Attempt, type AttemptName, findAttempt, lockAttempt, type LockedAttempt } from './lock-attempt.ts';
import { failAttempt, movePaymentLink, movePayment } from './move-payment.ts';

const firstAsk = 15_000;
const lastAsk = 3_600_000;

/**
 * Advances an approved attempt one guarded step at a time: it is submitted to the bank, the money arrives, it settles
 * in a virtual account, and a held payment is released or returned. The provider is asked outside of any transaction,
 * and its answer applies only to the step that it was asked about, so running a step again changes nothing.
 */
export const attemptWorker: Worker = {
  kind: 'PAYMENT_ATTEMPT',
  concurrency: jobsAtOnce,
  // A provider can be away for three days, as with orders.
  mostFailures: 1_000,
  run: async (services, work) => {
    const { merchantId, objectId } = work;
    if (merchantId === null || objectId === null) throw new Error('An attempt to advance needs its ids.');
    const attempt = await findAttempt(services.database, { merchantId, paymentId: objectId });
    const taken = attempt && (await advance(services, attempt));
    return taken ? { againAt: new Date(services.clock.now().getTime() + waitOf(taken.step, work)) } : undefined;
  },
};

/**
 * Asks for the next step of an attempt immediately, without waiting for its job, because the provider says that there is one;
 * returns when the step after it can be requested. An attempt that failed on our side remains failed: if it was paid, that
 * becomes an exception.
 */
export async function askNow(services: Services, name: AttemptName): Promise<void | { againAt: Date }> {
  const attempt = await findAttempt(services.database, name);
  if (attempt?.status === 'FAILED') return checkFailed(services, attempt);
  const taken = attempt && (await advance(services, attempt));
  const nextIn = taken?.step?.nextIn ?? null;
  return nextIn === null ? undefined : { againAt: new Date(services.clock.now().getTime() + nextIn) };
}

/** Takes the next step if it has happened; null when the attempt has reached its end. */
async function advance(services: Services, attempt: Attempt): Promise<{ step: PayInStep | null } | null> {
  if (!isUnderWay(attempt)) return null;
  const step = await readStep(services, attempt);
  const isLast =
    step !== null && (await services.database.transaction((queries) => take(services, queries, attempt, step)));
  return isLast ? null : { step };
}

async function checkFailed(services: Services, attempt: Attempt): Promise<void> {
  const step = await services.providers.nextPayInStep(attempt, { status: 'FAILED', hold: null });
  if (step?.status !== 'COMPLETED') return;
  const description = step.description ?? 'The payer approved the payment after it had failed with us';
  await handleBankUpdate(services, attempt, { status: 'COMPLETED', description });
}

function isUnderWay({ status, hold, isToVirtualAccount }: Attempt): boolean {
  if (status === 'COMPLETED') return isToVirtualAccount;
  return status === 'AUTHORIZED' || status === 'PENDING' || (status === 'SETTLED' && hold === 'HELD');
}

/** The attempt is submitted again after a crash: the bank makes it once. */
async function readStep({ providers }: Services, attempt: Attempt): Promise<PayInStep | null> {
  const { status, hold } = attempt;
  if (status === 'AUTHORIZED') return providers.submitPayIn(attempt);
  const last = { status: status as PayInStep['status'], hold: hold === 'NONE' ? null : hold };
  return providers.nextPayInStep(attempt, last);
}

function waitOf(step: PayInStep | null, { attempts }: DueWork): number {
  return step?.nextIn ?? Math.min(lastAsk, firstAsk * 2 ** Math.min(attempts - 1, 10));
}

/** Applies a step to the attempt as it was when the provider was asked; returns whether it was the last one. */
async function take(services: Services, queries: Queries, asked: Attempt, step: PayInStep): Promise<boolean> {
  const context = writeContext(services);
  const locked = await lockAttempt(queries, asked, context.at);
  if (!locked) return true;
  const { attempt } = locked;
  // Another instance has taken this step.
  if (attempt.status !== asked.status || attempt.hold !== asked.hold) return !isUnderWay(attempt);
  await takeStep(queries, context, locked, step);
  const { status, hold } = step;
  return !isUnderWay({ ...attempt, status, hold: hold ?? 'NONE' });
}

const following: Partial<Record<PaymentStatus, readonly PayInStep['status'][]>> = {
  AUTHORIZED: ['PENDING', 'FAILED'],
  PENDING: ['COMPLETED', 'FAILED'],
  COMPLETED: ['SETTLED'],
  SETTLED: ['SETTLED'],
};

/** A step that cannot follow fails the job, where an operator sees it, and changes nothing. */
async function takeStep(
  queries: Queries,
  context: WriteContext,
  locked: LockedAttempt,
  step: PayInStep,
): Promise<void> {
  const { attempt, paymentLink } = locked;
  if (!following[attempt.status]?.includes(step.status))
    throw new Error(`A pay-in that is ${attempt.status} cannot become ${step.status}.`);
  switch (step.status) {
    case 'PENDING':
      return movePayment(queries, context, attempt, { status: 'PENDING', actor: attempt.institutionName });
    case 'FAILED':
      return failAttempt(queries, context, locked, step.description ?? unexplained);
    case 'COMPLETED':
      await movePayment(queries, context, attempt, { status: 'COMPLETED', actor: attempt.institutionName });
      return movePaymentLink(queries, paymentLink, 'COMPLETED', context.at);
    case 'SETTLED':
      return attempt.hold === 'HELD'
        ? endHold(queries, context, attempt, step)
        : settle(queries, context, attempt, step);
  }
}

const unexplained = 'The bank rejected the payment without giving a reason';

async function settle(queries: Queries, context: WriteContext, attempt: Attempt, { hold }: PayInStep): Promise<void> {
  if (hold === 'RETURNED') throw new Error('A payment that was never held cannot be returned.');
  await movePayment(queries, context, attempt, { status: 'SETTLED', actor: attempt.provider });
  if (hold === 'HELD') await setHold(queries, context, attempt, 'HELD');
  await takeIn(queries, context, attempt, hold === 'HELD' ? 'PAY_IN_HELD' : 'PAY_IN');
  if (hold === 'HELD') await notifyHold(queries, context, attempt);
}

async function endHold(queries: Queries, context: WriteContext, attempt: Attempt, { hold }: PayInStep): Promise<void> {
  if (hold !== 'RELEASED' && hold !== 'RETURNED') throw new Error(`A held payment cannot become ${hold ?? 'unheld'}.`);
  await setHold(queries, context, attempt, hold);
  await takeIn(queries, context, attempt, `PAY_IN_${hold}`);
}

const reasons = { HELD: 'The account provider is checking this payment', RELEASED: null, RETURNED: null };

async function setHold(
  queries: Queries,
  context: WriteContext,
  attempt: Attempt,
  hold: keyof typeof reasons,
): Promise<void> {
  const { at } = context;
  const { merchantId, paymentId, applicationId, provider } = attempt;
  await queries.query(
    sql`UPDATE payments SET hold = ${hold}::hold_state, updated_at = ${at}
      WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  await recordPaymentEvent(queries, at, { merchantId, paymentId, type: hold, actor: provider, detail: reasons[hold] });
  const type = ({ HELD: 'payment.held', RELEASED: 'payment.released', RETURNED: 'payment.returned' } as const)[hold];
  await recordFeedEvent(queries, context, { merchantId, applicationId, type, objectId: paymentId });
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
