export interface MoneyParts {
  /** '−' for a negative amount, otherwise empty. */
  sign: '' | '−';
  symbol: string;
  whole: string;
  /** Always two digits. */
  fraction: string;
}

// The specification's two currencies avoid Intl, whose tables are slow to load.
const symbols = new Map([
  ['GBP', '£'],
  ['EUR', '€'],
]);

/** The symbol in en-GB; a code that the browser does not accept is returned as it is. */
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
 * The parts of an amount in minor units (pence, cents), en-GB, always two decimals (§9). `null` when it is not a finite
 * number; an unknown currency is shown as its code and never throws.
 */
export function formatMoneyParts(minor: number, currency: string): MoneyParts | null {
  if (!Number.isFinite(minor)) return null;
  const { isNegative, whole, fraction } = decimalText(minor);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return { sign: isNegative ? '−' : '', symbol: currencySymbol(currency), whole: grouped, fraction };
}

/**
 * An amount in minor units as text, `£1,249.50`: en-GB, two decimals, in the given currency (§9). '–' when it is not a
 * finite number.
 */
export function formatMoney(minor: number, currency: string): string {
  const parts = formatMoneyParts(minor, currency);
  return parts === null ? '–' : `${parts.sign}${parts.symbol}${parts.whole}.${parts.fraction}`;
}
