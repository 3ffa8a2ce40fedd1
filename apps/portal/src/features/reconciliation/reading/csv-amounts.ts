export type DecimalMark = '.' | ',';

const shape = /[.,](?=\d+\D*$)/;

/** Detects the decimal mark of a column from all its cells: `1.234,50` and `1,234.50` decide it, `1,234` does not. */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark {
  const votes = { '.': 0, ',': 0 };
  for (const cell of cells) {
    const last = shape.exec(cell)?.[0] as DecimalMark | undefined;
    if (last === undefined) continue;
    const other = last === '.' ? ',' : '.';
    const decimals = /\d+(?=\D*$)/.exec(cell)?.[0].length ?? 0;
    if (cell.includes(other) && cell.indexOf(other) < cell.lastIndexOf(last)) votes[last] += 3;
    else if (cell.split(last).length > 2) votes[other] += 1;
    else if (decimals !== 3) votes[last] += 1;
  }
  return votes[','] > votes['.'] ? ',' : '.';
}

const minus = /^[-−–]|[-−–]$|^\(.*\)$/;
const debitWord = /\b(dr|s|soll|debit|debet|d)\b\.?$/i;
const creditWord = /\b(cr|h|haben|credit|c)\b\.?$/i;
// Above this, doubles lose pennies; no bank statement has such an amount.
const mostMinor = 100 * 2 ** 46;

/** Minor units of a cell such as `(1.234,50)`, `£12.30-` or `12,30 DR`; undefined when it holds no amount. */
export function readAmount(cell: string, mark: DecimalMark): number | undefined {
  const text = cell.replace(/[\s\u00a0\u202f'’£€$]|GBP|EUR|PLN|CHF|USD|zł/gi, '');
  const isNegative = minus.test(text) || debitWord.test(cell.trim());
  const digits = text
    .replace(/^[-+−–(]+|[-+−–)]+$/g, '')
    .replace(creditWord, '')
    .replace(debitWord, '');
  const plain = mark === '.' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.');
  const parts = /^(\d*)(?:\.(\d*))?$/.exec(plain.replace(/[a-z]+\.?$/i, ''));
  if (!parts || !/\d/.test(plain)) return undefined;
  const [, whole = '', fraction = ''] = parts;
  // Some banks write four decimals; an amount with fractions of a penny is invalid.
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  const minor = Number(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`);
  if (!Number.isFinite(minor) || minor > mostMinor) return undefined;
  return isNegative ? 0 - minor : minor;
}

/** +1 for a credit, −1 for a debit, undefined for neither. */
export function readSign(cell: string): 1 | -1 | undefined {
  const word = cell.trim().toLowerCase();
  if (/^(cr|c|crdt|credit|h|haben|gutschrift|crédit|abono|haber|uznanie|in|\+)\b|^\+$/.test(word)) return 1;
  if (/^(dr|d|dbit|debit|s|soll|lastschrift|débit|cargo|debe|obciążenie|out|-)\b|^-$/.test(word)) return -1;
  return undefined;
}
