import type { AttemptMode, PaymentIntent, PaymentIntentStatus } from '@volume/contract/payment-intents.ts';
import type { PaymentStatus } from '@volume/contract/pay-in-words.ts';
import type { Tone } from '#design/feedback/tag.tsx';
import { titleCase } from '#design/text/title-case.ts';

export interface StatusWord {
  word: string;
  tone: Tone;
  hollow?: boolean;
}

type Manner = Omit<StatusWord, 'word'>;

const intents = byStatus<PaymentIntentStatus>({
  NOT_STARTED: { tone: 'calm', hollow: true },
  IN_PROGRESS: { tone: 'move' },
  COMPLETED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
  EXPIRED: { tone: 'calm' },
});
const payments = byStatus<PaymentStatus>({
  NEW: { tone: 'calm', hollow: true },
  AWAITING_AUTHORIZATION: { tone: 'move', hollow: true },
  AUTHORIZED: { tone: 'move' },
  PENDING: { tone: 'move' },
  COMPLETED: { tone: 'ok', hollow: true },
  SETTLED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
});

function byStatus<Status extends string>(manners: Record<Status, Manner>): ReadonlyMap<string, Manner> {
  return new Map(Object.entries<Manner>(manners));
}

/** A link's status by the label rule (§9 Labels), with its tone; quiet where nobody knows the word yet. */
export const intentWord = (status: string): StatusWord => wordIn(intents, status);

/** An attempt's status: each attempt is a payment. */
export const attemptWord = (status: string): StatusWord => wordIn(payments, status);

const wordIn = (known: ReadonlyMap<string, Manner>, status: string): StatusWord => ({
  word: titleCase(status),
  ...(known.get(status) ?? { tone: 'calm' }),
});

/** How often the link may be tried. */
export const attemptsWord = ({ attemptMode }: PaymentIntent): string =>
  modes.get(attemptMode) ?? titleCase(attemptMode);
const modes = new Map<string, string>([
  ['ALLOW_SINGLE_ATTEMPT', 'One only'],
  ['ALLOW_MULTIPLE_ATTEMPTS', 'Until it is paid'],
] satisfies [AttemptMode, string][]);

/** Whether the link can still be paid. Only what is known to be over is said to be. */
export const isOpen = ({ paymentIntentStatus }: PaymentIntent): boolean =>
  !['COMPLETED', 'FAILED', 'EXPIRED'].includes(paymentIntentStatus);

/** Whether anything may still change by itself: the link is open, or a payment of it is not final. */
export const isMoving = (intent: PaymentIntent): boolean =>
  isOpen(intent) || intent.attempts.some(({ paymentStatus }) => !['SETTLED', 'FAILED'].includes(paymentStatus));

/** What the link is for, in the payer's words, else in the merchant's own. */
export const purposeOf = (intent: PaymentIntent): string | null =>
  [intent.customerIntentDescription, intent.merchantIntentDescription].find((text) => text?.trim()) ?? null;
