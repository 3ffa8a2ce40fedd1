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

/** `20041010/731506` in `DE55200410100000731506` or in `20041010/0000731506`. */
function isWithin(number: string, other: string): boolean {
  const [, bank = '', account = ''] =
    /^([A-Z0-9]{4,11})\/0*([1-9]\d*)$/.exec(number.toUpperCase().replace(/[\s.-]/g, '')) ?? [];
  if (bank === '') return false;
  const domestic = plain(other).replace(/^[A-Z]{2}\d{2}(?=[A-Z0-9]{11,30}$)/, '');
  return domestic.startsWith(bank) && domestic.slice(bank.length).replace(/^0+/, '') === account;
}
