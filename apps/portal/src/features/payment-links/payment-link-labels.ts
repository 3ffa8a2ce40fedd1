import type { PaymentLinkStatus } from '@volume/contract/pay-ins/labels.ts';
import type { AttemptMode, PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { titleCase } from '#design/text/format-text.ts';
import { createStatusLabel, type StatusLabel } from '#features/pay-ins/status-labels.ts';

/** A link's status by the label rule (§9 Labels), with its tone. */
export const linkStatusLabel = createStatusLabel<PaymentLinkStatus>({
  NOT_STARTED: { tone: 'calm', hollow: true },
  IN_PROGRESS: { tone: 'move' },
  COMPLETED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
  EXPIRED: { tone: 'calm' },
});

export const attemptsLabel = ({ attemptMode, attemptLimit }: PaymentLink): string => {
  const word = modes.get(attemptMode) ?? titleCase(attemptMode);
  return attemptLimit !== undefined && attemptLimit > 1 ? `${word}, ${attemptLimit} at most` : word;
};
const modes = new Map<string, string>([
  ['ALLOW_SINGLE_ATTEMPT', 'One attempt only'],
  ['ALLOW_MULTIPLE_ATTEMPTS', 'Until it is paid'],
] satisfies [AttemptMode, string][]);

/** Whether the link can still be paid; an unknown status counts as open. */
export const isOpen = ({ paymentIntentStatus }: PaymentLink): boolean =>
  !['COMPLETED', 'FAILED', 'EXPIRED'].includes(paymentIntentStatus);

/** The number of attempts of the link; a deployment without a limit lists every attempt. */
export const attemptCountOf = ({ attemptCount, attempts }: PaymentLink): number => attemptCount ?? attempts.length;

/** Whether the link has reached its limit of attempts and accepts no new one, although it is open. */
export const isAtAttemptLimit = (paymentLink: PaymentLink): boolean => {
  const { attemptLimit = Infinity } = paymentLink;
  return isOpen(paymentLink) && attemptLimit > 1 && attemptCountOf(paymentLink) >= attemptLimit;
};

/** When a link was cancelled: it is closed although its expiry had not passed. Undefined otherwise. */
export const cancelledAt = ({ paymentIntentStatus, expiresAt, updatedAt }: PaymentLink): string | undefined =>
  paymentIntentStatus === 'EXPIRED' && (expiresAt === null || updatedAt < expiresAt) ? updatedAt : undefined;

/** A link's status, but "Cancelled" for one that a user cancelled: the API calls both expired. */
export function linkLabel(paymentLink: PaymentLink): StatusLabel {
  const status = linkStatusLabel(paymentLink.paymentIntentStatus);
  return cancelledAt(paymentLink) && paymentLink.cancelledBy ? { ...status, label: 'Cancelled' } : status;
}

/** Whether anything can still change without the user: the link is open, or one of its payments is not final. */
export const isMoving = (paymentLink: PaymentLink): boolean =>
  isOpen(paymentLink) ||
  paymentLink.attempts.some(({ paymentStatus }) => !['SETTLED', 'FAILED'].includes(paymentStatus));

/** The description for the payer, otherwise the merchant's own. */
export const purposeText = (paymentLink: PaymentLink): string | null =>
  [paymentLink.customerIntentDescription, paymentLink.merchantIntentDescription].find((text) => text?.trim()) ?? null;
