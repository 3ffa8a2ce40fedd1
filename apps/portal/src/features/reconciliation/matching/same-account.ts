const plain = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** True when two numbers are one account: the same, or one the end of the other, as a British account number is of its IBAN. */
export function isSameAccount(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].toSorted((a, b) => a.length - b.length);
  return short.length >= 6 && (long === short || (short.length >= 8 && long.endsWith(short)));
}
