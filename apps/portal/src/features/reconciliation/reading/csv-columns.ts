import type { DecimalMark } from '@volume/contract/money/amount-digits.ts';
import { currencyFrom, isAmount, isClearAmount } from './csv-amounts.ts';
import { isDate } from './csv-dates.ts';
import { isBookingDate, isInAccountCurrency, isOtherParty, type NamedRole, roleOfName } from './csv-names.ts';
import { areSigns } from './csv-signs.ts';
import { isStateColumn } from './csv-states.ts';
import { type ColumnMap, type ColumnRole, columnRoles, type Directions } from './statement.ts';

export interface NamedColumns {
  /** Every column of each role, in the order of the file. */
  places: Partial<Record<NamedRole, number[]>>;
  /** The number of different roles. */
  count: number;
}

/** The columns that a header row names, empty if it is not a header row. */
export function columnsByName(header: readonly string[]): NamedColumns {
  const places: Partial<Record<NamedRole, number[]>> = {};
  for (const [at, cell] of header.entries()) {
    const role = roleOfName(cell);
    if (role !== undefined) (places[role] ??= []).push(at);
  }
  return { places, count: Object.keys(places).length };
}

export const areEnough = ({ date, amount, debit, credit }: ColumnMap): boolean =>
  date !== undefined && (amount !== undefined || debit !== undefined || credit !== undefined);

export function hasHeaderNames({ places, count }: NamedColumns): 'enough' | 'partly' | 'no' {
  const hasDate = places.date !== undefined || places.valueDate !== undefined;
  const hasAmount = [places.amount, places.total, places.debit, places.credit, places.sign].some(Boolean);
  if (hasDate && hasAmount && count > 1) return 'enough';
  return (hasDate || hasAmount) && count > 2 ? 'partly' : 'no';
}

/** Everything that is known about the columns of a file. */
export interface Columns {
  map: ColumnMap;
  header: readonly string[];
  /** Columns that can be the amount instead of the one in the map. */
  otherAmounts: number[];
  /** The column of the day from which interest counts. */
  valueDate: number | undefined;
  places: Places;
  /** The user's answers about words for debit and credit. */
  directions?: Directions | undefined;
  /** The decimal mark that the user chose for a file that shows none. */
  decimalMark?: DecimalMark | undefined;
}

/** How many rows decide what a column without a known name contains. */
const sampleSize = 300;

/** Completes the columns that have names by the content of the others. */
export function completeColumns(
  header: readonly string[],
  body: readonly string[][],
  { places }: NamedColumns,
): Columns {
  const look = lookAt(header, body);
  const map = mapByName(header, places, look);
  const values = (places.valueDate ?? []).filter((at) => look.share(at, isDate) > 0);
  if (!map.date || (look.share(map.date[0] ?? 0, isDate) === 0 && body.length > 0)) {
    const dates = look.places.filter((at) => !isTaken(places, at, 'text', 'reference') && look.share(at, isDate) > 0.8);
    const date = dates.find((at) => isBookingDate(header[at] ?? '')) ?? dates[0] ?? values[0];
    if (date !== undefined) map.date = [date];
  }
  moveAmounts(map, look);
  const amounts = [places.amount, places.total, places.valueDate]
    .flatMap((found) => found ?? [])
    .filter((at) => look.share(at, isAmount) > 0.5 && look.share(at, isDate) < 0.5);
  if (!map.amount && !map.debit && !map.credit && amounts[0] !== undefined) map.amount = [amounts[0]];
  const columns = {
    map,
    header,
    places,
    otherAmounts: amounts.filter((at) => at !== map.amount?.[0]),
    valueDate: values.find((at) => at !== map.date?.[0]),
  };
  addByContent(columns, look);
  addTexts(columns, look);
  return columns;
}

type Places = NamedColumns['places'];

/** The columns by their names only; of several dates and names the more certain ones. */
function mapByName(header: readonly string[], places: Places, look: Look): ColumnMap {
  const map: ColumnMap = {};
  for (const role of columnRoles) {
    const isJoined = role === 'text' || role === 'name' || role === 'reference';
    // `Valør` is a date, `valor` can be an amount.
    const all = (places[role] ?? []).filter((at) => role !== 'amount' || look.share(at, isDate) < 0.5);
    const own =
      all.find((at) => isInAccountCurrency(header[at] ?? '')) ?? (role === 'amount' ? fullest(all, look) : all[0]);
    if (own !== undefined) map[role] = isJoined ? all : [own];
  }
  // The account is found by its rows, because its name can mean the account of the other party.
  delete map.account;
  const dates = (places.date ?? []).filter((at) => look.share(at, isDate) > 0);
  const booked = dates.find((at) => isBookingDate(header[at] ?? '')) ?? dates[0];
  if (booked !== undefined) map.date = [booked];
  const names = map.name?.filter((at) => look.share(at, isBankCode) < 0.5);
  if (names) map.name = names;
  const party = names?.find((at) => isOtherParty(header[at] ?? ''));
  if (party !== undefined) map.name = [party];
  // `Valuta` is the currency in some languages.
  const currency = (places.valueDate ?? []).find(
    (at) => look.share(at, (cell) => currencyFrom(cell) !== undefined) === 1,
  );
  if (!map.currency && currency !== undefined) map.currency = [currency];
  return map;
}

type Look = ReturnType<typeof lookAt>;

/** The first of the columns with the most cells: an amount in another currency is only in some rows. */
const fullest = (places: readonly number[], look: Look): number | undefined =>
  places.toSorted((a, b) => look.cellsOf(b).length - look.cellsOf(a).length)[0];

function lookAt(header: readonly string[], body: readonly string[][]) {
  const sample = body.slice(0, sampleSize);
  const width = sample.reduce((most, row) => Math.max(most, row.length), header.length);
  const cellsOf = (at: number): string[] => sample.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
  /** The share of the cells with content that pass. */
  const share = (at: number, is: (cell: string) => boolean): number => {
    const cells = cellsOf(at);
    return cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
  };
  return { places: Array.from({ length: width }, (_, at) => at), cellsOf, share, rows: sample.length };
}

const isTaken = (places: Places, at: number, ...except: NamedRole[]): boolean =>
  Object.entries(places).some(([role, found]) => !except.includes(role as NamedRole) && found.includes(at));

/** A column `Debit/Credit` can hold the amounts instead of words, and a column `In` words instead of amounts. */
function moveAmounts(map: ColumnMap, look: Look): void {
  const sign = map.sign?.[0];
  if (sign !== undefined && look.share(sign, isAmount) > 0.8) {
    delete map.sign;
    if (!areEnough(map)) map.amount = [sign];
  }
  for (const role of ['debit', 'credit'] as const) {
    const at = map[role]?.[0];
    if (at !== undefined && look.cellsOf(at).length > 0 && look.share(at, isAmount) === 0) delete map[role];
  }
}

/** Finds the columns for debit or credit and for the state by their cells, whatever their names. */
function addByContent({ map, valueDate }: Pick<Columns, 'map' | 'valueDate'>, look: Look): void {
  const isFree = (at: number): boolean =>
    at !== valueDate &&
    columnRoles.every((role) => role === 'text' || role === 'name' || !map[role]?.includes(at)) &&
    look.cellsOf(at).length > 0;
  if (!map.sign && map.amount && !map.debit && !map.credit) {
    const at = look.places.find((each) => isFree(each) && isSignColumn(look, each, map.amount?.[0] ?? 0));
    if (at !== undefined) map.sign = [at];
  }
  if (!map.status) {
    const at = look.places.find((each) => isFree(each) && isStateColumn(look.cellsOf(each)));
    if (at !== undefined) map.status = [at];
  }
  for (const role of ['text', 'name'] as const) {
    const rest = map[role]?.filter((at) => at !== map.sign?.[0] && at !== map.status?.[0]);
    if (rest && rest.length > 0) map[role] = rest;
    else delete map[role];
  }
}

function isSignColumn(look: Look, at: number, amount: number): boolean {
  const cells = look.cellsOf(at);
  const isUnsigned = look.share(amount, (cell) => /[-−–(]/.test(cell)) === 0;
  return cells.length >= look.cellsOf(amount).length * 0.9 && areSigns(cells, isUnsigned);
}

const letters = /\p{L}{2}/u;
const isBankCode = (cell: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9 ]{10,40}$|^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(cell);

/** Keeps every column of words that nothing else uses as text, because a reference can be in any of them. */
function addTexts({ map, places, valueDate, otherAmounts }: Columns, look: Look): void {
  const used = new Set([...Object.values(map).flat(), ...otherAmounts, valueDate]);
  for (const role of ['own', 'sortCode', 'account', 'other', 'valueDate'] as const)
    for (const at of places[role] ?? []) used.add(at);
  const isWords = (at: number): boolean =>
    look.share(at, isDate) < 0.5 &&
    look.share(at, (cell) => isBankCode(cell) || currencyFrom(cell) !== undefined) < 0.5 &&
    look.share(at, isClearAmount) < 0.5 &&
    look.cellsOf(at).some((cell) => letters.test(cell) || /\d{6}/.test(cell));
  const texts = look.places.filter((at) => !used.has(at) && isWords(at));
  const all = [...(map.text ?? []), ...texts].toSorted((a, b) => a - b);
  if (all.length > 0) map.text = all;
}

/** Guesses the columns of a file without known names from their values, as a suggestion for the user. */
export function columnsByContent(rows: readonly string[][]): ColumnMap {
  const look = lookAt([], rows);
  const isFull = (at: number): boolean => look.cellsOf(at).length > look.rows * 0.8;
  const date = look.places.find((at) => isFull(at) && look.share(at, isDate) > 0.8);
  const amounts = look.places.filter((at) => isFull(at) && at !== date && look.share(at, isClearAmount) > 0.8);
  const isPartly = (at: number): boolean => look.cellsOf(at).length > 0 && !isFull(at);
  // Next to columns of money in and money out, which are filled in turn, the full one is a balance.
  const isSplit = look.places.filter((at) => isPartly(at) && look.share(at, isClearAmount) > 0.8).length > 1;
  const { amount, balance } = isSplit ? {} : amountAndBalance(look, amounts);
  const map: ColumnMap = {};
  const put = (role: ColumnRole, at: number | undefined): void => void (at !== undefined && (map[role] = [at]));
  put('date', date);
  put('amount', amount);
  put('balance', balance);
  put(
    'currency',
    look.places.find((at) => isFull(at) && look.share(at, (cell) => currencyFrom(cell) !== undefined) === 1),
  );
  const columns: Columns = { map, header: [], places: { other: amounts }, otherAmounts: [], valueDate: undefined };
  addByContent(columns, look);
  addTexts(columns, look);
  return map;
}

/** Of several columns with amounts, the one by which another one grows from row to row. */
function amountAndBalance(look: Look, amounts: readonly number[]): { amount?: number; balance?: number } {
  const values = new Map(amounts.map((at) => [at, look.cellsOf(at).map(readEither)]));
  const steps = (balance: number, amount: number, turned: 1 | -1): boolean => {
    const [after = [], moved = []] = [values.get(balance), values.get(amount)];
    if (after.length < 2 || after.length !== moved.length) return false;
    return after.every((value, at) => {
      const before = after[at - turned];
      return before === undefined || value - before === moved[at];
    });
  };
  for (const amount of amounts) {
    const balances = amounts.filter((at) => at !== amount && (steps(at, amount, 1) || steps(at, amount, -1)));
    const balance = balances.at(-1);
    if (balance !== undefined) return { amount, balance };
  }
  const [only] = amounts;
  if (amounts.length === 1 && only !== undefined) return { amount: only };
  const signed = amounts.filter((at) => look.cellsOf(at).some((cell) => /^[-−–(]|-$/.test(cell)));
  return signed.length === 1 && signed[0] !== undefined ? { amount: signed[0] } : {};
}

/** Hundredths of a cell by its last separator, which is good enough to compare rows. */
const readEither = (cell: string): number => {
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?\D*$/.exec(cell) ?? [];
  const sign = /^\D*[-−–(]|-$/.test(cell) ? -1 : 1;
  return sign * Number(`${whole.replace(/\D/g, '')}${fraction.padEnd(2, '0')}`);
};
