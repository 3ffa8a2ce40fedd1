/** "1,249.5" or "£1 249.50" as 124950 minor units; undefined when it is no amount with at most two decimals. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replace(/[\s,£€]/g, '');
  if (!/^(\d{1,13}(\.\d{0,2})?|\.\d{1,2})$/.test(plain)) return undefined;
  const [whole = '', fraction = ''] = plain.split('.');
  const minor = Number(`${whole}${fraction.padEnd(2, '0')}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Minor units as one would type them, "1,249.50". */
export function amountText(minor: number): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}
