import type { PaymentIntentStatus } from '@volume/contract/pay-in-words.ts';
import type { AttemptMode, PaymentIntent } from '@volume/contract/payment-intents.ts';
import { titleCase } from '#design/text/format-text.ts';
import { wordsOf } from '#domain/status-words.ts';

/** A link's status by the label rule (§9 Labels), with its tone. */
export const intentWord = wordsOf<PaymentIntentStatus>({
  NOT_STARTED: { tone: 'calm', hollow: true },
  IN_PROGRESS: { tone: 'move' },
  COMPLETED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
  EXPIRED: { tone: 'calm' },
});

export const attemptsWord = ({ attemptMode }: PaymentIntent): string =>
  modes.get(attemptMode) ?? titleCase(attemptMode);
const modes = new Map<string, string>([
  ['ALLOW_SINGLE_ATTEMPT', 'One attempt only'],
  ['ALLOW_MULTIPLE_ATTEMPTS', 'Until it is paid'],
] satisfies [AttemptMode, string][]);

/** Whether the link can still be paid; an unknown status counts as open. */
export const isOpen = ({ paymentIntentStatus }: PaymentIntent): boolean =>
  !['COMPLETED', 'FAILED', 'EXPIRED'].includes(paymentIntentStatus);

/** When a link was cancelled: it is closed although its expiry had not passed. Undefined otherwise. */
export const cancelledAt = ({ paymentIntentStatus, expiresAt, updatedAt }: PaymentIntent): string | undefined =>
  paymentIntentStatus === 'EXPIRED' && (expiresAt === null || updatedAt < expiresAt) ? updatedAt : undefined;

/** Whether anything can still change without the user: the link is open, or one of its payments is not final. */
export const isMoving = (intent: PaymentIntent): boolean =>
  isOpen(intent) || intent.attempts.some(({ paymentStatus }) => !['SETTLED', 'FAILED'].includes(paymentStatus));

/** The description for the payer, otherwise the merchant's own. */
export const purposeText = (intent: PaymentIntent): string | null =>
  [intent.customerIntentDescription, intent.merchantIntentDescription].find((text) => text?.trim()) ?? null;
