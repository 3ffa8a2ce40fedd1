export type MoneyParts = {
  /** '−' for a negative sum, else empty. */
  sign: '' | '−';
  symbol: string;
  whole: string;
  /** Always two digits. */
  fraction: string;
};

const formats = new Map<string, Intl.NumberFormat>();

function currencyFormat(currency: string): Intl.NumberFormat | null {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  try {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, ...digits });
    formats.set(currency, format);
    return format;
  } catch {
    return null;
  }
}

/** Minor units as decimal text, exact where a division would round. */
function decimalText(minor: number): { isNegative: boolean; whole: string; fraction: string } {
  const digits = BigInt(Math.round(minor)).toString();
  const isNegative = digits.startsWith('-');
  const padded = (isNegative ? digits.slice(1) : digits).padStart(3, '0');
  return { isNegative, whole: padded.slice(0, -2), fraction: padded.slice(-2) };
}

function currencySymbol(currency: string): string {
  const parts = currencyFormat(currency)?.formatToParts(0);
  if (parts === undefined) return currency === '' ? '' : `${currency}\u00a0`;
  return parts
    .slice(
      0,
      parts.findIndex((part) => part.type === 'integer'),
    )
    .map((part) => part.value)
    .join('');
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
