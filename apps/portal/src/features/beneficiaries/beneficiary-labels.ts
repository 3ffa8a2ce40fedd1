import type { PayoutBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatAccountNumbers } from '@volume/contract/money/account-number.ts';
import { titleCase } from '#design/text/format-text.ts';
import { accountText } from './destinations.ts';

/** The account's number in one line: `60-16-13 · 3192 6819`, or the IBAN. */
export const accountNumber = ({ accountIdentification1: one, accountIdentification2: two }: PayeeDetail): string =>
  formatAccountNumbers([one, two]);

/** The accounts that money can be paid out of: virtual accounts at a provider that knows the customer. */
export const findPayers = (payees: readonly PayeeDetail[]): PayeeDetail[] =>
  payees.filter((one) => one.isVirtualAccount && one.vaCustomerId !== null && one.vaProviderType !== 'NONE');

/** `GBP account`, with its number if there are several in the currency. */
export function payerName(payer: PayeeDetail, payees: readonly PayeeDetail[]): string {
  const isAlone = payees.filter(({ forCurrency }) => forCurrency === payer.forCurrency).length === 1;
  return `${payer.forCurrency} account${isAlone ? '' : ` ${accountNumber(payer)}`}`;
}

/** The account's number, or the beneficiary's id if only the provider knows the number. */
export const numberText = (one: PayoutBeneficiary): string => accountText(one) ?? `Beneficiary ${one.beneficiaryId}`;

/** The status for display: New for the first 24 hours, then Active. */
export function stateOf({ status, coolingUntilUtc }: PayoutBeneficiary): {
  label: string;
  tone: Tone;
  hollow: boolean;
} {
  if (status !== 'Active') return { label: titleCase(status), tone: 'calm', hollow: true };
  return coolingUntilUtc === null
    ? { label: 'Active', tone: 'ok', hollow: false }
    : { label: 'New', tone: 'held', hollow: false };
}

/** The defaults first, then those that can be paid, then the others. */
export function sortBeneficiaries(all: readonly PayoutBeneficiary[]): PayoutBeneficiary[] {
  const rank = (one: PayoutBeneficiary) =>
    one.defaultForPayInAccountIds.length > 0 ? 0 : one.status === 'Active' ? 1 : 2;
  return all.toSorted((a, b) => rank(a) - rank(b));
}
