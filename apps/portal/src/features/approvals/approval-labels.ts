import { formatAccount } from '@volume/contract/money/account-number.ts';
import type { Approval } from '@volume/contract/approvals/approvals.ts';
import { type ApprovalState, exclusionReasons } from '@volume/contract/approvals/labels.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { personText } from '#design/text/person-text.ts';
import type { StatusLabel } from '#features/pay-ins/status-labels.ts';
import { labelOf } from '#design/text/format-text.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

export const stateLabels: Record<ApprovalState, StatusLabel> = {
  WAITING: { label: 'Waiting', tone: 'held' },
  APPROVED: { label: 'Approved', tone: 'ok' },
  REFUSED: { label: 'Refused', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'calm' },
  EXPIRED: { label: 'Expired', tone: 'calm', hollow: true },
};

export const kindLabel = ({ kind }: Pick<Approval, 'kind'>): string => (kind === 'PAYOUT' ? 'Payout' : 'Refund');

/** `payout of £600.00`. */
export const orderText = ({ kind, amount, currency }: Pick<Approval, 'kind' | 'amount' | 'currency'>): string =>
  `${kind === 'PAYOUT' ? 'payout' : 'refund'} of ${formatMoney(amount, currency)}`;

export function recipientNumber({
  recipient: { iban, sortCode, accountNumber },
}: Pick<Approval, 'recipient'>): string | null {
  if (iban) return formatAccount('IBAN', iban);
  const parts = [
    sortCode && formatAccount('SORT_CODE', sortCode),
    accountNumber && formatAccount('ACCOUNT_NUMBER', accountNumber),
  ].filter(Boolean);
  return parts.join(' · ') || null;
}

/** Who requested it: the name, or the email address where there is none. */
export const requesterOf = (approval: Approval): string => personText(approval, 'requestedBy');

/** `Refused by Maya: not in the budget`; null while it is undecided. */
export function decidedText(approval: Approval): string | null {
  const { state, decidedBy, reason } = approval;
  if (state === 'WAITING' || state === 'EXPIRED' || decidedBy === null) return null;
  return `${lookOf(stateLabels, state).label} by ${personText(approval, 'decidedBy')}${reason === null ? '' : `: ${reason}`}`;
}

const sourceLabels = {
  KEY: 'By an application key',
  SCHEDULE: 'By the schedule they set',
};

/** How it was requested; null for a person who requested it by hand. */
export const sourceLabel = ({ source }: Pick<Approval, 'source'>): string | null =>
  source === 'PERSON' ? null : labelOf(sourceLabels, source);

/** True when the user with this email address requested it. They can cancel it but never approve it. */
export const isOwn = ({ source, requestedBy }: Approval, email: string | undefined): boolean =>
  source !== 'KEY' && requestedBy.toLowerCase() === email?.toLowerCase();

/** Why this user cannot approve it: `You chose the default beneficiary, so …`; undefined when they can. */
export function excludedReason(
  { excluded = [] }: Pick<Approval, 'excluded'>,
  email: string | undefined,
): string | undefined {
  const own = excluded.filter((each) => each.email.toLowerCase() === email?.toLowerCase());
  if (own.length === 0) return undefined;
  return `You ${own.map(({ reason }) => exclusionReasons[reason] ?? 'are not allowed to').join(' and ')}, so another user has to approve it`;
}
