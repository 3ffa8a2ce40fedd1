import type { DraftAccount, MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import { formatAccount } from '@volume/contract/money/account-number.ts';
import { amountText, parseAmount } from '#forms/typed.ts';
import { formatFee } from '#features/merchants/merchant-labels.ts';
import { readFee } from '#features/merchants/fee/read-fee.ts';
import { kindOf } from './draft-content.ts';
import type { Step } from './new-merchant-search.ts';
import { labelOf } from '#design/text/format-text.ts';

export const stepTitles: Record<Step, string> = {
  company: 'Company',
  applications: 'Applications and accounts',
  terms: 'Fee and limits',
  user: 'First user',
  review: 'Review',
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The short answer of a finished step. */
export function answerOf(step: Step, { company, applications, terms, firstUser }: MerchantDraftContent): string {
  switch (step) {
    case 'company':
      return company.companyName.trim();
    case 'applications':
      return `${count(applications.length, 'application')}, ${count(applications.flatMap((each) => each.accounts).length, 'account')}`;
    case 'terms':
      return `${feeText(terms.fee)} a pay-in`;
    case 'user':
      return firstUser.name.trim() || firstUser.email.trim();
    case 'review':
      return 'Nothing is created yet';
  }
}

export const feeText = (fee: string): string => formatFee(readFee(fee) ?? Number.NaN);

export function limitText(largestAmount: string): string {
  const minor = parseAmount(largestAmount);
  return minor === undefined ? 'The limit of this environment' : `${amountText(minor)} in either currency`;
}

export const providerLabels: Record<NonNullable<DraftAccount['virtualAt']>, string> = {
  MODULR: 'Modulr',
  OPTIMUS: 'Optimus',
  ISX: 'ISX',
};

/** `GBP at Modulr`, or `GBP, own account`. */
export const accountKindText = ({ currency, virtualAt }: DraftAccount): string =>
  virtualAt === null ? `${currency}, own account` : `${currency} at ${labelOf(providerLabels, virtualAt)}`;

/** `20-45-77 · 7301 4486`, or the IBAN in groups. */
export function numberText(account: DraftAccount): string {
  if (kindOf(account) === 'IBAN') return formatAccount('IBAN', account.iban.trim().toUpperCase());
  const { sortCode, accountNumber } = account;
  return [formatAccount('SORT_CODE', sortCode.trim()), formatAccount('ACCOUNT_NUMBER', accountNumber.trim())]
    .filter(Boolean)
    .join(' · ');
}

/** `14 Mill Road, HR4 9AE Hereford, GB`; empty when nothing was typed. */
export function addressText({
  streetName,
  buildingNumber,
  postCode,
  townName,
  country,
}: MerchantDraftContent['company']) {
  const lines = [`${buildingNumber} ${streetName}`, `${townName} ${postCode}`, country.toUpperCase()];
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(', ');
}
