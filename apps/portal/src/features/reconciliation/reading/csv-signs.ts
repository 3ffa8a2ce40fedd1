import { plain } from './csv-names.ts';
import type { CsvWord, Direction, Directions } from './statement.ts';

const credits =
  'c cr crdt credit credits h haben gutschrift eingang einnahme crédit abono haber ingreso crédito uznanie wpływ kredyt in inn ind incoming received bij bijschrijving avere entrata accredito entrada kredit kreditas kredīts kreeditt insättning jóváírás připsáno příjem príjem tulo pano money~in paid~in cash~in +';
const debits =
  'd dr dbit debit debits s soll lastschrift ausgang ausgabe belastung débit cargo debe gasto débito obciążenie wydatek debet out ut ud outgoing sent af afschrijving dare uscita addebito saída debetas debets deebet uttag terhelés odepsáno výdaj výdej meno otto money~out paid~out cash~out -';
/** Letters that are clear only next to their counterpart in the same column. */
const pairs: readonly [debit: string, credit: string][] = [
  ['a', 'b'],
  ['d', 'a'],
  ['d', 'k'],
  ['o', 'i'],
  ['o', 'u'],
  ['s', 'e'],
  ['s', 'i'],
  ['v', 'p'],
];

const fold = (word: string): string => (/^[-+]$/.test(word.trim()) ? word.trim() : plain(word));
const known = new Map<string, 1 | -1>([
  ...credits.split(' ').map((word) => [fold(word.replace('~', ' ')), 1] as const),
  ...debits.split(' ').map((word) => [fold(word.replace('~', ' ')), -1] as const),
]);

/** A column with more different words is not about debit and credit. */
const mostWords = 100;

export interface Signs {
  /** +1 for a credit, −1 for a debit, undefined for neither. */
  of: (cell: string) => 1 | -1 | undefined;
  /** True when every word of the column is a word for debit or credit and nothing else. */
  isCertain: boolean;
  /** A word that is neither. */
  unknown: string | undefined;
}

/** Reads the words for debit and credit of a column, in any of the known languages or by the user's answers. */
export function readSigns(cells: readonly string[], chosen: Directions = {}): Signs {
  const distinct = [...new Set(cells)].filter((cell) => cell.trim() !== '').slice(0, mostWords);
  const written = new Map(distinct.map((cell) => [fold(cell), cell.trim()]));
  const signs = new Map<string, Direction>();
  let isCertain = written.size > 0;
  for (const word of written.keys()) {
    const pair = pairs.find(
      ([debit, credit]) => written.has(debit) && written.has(credit) && [debit, credit].includes(word),
    );
    const asWritten = written.get(word) ?? '';
    const own = Object.hasOwn(chosen, asWritten) ? chosen[asWritten] : undefined;
    const exact = own ?? (pair ? (word === pair[0] ? -1 : 1) : known.get(word));
    const sign = exact ?? known.get(word.split(' ')[0] ?? '');
    if (exact === undefined || (pair && !known.has(word))) isCertain = false;
    if (sign !== undefined) signs.set(word, sign);
  }
  const unknown = [...written].find(([word]) => !signs.has(word))?.[1];
  const cache = new Map<string, 1 | -1 | undefined>();
  const of = (cell: string) => {
    if (!cache.has(cell)) cache.set(cell, signs.get(fold(cell)));
    return cache.get(cell);
  };
  return { of, isCertain: isCertain && unknown === undefined, unknown };
}

/** More different words than a column for debit and credit has. */
const mostKinds = 8;

/** The distinct words of a column, with the meaning of the known ones; empty for a column with many. */
export function listWords(cells: readonly string[]): CsvWord[] {
  const words = new Set<string>();
  for (const cell of cells) {
    if (cell.trim() !== '') words.add(cell.trim());
    if (words.size > mostKinds) return [];
  }
  const signs = readSigns([...words]);
  return [...words].map((word) => ({ word, direction: signs.of(word) }));
}

/**
 * True for cells that are words for debit and credit. Next to amounts without signs other words are allowed, because the
 * user is asked for their meaning.
 */
export function areSigns(cells: readonly string[], isUnsigned: boolean): boolean {
  const words = [...new Set(cells)];
  // Some banks write `-` for an empty cell.
  if (words.every((word) => word === '-')) return false;
  const signs = readSigns(cells);
  const has = (sign: Direction): boolean =>
    words.some((word) => signs.of(word) === sign && readSigns([word]).isCertain);
  if (signs.isCertain) return words.some((word) => signs.of(word) === -1);
  return isUnsigned && words.length <= mostKinds && has(1) && has(-1);
}
