const plain = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** True if the numbers are equal or one ends with the other, as an IBAN ends with the British account number. */
export function isSameAccount(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].toSorted((a, b) => a.length - b.length);
  return short.length >= 6 && (long === short || (short.length >= 8 && long.endsWith(short)));
}
