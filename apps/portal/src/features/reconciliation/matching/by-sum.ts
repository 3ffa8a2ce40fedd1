import { namedBy } from './by-reference.ts';
import type { Match } from './result.ts';
import {
  daysApart,
  type Field,
  freeLines,
  hasSameName,
  indexBy,
  isSameCurrency,
  isWithin,
  take,
  wideWindow,
  window,
} from './sides.ts';

interface Bounds {
  items: number;
  parts: number;
}
/** Among many amounts some add up by chance. A shared name is weaker evidence than a reference, so it allows fewer. */
const byReferences: Bounds = { items: 24, parts: 8 };
const byNames: Bounds = { items: 10, parts: 4 };
const mostSteps = 20_000;

interface Item {
  at: number;
  amount: number;
}

/**
 * Finds at least two parts that add up to a total, if there is exactly one such combination. Gives up on more items
 * than `bounds` allows. All amounts have the same sign.
 */
export function partsOf(total: number, items: readonly Item[], bounds = byReferences): number[] | undefined {
  const target = Math.abs(total);
  if (items.length < 2 || items.length > bounds.items) return undefined;
  const sizes = items.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount) || a.at - b.at);
  const rest = sizes.map((_, at) => sizes.slice(at).reduce((sum, { amount }) => sum + Math.abs(amount), 0));
  const ways: number[][] = [];
  let steps = 0;
  const chosen: number[] = [];
  const follow = (from: number, left: number): void => {
    if (left === 0) ways.push([...chosen]);
    if (left <= 0 || chosen.length === bounds.parts) return;
    for (let at = from; at < sizes.length && ways.length < 2 && steps < mostSteps; at += 1) {
      if ((rest[at] ?? 0) < left) return;
      const item = sizes[at];
      if (!item || Math.abs(item.amount) > left) continue;
      steps += 1;
      chosen.push(item.at);
      follow(at + 1, left - Math.abs(item.amount));
      chosen.pop();
    }
  };
  follow(0, target);
  return ways.length === 1 && steps < mostSteps && (ways[0]?.length ?? 0) > 1
    ? ways[0]?.toSorted((a, b) => a - b)
    : undefined;
}

/** One line for several entries that it names or that have the same payer. */
export function proposeJoined(field: Field): Match[] {
  const namesakes = indexNames(field.entries, (at) => (field.isEntryFree[at] ? field.entryWords(at) : []));
  return freeLines(field).flatMap((line) => {
    const { amount = 0, day = 0 } = field.lines[line] ?? {};
    const isPart = (entry: number): boolean =>
      field.isEntryFree[entry] === true &&
      couldBePart(field, line, entry) &&
      isLess(field.entries[entry]?.amount, amount);
    const toItems = (entries: readonly number[]) =>
      entries.map((at) => ({ at, amount: field.entries[at]?.amount ?? 0 }));
    const days = { from: day - wideWindow.after, to: day + wideWindow.before };
    const byName = () =>
      toItems(namesakes(field.lineWords(line), days, isPart).filter((at) => hasSameName(field, line, at)));
    const parts = partsOf(amount, toItems(namedBy(field, line).filter(isPart))) ?? partsOf(amount, byName(), byNames);
    return parts ? [take(field, 'joined', [line], parts)] : [];
  });
}

/** One entry that arrived in several lines with its reference or its payer. */
export function proposeSplit(field: Field): Match[] {
  const byReference = indexBy(field.lines.length, (at) =>
    field.isLineFree[at] ? (field.lineReferences[at] ?? []) : [],
  );
  const namesakes = indexNames(field.lines, (at) => (field.isLineFree[at] ? field.lineWords(at) : []));
  return field.entries.flatMap(({ amount, day }, entry) => {
    if (!field.isEntryFree[entry]) return [];
    const isPart = (line: number): boolean =>
      field.isLineFree[line] === true && couldBePart(field, line, entry) && isLess(field.lines[line]?.amount, amount);
    const toItems = (lines: readonly number[]) => lines.map((at) => ({ at, amount: field.lines[at]?.amount ?? 0 }));
    const named = (field.entryReferences[entry] ?? []).flatMap((reference) => byReference.get(reference) ?? []);
    const days = { from: day - wideWindow.before, to: day + wideWindow.after };
    const byName = () =>
      toItems(namesakes(field.entryWords(entry), days, isPart).filter((at) => hasSameName(field, at, entry)));
    const parts = partsOf(amount, toItems([...new Set(named)].filter(isPart))) ?? partsOf(amount, byName(), byNames);
    return parts ? [take(field, 'split', parts, [entry])] : [];
  });
}

/** The beginning that two spellings of a word usually share. */
export const stem = (word: string): string => word.slice(0, 4);
const stems = (words: readonly string[]): string[] => [...new Set(words.filter((word) => word.length > 1).map(stem))];

interface Days {
  from: number;
  to: number;
}

/**
 * Indexes names to find possible namesakes within some days: both names have two words with the same beginnings, or one of them
 * has only one word. Avoids comparing everybody with the same surname. Returns nothing when only one is found, because one is not
 * a sum.
 */
function indexNames(all: readonly { day: number }[], wordsOf: (at: number) => readonly string[]) {
  const keysOf = createKeys();
  const index = indexBy(all.length, (at) => keysOf(wordsOf(at)).stored);
  const dayOf = (at = 0): number => all[at]?.day ?? 0;
  for (const found of index.values()) found.sort((a, b) => dayOf(a) - dayOf(b) || a - b);
  return (words: readonly string[], { from, to }: Days, isPart: (at: number) => boolean): number[] => {
    const near: number[] = [];
    for (const key of keysOf(words).sought) {
      const found = index.get(key) ?? [];
      for (let at = firstFrom(found, from, dayOf); at < found.length && dayOf(found[at]) <= to; at += 1) {
        const place = found[at] ?? 0;
        if (isPart(place)) near.push(place);
      }
    }
    return near.length < 2 ? [] : [...new Set(near)].toSorted((a, b) => a - b);
  };
}

/** The index keys of a name, cached because the same names repeat. */
function createKeys() {
  const known = new Map<readonly string[], { stored: string[]; sought: string[] }>();
  return (words: readonly string[]) => {
    const before = known.get(words);
    if (before) return before;
    const own = stems(words);
    const isAlone = own.length === 1;
    const both = pairs(own);
    const keys = {
      stored: [...own, ...both, ...(isAlone ? own.map(alone) : [])],
      sought: isAlone ? own : [...both, ...own.map(alone)],
    };
    known.set(words, keys);
    return keys;
  };
}

const alone = (key: string): string => `${key} .`;
const pairs = (keys: readonly string[]): string[] =>
  keys.flatMap((one, at) => keys.slice(at + 1).map((other) => (one < other ? `${one} ${other}` : `${other} ${one}`)));

/** Binary search for the first index whose day is not before `from`. */
function firstFrom(found: readonly number[], from: number, dayOf: (at?: number) => number): number {
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dayOf(found[middle]) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isLess = (part = 0, whole: number): boolean => Math.abs(part) < Math.abs(whole);

const couldBePart = (field: Field, line: number, entry: number): boolean =>
  Math.sign(field.lines[line]?.amount ?? 0) === Math.sign(field.entries[entry]?.amount ?? 0) &&
  isSameCurrency(field, line, entry) &&
  isWithin(daysApart(field, line, entry), wideWindow);

/** A settlement: one line for all remaining entries of a day, or of up to four days in a row. */
export function proposeBatches(field: Field): Match[] {
  const byDay = indexBy(field.entries.length, (at) =>
    field.isEntryFree[at] ? [`${field.entries[at]?.currency} ${field.entries[at]?.day}`] : [],
  );
  return freeLines(field).flatMap((line) => {
    const { day = 0, currency = '' } = field.lines[line] ?? {};
    for (let back = 0; back <= window.after && currency !== ''; back += 1) {
      const found = daysThatMakeUp(field, byDay, line, day - back);
      if (found) return [take(field, 'batch', [line], found)];
    }
    return [];
  });
}

/** Adds up the free entries from `last` backwards, day by day, until they equal the line's amount. */
function daysThatMakeUp(field: Field, byDay: Map<string, number[]>, line: number, last: number): number[] | undefined {
  const { amount = 0, currency = '' } = field.lines[line] ?? {};
  const found: number[] = [];
  let total = 0;
  for (let day = last; day > last - mostDays; day -= 1) {
    for (const entry of byDay.get(`${currency} ${day}`) ?? []) {
      const part = field.entries[entry]?.amount ?? 0;
      if (!field.isEntryFree[entry] || Math.sign(part) !== Math.sign(amount)) continue;
      found.push(entry);
      total += part;
      if (Math.abs(total) > Math.abs(amount)) return undefined;
    }
    if (total === amount && found.length > 1) return found;
  }
  return undefined;
}

/** A long weekend. */
const mostDays = 4;
