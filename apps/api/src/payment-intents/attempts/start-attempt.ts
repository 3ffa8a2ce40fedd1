import type { Queries } from '#database/database.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { recordPaymentEvent } from '#ledger/record-payment-event.ts';
import { type IntentName, lockIntent } from '#payment-intents/find-intent.ts';
import type { IntentRow } from '#payment-intents/intent-row.ts';
import { moveIntent } from './move-intent.ts';
import { movePayment } from './move-payment.ts';
import { type Chosen, writeAttempt } from './write-attempt.ts';

/**
 * Begins one attempt to pay an intent at the chosen bank and answers the payment's id. An earlier attempt that waits for its
 * payer is given up, so that nobody pays twice. 409 when the intent is over, used up, or money is on its way.
 */
export async function startAttempt(services: Services, name: IntentName, chosen: Chosen): Promise<string> {
  return services.database.transaction(async (queries) => {
    const context = writeContext(services);
    const intent = await lockIntent(queries, name, context.at);
    if (!intent) throw new Problem(404, 'This payment link was not found.');
    refuseUnlessPayable(intent, services);
    const { merchantId } = name;
    const paymentId = await writeAttempt(queries, context, intent, chosen);
    const story = { merchantId, paymentId, type: 'NEW', actor: 'Shopper', detail: 'Payment link' };
    await recordPaymentEvent(queries, context.at, story);
    const attempt = { merchantId, paymentId, applicationId: intent.applicationId };
    await movePayment(queries, context, attempt, { status: 'AWAITING_AUTHORIZATION', actor: chosen.institutionName });
    // After the new one: the roll-ups' rows are then taken in the order of the statuses, as everybody takes them.
    await giveUpWaiting(queries, context, intent);
    await moveIntent(queries, name, 'IN_PROGRESS', context.at);
    return paymentId;
  });
}

/** Said of a link whose money is on its way. */
export const isUnderWay = 'A payment for this link is on its way.';

/** Why an intent cannot be paid (any more), or null when it can. */
export function whyNotPayable(intent: IntentRow, { settings }: Pick<Services, 'settings'>): string | null {
  const { status, attemptMode, attempts, amount, isTaking } = intent;
  const tried = attempts ?? [];
  if (status === 'COMPLETED') return 'This payment link is already paid.';
  if (status === 'EXPIRED') return 'This payment link has expired.';
  if (tried.some(({ paymentStatus }) => ['AUTHORIZED', 'PENDING', 'COMPLETED', 'SETTLED'].includes(paymentStatus))) {
    return isUnderWay;
  }
  if (status === 'FAILED' || (attemptMode === 'ALLOW_SINGLE_ATTEMPT' && tried.length > 0)) {
    return 'This payment link could only be used once.';
  }
  if (!isTaking) return 'The shop cannot take payments at the moment.';
  return amount > settings.largestAmount ? 'This payment link is for more than can be paid at once.' : null;
}

function refuseUnlessPayable(intent: IntentRow, services: Services): void {
  const reason = whyNotPayable(intent, services);
  if (reason) throw new Problem(409, reason);
}

async function giveUpWaiting(queries: Queries, context: WriteContext, intent: IntentRow): Promise<void> {
  const { merchantId, applicationId, attempts } = intent;
  const waiting = (attempts ?? []).filter(({ paymentStatus }) =>
    ['NEW', 'AWAITING_AUTHORIZATION'].includes(paymentStatus),
  );
  for (const { paymentId } of waiting) {
    const step = { status: 'FAILED', actor: 'Shopper', detail: 'The payer began again' } as const;
    await movePayment(queries, context, { merchantId, paymentId, applicationId }, step);
  }
}
