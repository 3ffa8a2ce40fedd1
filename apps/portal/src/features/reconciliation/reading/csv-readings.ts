import type { DecimalMark } from '@volume/contract/money/amount-digits.ts';
import { countMarks, markOf, type MarkVotes, readAmount } from './csv-amounts.ts';
import type { Columns } from './csv-columns.ts';
import { type Movements, type Reading, readMovements } from './csv-movements.ts';
import { isEnglishHeader, roleOfName } from './csv-names.ts';
import { cellReader, type Row } from './csv-rows.ts';
import { type Parts, toStatements } from './csv-statements.ts';
import { proveBalances } from './prove-balances.ts';
import { UnreadableStatement } from './statement.ts';

interface Source {
  rows: readonly Row[];
  columns: Columns;
  accounts: readonly number[];
  above: readonly string[][];
  delimiter: string;
  /** Adds balances from outside of the rows. */
  addBalances: (parts: Parts[], mark: DecimalMark) => void;
  /** Asks the user what the words for debit and credit, or amounts such as `7.250`, mean. */
  ask: (message: string, unclearAmount?: string) => Error;
}

/** The result of one reading. */
interface Outcome {
  parts: Parts[];
  movements: Movements;
  proof: 'agrees' | 'breaks' | 'unproved';
}

/**
 * Reads the rows as the file's own words say. Where that contradicts the balances, tries the other readings that the file
 * allows and returns the first one that explains them.
 * @throws UnreadableStatement when nothing shows the direction of the amounts; `ask` for unknown words or decimal marks
 */
export function readProved(source: Source): Parts[] {
  const { mark, other, isClear, example } = decimalMark(source);
  const usual: Reading = { mark, amount: amountColumn(source, mark), fee: 0, direction: 'file', rows: 'booked' };
  const begun = outcomeOfFew(source, usual);
  let plain = begun?.proof === 'breaks' ? begun : outcome(source, usual);
  const isUnclear = !isClear || plain.movements.unknownSign !== undefined;
  if (plain.proof === 'agrees' && plain.movements.unknownSign === undefined) return plain.parts;
  if (plain.proof === 'breaks' || isUnclear) {
    for (const reading of otherReadings(source, usual, other, plain.movements.unknownSign !== undefined)) {
      const found = tryReading(source, reading);
      if (!found) continue;
      refuseUndirected(source, reading, found);
      return found.parts;
    }
  }
  if (!isClear) throw source.ask(unclearMark(example), example);
  if (plain === begun) plain = outcome(source, usual);
  refuseUnknownSign(source, plain);
  return plain.parts;
}

/** Enough rows to reject a reading without reading the whole file with it. */
const fewRows = 300;

function dropBalances(parts: Parts[]): void {
  for (const part of parts) [part.opening, part.closing] = [undefined, undefined];
}

/** The result for the first rows, if they have running balances. */
function outcomeOfFew(source: Source, reading: Reading): Outcome | undefined {
  const { rows, columns } = source;
  if (!columns.map.balance || rows.length < fewRows * 2) return undefined;
  return outcome({ ...source, rows: rows.slice(0, fewRows), addBalances: dropBalances }, reading);
}

function tryReading(source: Source, reading: Reading): Outcome | undefined {
  if (outcomeOfFew(source, reading)?.proof === 'breaks') return undefined;
  const whole = outcome(source, reading);
  if (whole.movements.unknownSign !== undefined) return undefined;
  // A single line whose direction follows from the balance is too little for a proof, but enough to see that signs are missing.
  const isPartly =
    reading.direction === 'balance' &&
    whole.proof === 'unproved' &&
    hasLines(whole) &&
    countUndirected(source, whole.movements) === 1;
  return whole.proof === 'agrees' || isPartly ? whole : undefined;
}

function outcome(source: Source, reading: Reading): Outcome {
  const { rows, columns, accounts } = source;
  const movements = readMovements(rows, columns, reading, balanceMark(source, reading.mark));
  let parts = toStatements(rows, columns, accounts, reading, movements);
  source.addBalances(parts, reading.mark);
  let proof = prove(parts);
  if (parts.length > 1 && accounts.length === 0 && proof !== 'agrees' && columns.map.balance) {
    // A column of currencies can be the currency of the payment, while the account has only one.
    const joined = joinCurrencies(parts);
    if (prove([joined]) === 'agrees') [parts, proof] = [[joined], 'agrees'];
  }
  return { parts, movements, proof };
}

const hasLines = ({ parts }: Outcome): boolean => parts.some(({ lines }) => lines.length > 0);

function prove(parts: readonly Parts[]): Outcome['proof'] {
  const proofs = parts.map((part) => proveBalances(part).kind);
  if (proofs.includes('breaks')) return 'breaks';
  return proofs.includes('agrees') ? 'agrees' : 'unproved';
}

function joinCurrencies(parts: readonly Parts[]): Parts {
  const [first] = parts as [Parts];
  const leftOut: Parts['leftOut'] = new Map();
  for (const part of parts)
    for (const [reason, count] of part.leftOut) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  return { ...first, currency: undefined, lines: parts.flatMap(({ lines }) => lines), leftOut };
}

/** All other readings, those that differ least from the usual one first. */
function otherReadings(
  source: Source,
  usual: Reading,
  otherMark: DecimalMark | undefined,
  isSignUnknown: boolean,
): Reading[] {
  const { columns } = source;
  const { map, otherAmounts } = columns;
  const hasMinus = source.rows.some(({ cells }) => /^\s*[-−–(]|-\s*$/.test(cells[usual.amount ?? -1] ?? ''));
  const marks = otherMark === undefined ? [usual.mark] : [usual.mark, otherMark];
  const amounts = [usual.amount, ...new Set([...(map.amount ?? []), ...otherAmounts])];
  if (map.debit || map.credit) amounts.push(undefined);
  const fees = map.fee ? ([0, -1, 1] as const) : ([0] as const);
  // Turning all signs is a reading only where some amounts have one; otherwise the balance shows the direction.
  const isUnsigned = usual.amount !== undefined && !hasMinus && (!map.sign || isSignUnknown);
  const directions: Reading['direction'][] = hasMinus ? ['file', 'turned'] : ['file'];
  if (map.balance && isUnsigned) directions.push('balance');
  const rows = map.balance ? (['booked', 'with a balance', 'all'] as const) : (['booked', 'all'] as const);
  const differences = (reading: Reading): number =>
    (Object.keys(usual) as (keyof Reading)[]).filter((key) => reading[key] !== usual[key]).length;
  return marks
    .flatMap((mark) => [...new Set(amounts)].map((amount) => ({ mark, amount })))
    .flatMap((each) => fees.map((fee) => ({ ...each, fee })))
    .flatMap((each) => directions.map((direction) => ({ ...each, direction })))
    .flatMap((each) => rows.map((which): Reading => ({ ...each, rows: which })))
    .filter((reading) => differences(reading) > 0)
    .toSorted((a, b) => differences(a) - differences(b));
}

/** The first column of amounts, unless another one is the same with the fee, or money in and money out have columns. */
function amountColumn({ rows, columns }: Source, mark: DecimalMark): number | undefined {
  const { map, otherAmounts } = columns;
  const at = map.amount?.[0];
  if (at === undefined) return undefined;
  const read = (row: Row, place: number) => readAmount((row.cells[place] ?? '').trim(), mark) ?? 0;
  const isSigned = map.sign !== undefined || rows.some((row) => read(row, at) < 0);
  if ((map.debit || map.credit) && !isSigned) return undefined;
  const fee = map.fee?.[0];
  if (fee === undefined || rows.every((row) => read(row, fee) === 0)) return at;
  const total = otherAmounts.find((other) =>
    rows.every((row) => Math.abs(read(row, other) - read(row, at)) === Math.abs(read(row, fee))),
  );
  return total ?? at;
}

const balanceMark = ({ rows, columns }: Source, mark: DecimalMark): DecimalMark => {
  const cell = cellReader(columns);
  return markOf(countMarks(rows.slice(0, fewRows).map(({ cells }) => cell(cells, 'balance')))) ?? mark;
};

interface ChosenMark {
  mark: DecimalMark;
  /** The other mark, when some cells allow it. */
  other: DecimalMark | undefined;
  isClear: boolean;
  example: string;
}

const swap = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

/** The decimal mark by the amounts themselves, by the other numbers of the file, or by its language and delimiter. */
function decimalMark(source: Source): ChosenMark {
  const { rows, columns, above } = source;
  const { map, otherAmounts } = columns;
  const places = [map.amount, map.debit, map.credit, map.fee, otherAmounts].flatMap((each) => each ?? []);
  const votes = countMarks(rows.flatMap(({ cells }) => places.map((at) => cells[at] ?? '')));
  const { example } = votes;
  const cell = cellReader(columns);
  const shown =
    markOf(votes) ??
    markOf(countMarks(rows.map(({ cells }) => cell(cells, 'balance')))) ??
    markOf(countMarks(above.flat()));
  const hasEither = votes.either['.'] + votes.either[','] > 0;
  if (!hasEither) return { mark: shown ?? '.', other: undefined, isClear: true, example };
  const mark = shown ?? columns.decimalMark ?? byLanguage(votes, source);
  if (mark !== undefined) return { mark, other: swap(mark), isClear: true, example };
  return { mark: '.', other: ',', isClear: false, example };
}

/** `7.250` is a thousand in files that write `1,5`; amounts with three decimals have to show it elsewhere. */
function byLanguage({ either }: MarkVotes, { columns, delimiter }: Source): DecimalMark | undefined {
  const isEnglish = isEnglishHeader(columns.header);
  const isForeign = !isEnglish && columns.header.some((name) => roleOfName(name) !== undefined);
  if (either['.'] > 0 && either[','] > 0) return undefined;
  if (either['.'] > 0) return isForeign || (delimiter === ';' && !isEnglish) ? ',' : undefined;
  return !isForeign && delimiter !== ';' ? '.' : undefined;
}

const unclearMark = (example: string): string =>
  `The amounts of this file, such as ${example}, can have a thousands separator or a decimal mark, and nothing in the file shows which.`;

function refuseUnknownSign({ columns, ask }: Source, { movements: { unknownSign } }: Outcome): void {
  if (unknownSign === undefined) return;
  const column = columns.header[columns.map.sign?.[0] ?? -1]?.trim();
  const place = column ? `The column “${column}”` : 'The column for debit or credit';
  const unclear = 'so that the direction of the amounts is not clear: money in or money out.';
  if (unknownSign !== '') throw ask(`${place} says “${unknownSign}”, ${unclear}`);
  throw new UnreadableStatement(
    `${place} is empty in some rows, ${unclear} Download the statement with signed amounts, or as CAMT.053, MT940 or OFX.`,
  );
}

/** The rows with an amount whose direction nothing shows. */
const countUndirected = ({ rows }: Source, { amounts, balances }: Movements): number =>
  rows.filter(
    ({ balance, day }, at) =>
      balance === undefined && day !== undefined && amounts[at] === undefined && balances[at] !== undefined,
  ).length;

/** Where only the balance shows the direction, the first line can have none. */
function refuseUndirected(source: Source, { direction }: Reading, { movements }: Outcome): void {
  if (direction !== 'balance' || countUndirected(source, movements) === 0) return;
  throw new UnreadableStatement(
    'The amounts of this file have no sign. The balance shows the direction of all but one of them, so this one can be money in or money out. Download the statement with signed amounts, or as CAMT.053, MT940 or OFX.',
  );
}
