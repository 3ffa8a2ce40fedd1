import type { OutboundPayment } from '@volume/contract/payouts.ts';
import { formatAccount } from '#design/text/format-account.ts';
import { titleCase } from '#design/text/title-case.ts';

/** What its state means for the money, in a sentence; undefined for states nobody knows. */
export const statusSentence = (status: string): string | undefined => sentences.get(status);
const sentences = new Map([
  ['IN_PROGRESS', 'Deducted from your available balance; awaiting confirmation.'],
  ['HELD', 'The account provider is reviewing it before sending it.'],
  ['PROCESSED', 'The money has left the account.'],
  ['FAILED', 'The payout failed. The money is available again.'],
  ['CANCELLED', 'The payout was cancelled. The money is available again.'],
  ['RETURNED', 'The bank returned it. The money is available again.'],
]);

type Destination = OutboundPayment['payoutRequestDetails']['destination'];

/** Who is paid, as well as it is known. */
export const recipientOf = ({ name, id }: Destination): string =>
  name?.trim() ? name : id === null ? 'No name' : `Beneficiary ${id}`;

/** The destination's number as people read it, null when the provider keeps it. */
export function accountOf({ sortCode, accountNumber, iban }: Destination): string | null {
  if (iban) return formatAccount('IBAN', iban);
  const parts = [
    sortCode && formatAccount('SORT_CODE', sortCode),
    accountNumber && formatAccount('ACCOUNT_NUMBER', accountNumber),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : null;
}

/** How it came about: by hand or by a schedule. */
export const kindOf = (type: string): string => (type === 'SCHEDULED_PAYOUT' ? 'Scheduled' : titleCase(type));
