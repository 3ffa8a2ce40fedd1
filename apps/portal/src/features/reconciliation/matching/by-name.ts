import { soleOnBothSides, takeBest } from './by-reference.ts';
import { isOneEditApart } from './fold.ts';
import type { Match } from './result.ts';
import {
  daysApart,
  type Field,
  freeLines,
  hasOtherName,
  indexBy,
  isSameCurrency,
  isWithin,
  sameName,
  take,
  wideWindow,
} from './sides.ts';
import { stem } from './by-sum.ts';

/**
 * Up to this many entries with the same amount are compared one by one; of more, only those whose names share the
 * beginning of a word.
 */
const mostOfOneSum = 120;

/** Same amount, and the name agrees or the reference is almost the same. */
export function proposeSameSum(field: Field): Match[] {
  const bySum = indexBy(field.entries.length, (at) => (field.isEntryFree[at] ? [field.entries[at]?.amount ?? 0] : []));
  const byNameAndSum = indexBy(field.entries.length, (at) =>
    field.isEntryFree[at] && (bySum.get(field.entries[at]?.amount ?? 0)?.length ?? 0) > mostOfOneSum
      ? new Set(field.entryWords(at).map((word) => `${field.entries[at]?.amount} ${stem(word)}`))
      : [],
  );
  const pairs = freeLines(field).flatMap((line) => {
    const amount = field.lines[line]?.amount ?? 0;
    const all = bySum.get(amount) ?? [];
    const near = all.length <= mostOfOneSum ? all : ofSameName(field, byNameAndSum, line, amount);
    return near.flatMap((entry) => judge(field, line, entry));
  });
  // Order numbers are sequential, so one different character is as likely the next order as a typo. Without an agreeing
  // name, the pair must be the only candidate on both sides.
  const bare = soleOnBothSides(pairs.filter(({ isNamed }) => !isNamed));
  return takeBest(field, [...pairs.filter(({ isNamed }) => isNamed), ...bare]);
}

function judge(field: Field, line: number, entry: number) {
  const days = daysApart(field, line, entry);
  if (!isWithin(days, wideWindow) || !isSameCurrency(field, line, entry)) return [];
  const names = field.likeness(line, entry);
  const isMisspelt = isNearlyNamed(field, line, entry);
  const isNamed = names >= sameName;
  if (!isNamed && (!isMisspelt || hasOtherName(field, line, entry))) return [];
  const score = 30 * names + (isMisspelt ? 25 : 0) - Math.abs(days);
  return [{ line, entry, isNamed, rule: isMisspelt ? ('misspelt' as const) : ('name' as const), score }];
}

const ofSameName = (field: Field, index: Map<string, number[]>, line: number, amount: number): number[] => [
  ...new Set(field.lineWords(line).flatMap((word) => index.get(`${amount} ${stem(word)}`) ?? [])),
];

function isNearlyNamed(field: Field, line: number, entry: number): boolean {
  const own = field.entryReferences[entry] ?? [];
  const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');
  return [...(field.lineReferences[line] ?? [])].some((one) =>
    own.some(
      (other) =>
        (one.length >= 6 && other.length >= 6 && isOneEditApart(one, other)) ||
        (digits(other).length >= 5 && digits(one) === digits(other)),
    ),
  );
}

/** Only the amount agrees, no other line or entry has it within these days, and the names do not contradict. */
export function proposeOnlySums(field: Field): Match[] {
  const key = (amount = 0, currency = ''): string => `${amount} ${currency}`;
  const entries = indexBy(field.entries.length, (at) =>
    field.isEntryFree[at] ? [key(field.entries[at]?.amount, field.entries[at]?.currency)] : [],
  );
  const lines = indexBy(field.lines.length, (at) => (field.isLineFree[at] ? [String(field.lines[at]?.amount)] : []));
  const within = { before: 1, after: 4 };
  return freeLines(field).flatMap((line) => {
    const { amount = 0, currency = '' } = field.lines[line] ?? {};
    const found = (entries.get(key(amount, currency)) ?? []).filter((entry) =>
      isWithin(daysApart(field, line, entry), wideWindow),
    );
    const [entry] = found;
    if (entry === undefined || found.length > 1 || !isWithin(daysApart(field, line, entry), within)) return [];
    const rivals = (lines.get(String(amount)) ?? []).filter((each) =>
      isWithin(daysApart(field, each, entry), wideWindow),
    );
    return rivals.length === 1 && !hasOtherName(field, line, entry) ? [take(field, 'sum', [line], [entry])] : [];
  });
}

/** A line with the same content as a matched one: booked twice, or twice in the file. */
export function proposeDuplicates(field: Field): Match[] {
  const same = indexBy(field.lines.length, (at) => {
    const { amount, currency, name, reference, text } = field.lines[at] ?? {};
    return [name, reference, text].some(Boolean) ? [[amount, currency, name, reference, text].join('\n')] : [];
  });
  return [...same.values()].flatMap((group) => {
    const taken = group.filter((line) => !field.isLineFree[line]);
    return group.flatMap((line) => {
      if (!field.isLineFree[line]) return [];
      const twin = taken.find((other) => Math.abs((field.lines[other]?.day ?? 0) - (field.lines[line]?.day ?? 0)) <= 3);
      return twin === undefined ? [] : [{ ...take(field, 'duplicate', [line], []), twin }];
    });
  });
}
