/**
 * Formats a bank account number for display: `60-16-13`, `3192 6819`, `GB33 BUKB 2020 1555 5555 55`. Other types are
 * returned unchanged.
 */
export function formatAccount(type: string, number: string): string {
  const plain = number.replace(/[\s-]/g, '');
  if (type === 'SORT_CODE' && /^\d{6}$/.test(plain)) return plain.replace(/(\d\d)(?=\d)/g, '$1-');
  if (type === 'IBAN' || type === 'ACCOUNT_NUMBER') return plain.replace(/(.{4})(?=.)/g, '$1 ');
  return number;
}

export interface Identification {
  type: string;
  number: string;
}

/** The account numbers on one line, the sort code first: `60-16-13 · 3192 6819`. Missing ones are left out. */
export const formatAccountNumbers = (identifications: readonly (Identification | null)[]): string =>
  identifications
    .filter((each) => each !== null)
    .filter(({ number }) => number !== '')
    .toSorted((a, b) => Number(b.type === 'SORT_CODE') - Number(a.type === 'SORT_CODE'))
    .map(({ type, number }) => formatAccount(type, number))
    .join(' · ');
