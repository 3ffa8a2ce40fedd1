import type { Queries } from '#database/database.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { IntentRow } from '#payment-intents/intent-row.ts';
import type { Attempt } from './lock-attempt.ts';
import { moveIntent } from './move-intent.ts';
import { movePayment } from './move-payment.ts';

/** Ends a locked attempt without money; an intent with a single attempt ends with it (contract §4). */
export async function failAttempt(
  queries: Queries,
  context: WriteContext,
  { attempt, intent }: { attempt: Attempt; intent: IntentRow },
  reason: string,
): Promise<void> {
  await movePayment(queries, context, attempt, { status: 'FAILED', actor: attempt.institutionName, detail: reason });
  if (intent.attemptMode === 'ALLOW_SINGLE_ATTEMPT') await moveIntent(queries, intent, 'FAILED', context.at);
}
