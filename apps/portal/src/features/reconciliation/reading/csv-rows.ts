import { isAmount } from './csv-amounts.ts';
import type { Columns } from './csv-columns.ts';
import { readDates } from './csv-dates.ts';
import { plain } from './csv-names.ts';
import { readState } from './csv-states.ts';
import { balancePhrase, closingPhrase, openingPhrase } from './csv-text.ts';
import type { ColumnRole, DateOrder } from './statement.ts';

/** Why a row is not a movement; the page shows this text. */
export const reasons = {
  pending: 'not booked yet',
  failed: 'declined or cancelled',
  balance: 'with a balance or a total',
  date: 'without a date that can be read',
  amount: 'without an amount',
  zero: 'of 0.00',
} as const;
export type Reason = keyof typeof reasons;

export interface Row {
  cells: readonly string[];
  day: number | undefined;
  /** The kind of a row that has a balance or a total instead of a movement. */
  balance: 'opening' | 'closing' | 'other' | undefined;
  /** True when a cell of the columns for amounts has one. */
  hasSum: boolean;
  /** Set for rows that are left out in every reading. */
  reason: 'pending' | 'failed' | undefined;
  /** True when it has words but neither a date nor an amount: the text of the row above goes on. */
  isContinued: boolean;
}

export type Cell = (row: readonly string[], role: ColumnRole) => string;

export const cellReader =
  ({ map }: Columns): Cell =>
  (row, role) => {
    const places = map[role];
    if (places === undefined) return '';
    if (places.length === 1) return row[places[0] ?? 0] ?? '';
    return places
      .map((at) => row[at] ?? '')
      .filter(Boolean)
      .join(' ');
  };

export interface Rows {
  rows: Row[];
  /** The order of ambiguous dates. */
  assumed: DateOrder | undefined;
}

/** Everything about the rows that does not depend on how their amounts are read. */
export function readRows(body: readonly string[][], columns: Columns): Rows {
  const cell = cellReader(columns);
  const { map, otherAmounts, valueDate } = columns;
  const sums = [...new Set([map.amount, map.debit, map.credit, otherAmounts].flatMap((places) => places ?? []))];
  const hasSum = (row: readonly string[]): boolean => sums.some((at) => isAmount(row[at] ?? ''));
  const words = [...(map.name ?? []), ...(map.reference ?? []), ...(map.text ?? [])];
  const hasWords = (row: readonly string[]): boolean => words.some((at) => /\p{L}/u.test(row[at] ?? ''));
  const { days, assumed } = readDates(body.map((row) => cell(row, 'date')));
  const isBlank = (row: readonly string[]): boolean =>
    cell(row, 'date').trim() === '' && (row[valueDate ?? -1] ?? '').trim() === '' && hasWords(row);
  const lastDated = days.findLastIndex((day) => day !== undefined);
  // Statements that were on paper have the date only on the first line of a day.
  const isOnceADay = body.some((row, at) => at < lastDated && isBlank(row) && hasSum(row) && !balanceIn(row, columns));
  let dayAbove: number | undefined;
  const rows = body.map((cells, at): Row => {
    const ownDay = days[at];
    dayAbove = ownDay ?? dayAbove;
    const balance = balanceIn(cells, columns);
    const isUndated = ownDay === undefined && isBlank(cells);
    const day = isUndated && isOnceADay && balance === undefined ? dayAbove : ownDay;
    // Some banks write in the date's column that the row is not booked.
    const state = readState(map.status ? cell(cells, 'status') : day === undefined ? cell(cells, 'date') : '');
    return {
      cells,
      day,
      balance: balance === 'other' && ownDay !== undefined && isShop(cells, columns) ? undefined : balance,
      hasSum: hasSum(cells),
      reason: state === 'booked' ? undefined : state === 'failed' ? 'failed' : 'pending',
      isContinued: isUndated && !hasSum(cells) && cells.some((each, place) => each !== '' && words.includes(place)),
    };
  });
  return { rows, assumed };
}

/** The rest of a cell without its numbers and dates. */
const phraseOf = (cell: string): string =>
  plain(cell)
    .replace(/\b(eur|gbp|usd|pln|chf|czk|huf)\b|[\d/().:€£]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A part of every word for a balance or a total, to look at few cells closely. */
const stem =
  /bal|sald|sold|turn|tot|sum|stand|stav|egyenleg|likuti|atlik|obr[oó]t|razem|z[uů]stat|zostat|j[aä][aä]k|k[aä]ive|apyv|apgroz|bertrag|gesamt/i;

const cache = new Map<string, string | undefined>();

/** The phrase of a cell that contains nothing but words for a balance or a total. */
function phraseIn(cell: string): string | undefined {
  if (cell.length < 4 || cell.length > 60 || !stem.test(cell)) return undefined;
  if (!cache.has(cell)) {
    if (cache.size > 20_000) cache.clear();
    const phrase = phraseOf(cell);
    cache.set(cell, balancePhrase.test(phrase) ? phrase : undefined);
  }
  return cache.get(cell);
}

/** A row of a balance has the words for it in one cell, and neither a name nor a reference next to them. */
function balanceIn(row: readonly string[], { map }: Columns): Row['balance'] {
  const tellers = [...(map.date ?? []), ...(map.name ?? []), ...(map.reference ?? []), ...(map.text ?? [])];
  const at = tellers.find((each) => phraseIn((row[each] ?? '').trim()) !== undefined);
  if (at === undefined) return undefined;
  const parties = [...(map.name ?? []), ...(map.reference ?? [])];
  if (parties.some((each) => each !== at && (row[each] ?? '').trim() !== '')) return undefined;
  const phrase = phraseIn((row[at] ?? '').trim()) ?? '';
  if (closingPhrase.test(phrase)) return 'closing';
  return openingPhrase.test(phrase) ? 'opening' : 'other';
}

/** A dated line of `TOTAL` is a payment at a petrol station. */
const isShop = (row: readonly string[], { map }: Columns): boolean =>
  [...(map.name ?? []), ...(map.text ?? [])].some((at) => /^totale?$/i.test((row[at] ?? '').trim()));

/** The balances in the rows above the header and in a row of a balance: the last cell with an amount. */
export const amountIn = (row: readonly string[]): string | undefined =>
  row.findLast((cell) => /\d/.test(cell) && !/\d[./-]\d{1,2}[./-]\d/.test(cell) && isAmount(cell))?.trim();

export function balanceAbove(row: readonly string[]): Row['balance'] {
  const phrase = row.map((cell) => phraseIn(cell.trim())).find((each) => each !== undefined) ?? '';
  if (phrase === '') return undefined;
  if (closingPhrase.test(phrase)) return 'closing';
  return openingPhrase.test(phrase) ? 'opening' : 'other';
}
