import type { PaymentStatus, refundStatuses } from '@volume/contract/pay-ins/labels.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { titleCase } from '#design/text/format-text.ts';

/** The label of a status with its tone; `hollow` marks a status that is not final. */
export interface StatusLabel {
  label: string;
  tone: Tone;
  hollow?: boolean;
}

type StatusStyle = Omit<StatusLabel, 'label'>;

/**
 * Labels a status by the label rule (§9 Labels); unknown ones are calm.
 * @__NO_SIDE_EFFECTS__
 */
export function createStatusLabel<Status extends string>(
  manners: Record<Status, StatusStyle>,
): (status: string) => StatusLabel {
  // A Map, so that a status named like an object's property (`constructor`) finds nothing.
  const known = new Map(Object.entries<StatusStyle>(manners));
  return (status) => ({ label: titleCase(status), ...(known.get(status) ?? { tone: 'calm' }) });
}

export const paymentStatusLabel = createStatusLabel<PaymentStatus>({
  NEW: { tone: 'calm', hollow: true },
  AWAITING_AUTHORIZATION: { tone: 'move', hollow: true },
  AUTHORIZED: { tone: 'move' },
  PENDING: { tone: 'move' },
  COMPLETED: { tone: 'ok', hollow: true },
  SETTLED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
});

/** Refunds and payouts have the same statuses (contract §4). */
export const moneyOutStatusLabel = createStatusLabel<(typeof refundStatuses)[number]>({
  IN_PROGRESS: { tone: 'move' },
  HELD: { tone: 'held' },
  PROCESSED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
  CANCELLED: { tone: 'calm' },
  RETURNED: { tone: 'bad', hollow: true },
});
