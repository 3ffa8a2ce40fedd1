import type { Currency } from '@volume/contract/money.ts';

export type PayerAccount = {
  name: string;
  /** As lists show it: sort code and number, or the IBAN. */
  identifier: string;
  refundData: { accountHolderName: string; accountIdentifications: { type: string; number: string }[] };
};

/** The account a person of this name has at a simulated bank: the same name, the same account. */
export function payerAccountOf(name: string, currency: Currency): PayerAccount {
  let seed = 7;
  for (const letter of name) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 89_999_999;
  const number = String(10_000_000 + seed);
  if (currency === 'EUR') {
    const iban = `IE29SIMU9900${number.slice(0, 2)}${number}`;
    return { name, identifier: iban, refundData: dataOf(name, [{ type: 'IBAN', number: iban }]) };
  }
  const sortCode = '00-99-00';
  const identifications = [
    { type: 'SORT_CODE', number: sortCode },
    { type: 'ACCOUNT_NUMBER', number },
  ];
  return { name, identifier: `${sortCode} ${number}`, refundData: dataOf(name, identifications) };
}

function dataOf(accountHolderName: string, accountIdentifications: { type: string; number: string }[]) {
  return { accountHolderName, accountIdentifications };
}
