import type { Beneficiary, NameCheck, PayoutBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { formatAccount } from '@volume/contract/money/account-number.ts';

export interface Destination {
  /** Empty for the account's default beneficiary. */
  value: string;
  id: string;
  /** Null where only the provider knows it. */
  name: string | null;
  /** Formatted: `20-11-09 · 5519 0021`, or the IBAN in groups. */
  number: string | null;
  /** Null where this deployment does not check names. */
  nameCheck: NameCheck | null;
  /** The name the bank returned; null when it returned none. */
  nameAtBank: string | null;
  /** Until then a payout to it requires a step-up because it is new; null when it does not. */
  coolingUntilUtc: string | null;
}

type Numbers = Pick<PayoutBeneficiary, 'sortCode' | 'accountNumber' | 'iban'>;

export function accountText({ sortCode, accountNumber, iban }: Numbers): string | null {
  if (iban) return formatAccount('IBAN', iban);
  const code = sortCode ? [formatAccount('SORT_CODE', sortCode)] : [];
  const number = accountNumber ? [formatAccount('ACCOUNT_NUMBER', accountNumber)] : [];
  return [...code, ...number].join(' · ') || null;
}

export const destinationText = ({ name, number, id, value }: Destination): string =>
  [name ?? (value === '' ? 'Default beneficiary' : 'Beneficiary'), number ?? id].join(' · ');

/** The application's beneficiaries that an account can pay: its default first, then the other active ones. */
export function toDestinations(all: readonly PayoutBeneficiary[], payInAccountId: number): Destination[] {
  const isDefault = (one: PayoutBeneficiary) => one.defaultForPayInAccountIds.includes(payInAccountId);
  const able = all.filter((one) => one.status === 'Active' && one.payInAccountIds.includes(payInAccountId));
  const sorted = able.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  // The defaults of two accounts can be the same bank account under two ids.
  return sorted
    .filter((one, at) => sorted.findIndex((each) => isSameAccount(each, one)) === at)
    .map((one) => ({
      value: isDefault(one) ? '' : one.beneficiaryId,
      id: one.beneficiaryId,
      name: one.accountHolderName,
      number: accountText(one),
      nameCheck: one.nameCheck,
      nameAtBank: one.nameAtBank,
      coolingUntilUtc: one.coolingUntilUtc,
    }));
}

const isSameAccount = (a: PayoutBeneficiary, b: PayoutBeneficiary): boolean =>
  a.beneficiaryId === b.beneficiaryId ||
  (accountText(a) !== null && accountText(a) === accountText(b) && a.accountHolderName === b.accountHolderName);

/** The beneficiaries at OPTIMUS (§3 Beneficiary), for deployments with only the specification's endpoints. */
export function toOptimusDestinations(
  payee: PayeeDetail | undefined,
  beneficiaries: readonly Beneficiary[],
  currency: string,
): Destination[] {
  const defaultId = payee?.vaDefaultPayOutBeneficiaryAccountId ?? null;
  const known = beneficiaries
    .filter(({ accountType }) => accountType === 'IBAN' || currency === 'GBP')
    .map((one) => ({
      value: one.optimusBeneficiaryId,
      id: one.optimusBeneficiaryId,
      name: one.firstNames,
      number: accountText(one),
      nameCheck: null,
      nameAtBank: null,
      coolingUntilUtc: null,
    }));
  if (defaultId === null) return known;
  const bare = { id: defaultId, name: null, number: null, nameCheck: null, nameAtBank: null, coolingUntilUtc: null };
  const first = known.find(({ id }) => id === defaultId) ?? bare;
  return [{ ...first, value: '' }, ...known.filter((each) => each !== first)];
}
