import type { PaymentIntent, PaymentIntentStatus } from '@volume/contract/payment-intents.ts';
import type { PaymentStatus } from '@volume/contract/pay-in-words.ts';
import type { Tone } from '#design/feedback/tag.tsx';
import { titleCase } from '#design/text/title-case.ts';

export interface StatusWord {
  word: string;
  tone: Tone;
  hollow?: boolean;
}

const intents: Record<PaymentIntentStatus, Omit<StatusWord, 'word'>> = {
  NOT_STARTED: { tone: 'calm', hollow: true },
  IN_PROGRESS: { tone: 'move' },
  COMPLETED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
  EXPIRED: { tone: 'calm' },
};
const payments: Record<PaymentStatus, Omit<StatusWord, 'word'>> = {
  NEW: { tone: 'calm', hollow: true },
  AWAITING_AUTHORIZATION: { tone: 'move', hollow: true },
  AUTHORIZED: { tone: 'move' },
  PENDING: { tone: 'move' },
  COMPLETED: { tone: 'ok', hollow: true },
  SETTLED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
};

/** A link's status by the label rule (§9 Labels), with its tone. */
export const intentWord = (status: PaymentIntentStatus): StatusWord => ({
  word: titleCase(status),
  ...intents[status],
});

/** An attempt's status: each attempt is a payment. */
export const attemptWord = (status: PaymentStatus): StatusWord => ({ word: titleCase(status), ...payments[status] });

/** Whether the link can still be paid. */
export const isOpen = ({ paymentIntentStatus }: PaymentIntent): boolean =>
  paymentIntentStatus === 'NOT_STARTED' || paymentIntentStatus === 'IN_PROGRESS';

/** Whether anything may still change by itself: the link is open, or a payment of it is not final. */
export const isMoving = (intent: PaymentIntent): boolean =>
  isOpen(intent) || intent.attempts.some(({ paymentStatus }) => !['SETTLED', 'FAILED'].includes(paymentStatus));

/** What the link is for, in the payer's words, else in the merchant's own. */
export const purposeOf = (intent: PaymentIntent): string | null =>
  [intent.customerIntentDescription, intent.merchantIntentDescription].find((text) => text?.trim()) ?? null;
