import type { Queries } from '#database/database.ts';
import type { Moment } from '#ledger/moment.ts';
import type { IntentRow } from '#payment-intents/intent-row.ts';
import type { Attempt } from './lock-attempt.ts';
import { moveIntent } from './move-intent.ts';
import { movePayment } from './move-payment.ts';

/** Ends a locked attempt without money; an intent with a single attempt ends with it (contract §4). */
export async function failAttempt(
  queries: Queries,
  moment: Moment,
  { attempt, intent }: { attempt: Attempt; intent: IntentRow },
  reason: string,
): Promise<void> {
  await movePayment(queries, moment, attempt, { status: 'FAILED', actor: attempt.institutionName, detail: reason });
  if (intent.attemptMode === 'ALLOW_SINGLE_ATTEMPT') await moveIntent(queries, intent, 'FAILED', moment.at);
}
