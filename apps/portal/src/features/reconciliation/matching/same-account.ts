const plain = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * True if the numbers are equal or one ends with the other, as an IBAN ends with the British account number. Also true
 * for an IBAN and the bank code and account number in it, from which banks leave out leading zeros.
 */
export function isSameAccount(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].toSorted((a, b) => a.length - b.length);
  if (short.length >= 6 && (long === short || (short.length >= 8 && long.endsWith(short)))) return true;
  return isWithin(one, other) || isWithin(other, one);
}

/** `20041010/731506` in `DE55200410100000731506` or in `20041010/0000731506`, and `30002/00550/157845Z` in a French IBAN. */
function isWithin(number: string, other: string): boolean {
  const [, bank = '', branch = '', account = ''] =
    /^([A-Z0-9]{4,11})\/(?:(\d{3,5})\/)?0*([1-9A-Z][A-Z0-9]*)$/.exec(number.toUpperCase().replace(/[\s.-]/g, '')) ?? [];
  const domestic = plain(other).replace(/^[A-Z]{2}\d{2}(?=[A-Z0-9]{11,30}$)/, '');
  if (bank === '' || !domestic.startsWith(bank + branch)) return false;
  const rest = domestic.slice(bank.length + branch.length).replace(/^0+/, '');
  // IBANs with a branch end with two check digits of the account, as in France and Portugal.
  return rest === account || (branch !== '' && rest.slice(0, -2) === account);
}
