import type { PayoutBeneficiary } from '@volume/contract/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants.ts';
import type { Tone } from '#design/feedback/tag.tsx';
import { titleCase } from '#design/text/title-case.ts';
import { accountText } from '#features/balances/public.ts';
import { accountNumber } from '#features/settings/payee-words.ts';

/** The accounts of an application that money is paid out of: those at a provider that knows the customer. */
export const findPayers = (payees: readonly PayeeDetail[]): PayeeDetail[] =>
  payees.filter((one) => one.isVirtualAccount && one.vaCustomerId !== null && one.vaProviderType !== 'NONE');

/** `GBP account`, with its number where there are several in the currency. */
export function payerName(payer: PayeeDetail, payees: readonly PayeeDetail[]): string {
  const isAlone = payees.filter(({ forCurrency }) => forCurrency === payer.forCurrency).length === 1;
  return `${payer.forCurrency} account${isAlone ? '' : ` ${accountNumber(payer)}`}`;
}

/** The account's number, or what stands for one that only its provider knows. */
export const numberText = (one: PayoutBeneficiary): string => accountText(one) ?? `Beneficiary ${one.beneficiaryId}`;

/** What one can read at a glance: new for a day, then active. */
export function stateOf({ status, coolingUntilUtc }: PayoutBeneficiary): { word: string; tone: Tone; hollow: boolean } {
  if (status !== 'Active') return { word: titleCase(status), tone: 'calm', hollow: true };
  return coolingUntilUtc === null
    ? { word: 'Active', tone: 'ok', hollow: false }
    : { word: 'New', tone: 'held', hollow: false };
}

/** The defaults first, then those that can be paid, then the others. */
export function sortBeneficiaries(all: readonly PayoutBeneficiary[]): PayoutBeneficiary[] {
  const rank = (one: PayoutBeneficiary) =>
    one.defaultForPayInAccountIds.length > 0 ? 0 : one.status === 'Active' ? 1 : 2;
  return all.toSorted((a, b) => rank(a) - rank(b));
}
