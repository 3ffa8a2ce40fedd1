export interface MoneyParts {
  /** '−' for a negative sum, else empty. */
  sign: '' | '−';
  symbol: string;
  whole: string;
  /** Always two digits. */
  fraction: string;
}

// The two of the specification need no tables, which a browser takes its time to load.
const symbols = new Map([
  ['GBP', '£'],
  ['EUR', '€'],
]);

/** What stands before the figures in en-GB; a code no browser takes stands as it is. */
function readSymbol(currency: string): string {
  try {
    const parts = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).formatToParts(0);
    const figures = parts.findIndex((part) => part.type === 'integer');
    return parts
      .slice(0, figures)
      .map(({ value }) => value)
      .join('');
  } catch {
    return currency === '' ? '' : `${currency}\u00a0`;
  }
}

function currencySymbol(currency: string): string {
  const symbol = symbols.get(currency) ?? readSymbol(currency);
  symbols.set(currency, symbol);
  return symbol;
}

/** Minor units as decimal text, exact where a division would round. */
function decimalText(minor: number): { isNegative: boolean; whole: string; fraction: string } {
  const digits = BigInt(Math.round(minor)).toString();
  const isNegative = digits.startsWith('-');
  const padded = (isNegative ? digits.slice(1) : digits).padStart(3, '0');
  return { isNegative, whole: padded.slice(0, -2), fraction: padded.slice(-2) };
}

/**
 * A sum of minor units (pence, cents) as its parts, en-GB, always two decimal places (§9).
 * `null` when the number is none; a currency nobody knows stands as its code and never throws.
 */
export function formatMoneyParts(minor: number, currency: string): MoneyParts | null {
  if (!Number.isFinite(minor)) return null;
  const { isNegative, whole, fraction } = decimalText(minor);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return { sign: isNegative ? '−' : '', symbol: currencySymbol(currency), whole: grouped, fraction };
}

/** A sum of minor units as text, `£1,249.50`: en-GB, two decimals, the currency the caller's (§9). Not a number is '–'. */
export function formatMoney(minor: number, currency: string): string {
  const parts = formatMoneyParts(minor, currency);
  return parts === null ? '–' : `${parts.sign}${parts.symbol}${parts.whole}.${parts.fraction}`;
}
