import { deriveApplication, type Merchant, type PayeeDetail } from '@volume/contract/merchants.ts';
import { formatAccount } from '#design/text/format-account.ts';

const percent = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** A fee in per cent, `0.75 %`; not a number is '–'. */
export const feeWord = (fee: number): string => (Number.isFinite(fee) ? `${percent.format(fee)}\u00a0%` : '–');

/** The currencies a merchant takes in any of its applications: `GBP, EUR`. */
export function currenciesOf({ applications }: Merchant): string {
  const derived = applications.map(deriveApplication);
  return [derived.some(({ hasGBP }) => hasGBP) && 'GBP', derived.some(({ hasEUR }) => hasEUR) && 'EUR']
    .filter(Boolean)
    .join(', ');
}

/** The numbers that name an account: `60-16-13 · 3192 6819`. */
export function accountNumber({ accountIdentification1: first, accountIdentification2: second }: PayeeDetail): string {
  return [first, second]
    .filter((each) => each !== null)
    .map(({ type, number }) => formatAccount(type, number))
    .join(' · ');
}

/** A payee's address on one line, empty when nothing is known. */
export function addressLine({ payeeAddress: at }: PayeeDetail): string {
  if (at === null) return '';
  const street = [at.buildingNumber, at.streetName].filter(Boolean).join(' ');
  const town = [at.postCode, at.townName].filter(Boolean).join(' ');
  return [at.subDepartment, at.department, street, town, at.country].filter(Boolean).join(', ');
}
