import type { BookEntry } from './matching/books.ts';
import type { Match, Sides } from './matching/result.ts';
import type { BankLine } from './reading/statement.ts';
import type { Matched, StatementSummary } from './worker/worker-messages.ts';

export type Decision = 'accepted' | 'refused';

export interface Decisions {
  decided: Record<string, Decision>;
  notes: Record<string, string>;
  /** The id of the entry that the user chose for a line. */
  paired?: Record<string, string> | undefined;
}

export interface Reconciliation extends Matched {
  file: File;
  /** A hash of the file, under which its decisions are stored. */
  print: string;
  summary: StatementSummary;
  currency: string;
}

/** The key of a match, stable when the same file is matched again. */
export const keyOf = ({ rule, lines, entries }: Match): string => [rule, lines.join('.'), entries.length].join(' ');

export const lineKey = (line: BankLine): string => `line ${line.number}`;
export const entryKey = (entry: BookEntry): string => `entry ${entry.id}`;

export const views = ['matched', 'look', 'bank', 'here'] as const;
export type View = (typeof views)[number];

export interface Parts {
  matched: Match[];
  look: Match[];
  bank: BankLine[];
  here: BookEntry[];
}

/** The user's own matches whose line and entry are otherwise free. */
function byHand({ lines, entries }: Reconciliation, paired: Record<string, string>, taken: readonly Match[]): Match[] {
  if (Object.keys(paired).length === 0) return [];
  const lineIsTaken = new Set(taken.flatMap((match) => match.lines));
  const entryIsTaken = new Set(taken.flatMap((match) => match.entries));
  const places = new Map(entries.map(({ id }, at) => [id, at] as const));
  return lines.flatMap((line, at) => {
    const place = places.get(paired[lineKey(line)] ?? '');
    const entry = entries[place ?? -1];
    if (place === undefined || !entry || lineIsTaken.has(at) || entryIsTaken.has(place)) return [];
    entryIsTaken.add(place);
    const difference = line.amount - entry.amount;
    return [
      {
        rule: 'hand' as const,
        lines: [at],
        entries: [place],
        daysApart: line.day - entry.day,
        difference,
        hasSameName: false,
      },
    ];
  });
}

/** Entries without a line, of all loaded days: the best candidate can be outside the statement's period. */
export function freeEntries(of: Reconciliation, { matched, look }: Parts): BookEntry[] {
  const taken = new Set([...matched, ...look].flatMap((match) => match.entries));
  return of.entries.filter((_, at) => !taken.has(at));
}

/** Splits both sides by result. Entries outside the statement's period are not listed as missing. */
export function toParts(of: Reconciliation, { decided, paired = {} }: Decisions): Parts {
  const { lines, entries, matches, summary } = of;
  const accepted = matches.proposals.filter((match) => decided[keyOf(match)] === 'accepted');
  const look = matches.proposals.filter((match) => decided[keyOf(match)] === undefined);
  const found = [...matches.exact, ...accepted];
  const matched = [...found, ...byHand(of, paired, [...found, ...look])].toSorted(
    (a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0),
  );
  const taken = [...matched, ...look];
  const takenLines = new Set(taken.flatMap((match) => match.lines));
  const takenEntries = new Set(taken.flatMap((match) => match.entries));
  return {
    matched,
    look,
    bank: lines.filter((_, at) => !takenLines.has(at)),
    here: entries.filter(({ day }, at) => !takenEntries.has(at) && day >= summary.firstDay && day <= summary.lastDay),
  };
}

const sum = (all: readonly { amount: number }[]): number => all.reduce((total, { amount }) => total + amount, 0);

/** The bank's total, in minor units. */
export const sumOf = ({ lines }: Sides, matches: readonly Match[]): number =>
  sum(matches.flatMap((match) => match.lines.flatMap((at) => lines[at] ?? [])));

export const sumOfAll = sum;

/** A hash of the file's content, to find its decisions again. */
export async function printOf(bytes: ArrayBuffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash).slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
