import type { Beneficiary } from '@volume/contract/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { formatAccount } from '#design/text/format-account.ts';

export interface Destination {
  /** Empty for the account's default beneficiary. */
  value: string;
  label: string;
}

/** Where an account can pay out to: its default beneficiary, and the active ones that take its currency. */
export function destinationsOf(
  payee: PayeeDetail | undefined,
  beneficiaries: readonly Beneficiary[],
  currency: string,
): Destination[] {
  const defaultId = payee?.vaDefaultPayOutBeneficiaryAccountId ?? null;
  const fitting = beneficiaries.filter(({ accountType }) => accountType === 'IBAN' || currency === 'GBP');
  const known = fitting.find(({ optimusBeneficiaryId }) => optimusBeneficiaryId === defaultId);
  const first = defaultId === null ? [] : [{ value: '', label: `Default: ${known ? nameOf(known) : defaultId}` }];
  const others = fitting
    .filter((each) => each !== known)
    .map((each) => ({ value: each.optimusBeneficiaryId, label: nameOf(each) }));
  return [...first, ...others];
}

function nameOf({ firstNames, iban, accountNumber }: Beneficiary): string {
  const number = iban ?? accountNumber;
  const type = iban === null ? 'ACCOUNT_NUMBER' : 'IBAN';
  return number === null ? firstNames : `${firstNames}, ${formatAccount(type, number)}`;
}
