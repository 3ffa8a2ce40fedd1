import { type DecimalMark, readDigits, toMinorUnits } from '@volume/contract/money/amount-digits.ts';

/** The decimal mark that a cell shows: the mark, `either` for `1.234` and `none` for `1234`. */
type Shown = DecimalMark | 'either' | 'none';

interface Digits {
  shown: Shown;
  /** The separator of an `either` cell. */
  separator?: DecimalMark;
}

const read = (digits: string, mark: DecimalMark) => readDigits(digits, mark, 'by two or three');

/** Undefined for a cell that is a number with neither mark, such as `1.2.3`. */
function lookAt(digits: string): Digits | undefined {
  const separator = /[.,]/.exec(digits)?.[0] as DecimalMark | undefined;
  if (separator === undefined) return { shown: 'none' };
  const marks = (['.', ','] as const).filter((mark) => read(digits, mark) !== undefined);
  // No group of thousands begins with a zero.
  if (marks.length === 2) return digits.startsWith('0') ? { shown: separator } : { shown: 'either', separator };
  const [shown] = marks;
  return shown && { shown };
}

export interface MarkVotes {
  '.': number;
  ',': number;
  /** Cells such as `1.234` and `1,234`, by their separator. */
  either: { '.': number; ',': number };
  /** One of these cells. */
  example: string;
}

/** The decimal marks that the cells show: `1.234,50` and `12.5` show one, `1,234` does not. */
export function countMarks(cells: Iterable<string>): MarkVotes {
  const votes: MarkVotes = { '.': 0, ',': 0, either: { '.': 0, ',': 0 }, example: '' };
  for (const cell of cells) {
    const mark = /^-?\d+([.,])\d\d$/.exec(cell)?.[1] as DecimalMark | undefined;
    if (mark) votes[mark] += 1;
    if (mark || !/[.,]/.test(cell)) continue;
    const { digits } = split(cell);
    const look = digits === undefined ? undefined : lookAt(digits);
    if (!look || look.shown === 'none') continue;
    if (look.shown !== 'either') votes[look.shown] += 1;
    else if (look.separator) {
      votes.either[look.separator] += 1;
      votes.example ||= cell.trim();
    }
  }
  return votes;
}

/** The mark that most cells show, undefined when they show none. */
export const markOf = (votes: MarkVotes): DecimalMark | undefined => {
  if (votes['.'] === votes[',']) return votes['.'] === 0 ? undefined : '.';
  return votes[','] > votes['.'] ? ',' : '.';
};

const symbols: Record<string, string> = {
  '£': 'GBP',
  '€': 'EUR',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  fr: 'CHF',
  lei: 'RON',
};
const codes = new Set(
  'EUR GBP USD PLN CHF CZK HUF SEK DKK NOK RON BGN ISK TRY UAH AED AUD BRL CAD CNY HKD ILS INR JPY KES KRW MXN MYR NGN NZD PHP SAR SGD THB ZAR RSD GEL MAD EGP'.split(
    ' ',
  ),
);

/** The code of a currency such as `eur`, `€` or `zł`, undefined for any other text. */
export function currencyFrom(text: string): string | undefined {
  const word = text.trim();
  const code = word.toUpperCase();
  return codes.has(code) ? code : symbols[word.toLowerCase().replace(/\.$/, '')];
}

const minus = /^[-−–]|[-−–]$|^\(.*\)$/;
const debitWords = new Set(['dr', 's', 'soll', 'debit', 'debet', 'd', 'od']);
const creditWords = new Set(['cr', 'h', 'haben', 'credit', 'c']);

/** The digits of a cell with its separators; undefined when it holds anything that an amount does not. */
function split(cell: string): { digits?: string; isNegative: boolean; currency?: string } {
  const words = cell.match(/\p{L}+|[£€$]/gu) ?? [];
  let isDebit = false;
  let currency: string | undefined;
  for (const word of words) {
    const lower = word.toLowerCase();
    if (debitWords.has(lower)) isDebit = true;
    else if (!creditWords.has(lower)) {
      const found = currencyFrom(word);
      if (found === undefined && !['$', 'kr', 'us', 'rs'].includes(lower)) return { isNegative: false };
      currency ??= found;
    }
  }
  const text = words.length === 0 && !/[\s'’]/.test(cell) ? cell : cell.replace(/[\p{L}£€$\s'’`]/gu, '');
  const isNegative = isDebit || minus.test(text);
  const digits = text.replace(/^[-+−–(.]*(?=\d|[.,]\d)|[-+−–).]+$/g, '');
  return {
    isNegative,
    ...(/^[\d.,]*\d$/.test(digits) ? { digits: digits } : {}),
    ...(currency === undefined ? {} : { currency }),
  };
}

const simplest = /^-?(\d{1,12})[.,](\d\d)$/;

/**
 * Minor units of a cell such as `(1.234,50)`, `£12.30-` or `12,30 DR`; undefined when it holds no amount. The mark
 * decides only cells that can be read with either one.
 */
export function readAmount(cell: string, mark: DecimalMark): number | undefined {
  if (cell === '') return undefined;
  // Most cells are as plain as `-1234.50`.
  const simple = simplest.exec(cell);
  if (simple) return Number(`${simple[1]}${simple[2]}`) * (cell.startsWith('-') ? -1 : 1) || 0;
  const { digits, isNegative } = split(cell);
  const look = digits === undefined ? undefined : lookAt(digits);
  if (digits === undefined || !look) return undefined;
  const decimal = look.shown === 'either' || look.shown === 'none' ? mark : look.shown;
  const parts = read(digits, decimal);
  // Some banks write four decimals; an amount with fractions of a penny is invalid.
  const minor = parts && toMinorUnits(parts);
  if (minor === undefined) return undefined;
  return isNegative ? 0 - minor : minor;
}

export const isAmount = (cell: string): boolean =>
  readAmount(cell, '.') !== undefined || readAmount(cell, ',') !== undefined;

/** True for an amount with decimals, a currency or separators, which a reference or a count does not have. */
export const isClearAmount = (cell: string): boolean => /\d[.,]\d|[£€$]|\d\s?[A-Z]{3}$/.test(cell) && isAmount(cell);

/** The currency in a cell such as `360,00 EUR`, undefined when it has none. */
export const currencyOfAmount = (cell: string): string | undefined => {
  const { digits, currency } = split(cell);
  return digits === undefined ? undefined : currency;
};
