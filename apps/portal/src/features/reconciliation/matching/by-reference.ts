import { swappedDay } from '#features/reconciliation/reading/statement.ts';
import type { Match, Rule } from './result.ts';
import {
  daysApart,
  type Field,
  freeLines,
  hasSameName,
  indexBy,
  isSameCurrency,
  isWithin,
  take,
  window,
} from './sides.ts';

/** A confirmed payment arrives within this many days. */
const mostDays = 45;

/** Free entries with the line's currency and sign that one of its references names. */
export function namedBy(field: Field, line: number): number[] {
  const found = new Set<number>();
  const { amount = 0 } = field.lines[line] ?? {};
  for (const reference of field.lineReferences[line] ?? []) {
    for (const entry of field.byReference.get(reference) ?? []) {
      const isSameWay = Math.sign(field.entries[entry]?.amount ?? 0) === Math.sign(amount);
      if (field.isEntryFree[entry] && isSameWay && isSameCurrency(field, line, entry)) found.add(entry);
    }
  }
  return [...found];
}

/** Matches by amount, currency, reference and days where there is exactly one candidate on each side. */
export function matchExactly(field: Field): Match[] {
  const found = field.lines.map((line, at) =>
    namedBy(field, at).filter(
      (entry) => field.entries[entry]?.amount === line.amount && isWithin(daysApart(field, at, entry), window),
    ),
  );
  const rivals = new Map<number, number>();
  for (const entry of found.flat()) rivals.set(entry, (rivals.get(entry) ?? 0) + 1);
  return found.flatMap((entries, line) => {
    const [entry] = entries;
    return entry !== undefined && entries.length === 1 && rivals.get(entry) === 1
      ? [take(field, 'exact', [line], [entry])]
      : [];
  });
}

interface Pair {
  line: number;
  entry: number;
  rule: Rule;
  score: number;
}

/** The pairs whose line and entry appear in no other pair. */
export function soleOnBothSides<P extends Pick<Pair, 'line' | 'entry'>>(pairs: readonly P[]): P[] {
  const ofLine = indexBy(pairs.length, (at) => [pairs[at]?.line]);
  const ofEntry = indexBy(pairs.length, (at) => [pairs[at]?.entry]);
  return pairs.filter(({ line, entry }) => ofLine.get(line)?.length === 1 && ofEntry.get(entry)?.length === 1);
}

/** Takes the best pairs first; each line and entry is used once. Deterministic. */
export function takeBest(field: Field, pairs: readonly Pair[]): Match[] {
  const inOrder = pairs.toSorted((a, b) => b.score - a.score || a.line - b.line || a.entry - b.entry);
  return inOrder.flatMap(({ line, entry, rule }) =>
    field.isLineFree[line] && field.isEntryFree[entry] ? [take(field, rule, [line], [entry])] : [],
  );
}

/** Same amount and reference, but several fit or the day does not. */
export function proposeSameReference(field: Field): Match[] {
  const pairs: Pair[] = [];
  for (const line of freeLines(field)) {
    for (const entry of namedBy(field, line)) {
      if (field.entries[entry]?.amount !== field.lines[line]?.amount) continue;
      const pair = judgeDays(field, line, entry);
      if (pair) pairs.push({ line, entry, ...pair, score: pair.score + (hasSameName(field, line, entry) ? 5 : 0) });
    }
  }
  return takeBest(field, pairs);
}

function judgeDays(field: Field, line: number, entry: number): Pick<Pair, 'rule' | 'score'> | undefined {
  const days = daysApart(field, line, entry);
  if (isWithin(days, window)) return { rule: 'ambiguous', score: 90 - Math.abs(days) };
  const swapped = swappedDay(field.lines[line]?.day ?? 0);
  const [, day = 0] = [swapped, field.entries[entry]?.day];
  if (swapped !== undefined && isWithin(swapped - day, window)) return { rule: 'swapped', score: 80 };
  return Math.abs(days) <= mostDays ? { rule: 'late', score: 60 - Math.abs(days) } : undefined;
}

/** Same reference and almost the same amount, after a fee or rounding. Only with exactly one candidate on each side. */
export function proposeDifferences(field: Field): Match[] {
  const pairs = freeLines(field).flatMap((line) =>
    namedBy(field, line)
      .filter((entry) => isWithin(daysApart(field, line, entry), window) && isNear(field, line, entry))
      .map((entry) => ({ line, entry })),
  );
  return soleOnBothSides(pairs).map(({ line, entry }) => take(field, 'difference', [line], [entry]));
}

function isNear(field: Field, line: number, entry: number): boolean {
  const [atBank, here] = [field.lines[line]?.amount ?? 0, field.entries[entry]?.amount ?? 0];
  return Math.abs(atBank - here) <= Math.max(200, Math.abs(here) * 0.03);
}
