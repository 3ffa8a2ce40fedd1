import type { PaymentStatus, refundStatuses } from '@volume/contract/pay-in-words.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { titleCase } from '#design/text/format-text.ts';

/** A status as people read it, with the tone kept for it; `hollow` is on its way there. */
export interface StatusWord {
  word: string;
  tone: Tone;
  hollow?: boolean;
}

type Manner = Omit<StatusWord, 'word'>;

/**
 * Tells a status by the label rule (§9 Labels); quiet where nobody knows the word yet.
 * @__NO_SIDE_EFFECTS__
 */
export function wordsOf<Status extends string>(manners: Record<Status, Manner>): (status: string) => StatusWord {
  // A map: a status of any name, `constructor` too, must find nothing else.
  const known = new Map(Object.entries<Manner>(manners));
  return (status) => ({ word: titleCase(status), ...(known.get(status) ?? { tone: 'calm' }) });
}

/** A payment's status, wherever it shows. */
export const paymentStatusWord = wordsOf<PaymentStatus>({
  NEW: { tone: 'calm', hollow: true },
  AWAITING_AUTHORIZATION: { tone: 'move', hollow: true },
  AUTHORIZED: { tone: 'move' },
  PENDING: { tone: 'move' },
  COMPLETED: { tone: 'ok', hollow: true },
  SETTLED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
});

/** A refund's or a payout's, which go through the same states (contract §4). */
export const moneyOutStatusWord = wordsOf<(typeof refundStatuses)[number]>({
  IN_PROGRESS: { tone: 'move' },
  HELD: { tone: 'held' },
  PROCESSED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
  CANCELLED: { tone: 'calm' },
  RETURNED: { tone: 'bad', hollow: true },
});
