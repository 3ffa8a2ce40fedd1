import { foldReference, likenessOfNames, nameWords } from './fold.ts';
import type { Match, Rule, Sides } from './result.ts';

/** How many days an entry can be before its line (over a weekend and a holiday) and after it. */
export const window = { before: 1, after: 5 };
/** The same for matches that a user confirms. */
export const wideWindow = { before: 2, after: 12 };

/** Lookup tables for both sides, built once, and which lines and entries are still free. */
export interface Field extends Sides {
  /** The normalised references of each line that can identify an entry. */
  lineReferences: readonly ReadonlySet<string>[];
  entryReferences: readonly (readonly string[])[];
  /** Entries by each of their references, free or not. */
  byReference: ReadonlyMap<string, readonly number[]>;
  isLineFree: boolean[];
  isEntryFree: boolean[];
  lineWords: (line: number) => readonly string[];
  entryWords: (entry: number) => readonly string[];
  /** Similarity of the line's and the entry's name, from 0 to 1. */
  likeness: (line: number, entry: number) => number;
}

export function createField(sides: Sides): Field {
  const { lines, entries } = sides;
  const lineNames = nameTable(lines.length, (at) => lines[at]?.name || (lines[at]?.text ?? ''));
  const entryNames = nameTable(entries.length, (at) => entries[at]?.name ?? '');
  const entryReferences = entries.map(({ references }) => toKeys(references));
  return {
    ...sides,
    lineReferences: lines.map(({ reference, text, name }) => referencesIn([reference, text, name])),
    entryReferences,
    byReference: indexBy(entries.length, (at) => entryReferences[at] ?? []),
    isLineFree: lines.map(() => true),
    isEntryFree: entries.map(() => true),
    lineWords: lineNames,
    entryWords: entryNames,
    likeness: (line, entry) => likenessOfNames(lineNames(line), entryNames(entry)),
  };
}

const toKeys = (references: readonly string[]): string[] =>
  [...new Set(references.map(foldReference))].filter(isTelling);

/** The words of each name, computed on first use and cached by name. */
function nameTable(count: number, nameOf: (at: number) => string) {
  const known = Array.from<readonly string[] | undefined>({ length: count });
  const byName = new Map<string, readonly string[]>();
  const read = (name: string): readonly string[] => {
    const words = byName.get(name) ?? nameWords(name);
    byName.set(name, words);
    return words;
  };
  return (at: number): readonly string[] => (known[at] ??= read(nameOf(at)));
}

/** True for an identifying reference. Without a digit it is usually a shop's or a person's name. */
const isTelling = (reference: string): boolean => reference.length >= 3 && /\d/.test(reference);

/**
 * Possible references in a line: a whole field, and words too long for a year or an amount. Also two words joined,
 * because banks insert spaces.
 */
function referencesIn([field = '', ...others]: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (text: string, least: number): void => {
    const folded = foldReference(text);
    if (folded.length >= least && isTelling(folded)) found.add(folded);
  };
  add(field, 3);
  for (const text of [field, ...others]) {
    if (!/\d/.test(text)) continue;
    add(text, 6);
    const words = text.split(/[\s,;:|]+/);
    for (const [at, word] of words.entries()) {
      add(word, 6);
      const next = words[at + 1] ?? '';
      if (/^[A-Za-z]{2,}$/.test(word) && /^\d{3,}$/.test(next)) add(word + next, 6);
    }
  }
  return found;
}

export const daysApart = (field: Field, line: number, entry: number): number =>
  (field.lines[line]?.day ?? 0) - (field.entries[entry]?.day ?? 0);

export const isWithin = (days: number, { before, after }: typeof window): boolean => days >= -before && days <= after;

/** From this similarity on, two names count as the same. */
export const sameName = 0.7;

export const hasSameName = (field: Field, line: number, entry: number): boolean =>
  field.likeness(line, entry) >= sameName;

/** True when both have names and these are clearly different. */
export function hasOtherName(field: Field, line: number, entry: number): boolean {
  const [one, other] = [field.lineWords(line), field.entryWords(entry)];
  return one.length > 0 && other.length > 0 && field.likeness(line, entry) < 0.3;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

/** Marks lines and entries as taken and returns the match with its rule. */
export function take(field: Field, rule: Rule, lines: number[], entries: number[]): Match {
  for (const line of lines) field.isLineFree[line] = false;
  for (const entry of entries) field.isEntryFree[entry] = false;
  const apart = lines.flatMap((line) => entries.map((entry) => daysApart(field, line, entry)));
  const [line = 0] = lines;
  const [entry = 0] = entries;
  return {
    rule,
    lines,
    entries,
    daysApart: apart.reduce((most, days) => (Math.abs(days) > Math.abs(most) ? days : most), 0),
    difference:
      entries.length === 0
        ? 0
        : sum(lines.map((each) => field.lines[each]?.amount ?? 0)) -
          sum(entries.map((each) => field.entries[each]?.amount ?? 0)),
    hasSameName: entries.length > 0 && hasSameName(field, line, entry),
  };
}

/** The indexes of entries or lines by key; those without a key are left out. */
export function indexBy<Key>(count: number, keysOf: (at: number) => Iterable<Key>): Map<Key, number[]> {
  const index = new Map<Key, number[]>();
  for (let at = 0; at < count; at += 1) {
    for (const key of keysOf(at)) {
      const found = index.get(key);
      if (found) found.push(at);
      else index.set(key, [at]);
    }
  }
  return index;
}

export const freeLines = ({ isLineFree }: Field): number[] => isLineFree.flatMap((isFree, at) => (isFree ? [at] : []));

export const isSameCurrency = (field: Field, line: number, entry: number): boolean => {
  const currency = field.lines[line]?.currency;
  return currency === '' || currency === field.entries[entry]?.currency;
};
