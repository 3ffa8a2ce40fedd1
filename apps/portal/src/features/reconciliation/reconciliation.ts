import type { BookEntry } from './matching/books.ts';
import type { Match, Rule, Sides } from './matching/result.ts';
import type { BankLine, CsvChoice } from './reading/statement.ts';
import type { StatementAccount } from './worker/load-books.ts';
import type { Matched, StatementSummary } from './worker/worker-messages.ts';

export type Decision = 'accepted' | 'refused';

export interface Decisions {
  /** By the key of a match. */
  decided: Record<string, Decision>;
  /** By the key of a line or entry. */
  notes: Record<string, string>;
  /** By the key of a line: the payment that the user chose for it, with its amount. */
  paired: Record<string, string>;
}
export const noDecisions: Decisions = { decided: {}, notes: {}, paired: {} };

/** Which statement of the file is matched, and with which account. */
export interface AccountChoice {
  /** Its index in the file. */
  statement: number;
  of: StatementAccount;
  /** The account that must have received the payouts; undefined for any. */
  destination: string | undefined;
}

export interface Reconciliation extends Matched {
  file: File;
  /** A hash of the file and the statement in it. */
  print: string;
  summary: StatementSummary;
  currency: string;
  account: AccountChoice;
  /** The columns that the user chose for a CSV; undefined when earlier choices were used, or no question was asked. */
  choice: CsvChoice | undefined;
}

/** The shown part of a result; the view and its page are in the address too. */
export interface Position {
  view: View;
  page: number;
  rule: Rule | 'all';
  /** The keys of the selected proposals. */
  chosen: readonly string[];
  /** Pixels from the top of the page. */
  top: number;
}
export const firstPosition: Position = { view: 'look', page: 1, rule: 'all', chosen: [], top: 0 };

/** A result with the user's decisions. */
export interface Work {
  of: Reconciliation;
  decisions: Decisions;
  position: Position;
  /** When the restored work was stored, in milliseconds since 1970. */
  restoredFrom?: number | undefined;
}

/** Identifies a payment with its amount, so that a decision does not hold for another amount. */
const paymentKey = ({ id, amount }: BookEntry): string => `${id} ${amount}`;

type MatchKey = [rule: Rule, lines: number[], payments: string[]];
const readKey = (key: string): MatchKey => JSON.parse(key) as MatchKey;
const paymentsOf = ({ entries }: Sides, match: Match): string[] =>
  match.entries.flatMap((at) => entries[at] ?? []).map(paymentKey);

/** The key of a match. It is the same when the same lines and payments are matched again by the same rule. */
export const keyOf = (of: Sides, match: Match): string =>
  JSON.stringify([match.rule, match.lines, paymentsOf(of, match)] satisfies MatchKey);

export const lineKey = (line: BankLine): string => `line ${line.number}`;
export const entryKey = (entry: BookEntry): string => `entry ${entry.id}`;

export const views = ['matched', 'look', 'bank', 'here'] as const;
export type View = (typeof views)[number];

export interface Parts {
  matched: Match[];
  look: Match[];
  bank: BankLine[];
  here: BookEntry[];
  /** The numbers of lines that were matched by the user and no longer are, or with another payment. */
  changed: ReadonlySet<number>;
}

/** The user's own matches whose line and entry are not used by another match. */
function byHand({ lines, entries }: Reconciliation, paired: Record<string, string>, taken: readonly Match[]): Match[] {
  if (Object.keys(paired).length === 0) return [];
  const lineIsTaken = new Set(taken.flatMap((match) => match.lines));
  const entryIsTaken = new Set(taken.flatMap((match) => match.entries));
  const places = new Map(entries.map((entry, at) => [paymentKey(entry), at] as const));
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
export function toParts(of: Reconciliation, { decided, paired }: Pick<Decisions, 'decided' | 'paired'>): Parts {
  const { lines, entries, matches, summary } = of;
  const accepted = matches.proposals.filter((match) => decided[keyOf(of, match)] === 'accepted');
  const look = matches.proposals.filter((match) => decided[keyOf(of, match)] === undefined);
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
    changed: changedLines(of, { decided, paired }, matched),
  };
}

function changedLines(
  of: Reconciliation,
  { decided, paired }: Pick<Decisions, 'decided' | 'paired'>,
  matched: readonly Match[],
): Set<number> {
  const now = new Map(matched.flatMap((match) => match.lines.map((at) => [at, paymentsOf(of, match).join()] as const)));
  const changed = new Set<number>();
  for (const [key, decision] of Object.entries(decided)) {
    if (decision !== 'accepted') continue;
    const [, lines, payments] = readKey(key);
    for (const at of lines) if (now.get(at) !== payments.join()) changed.add(of.lines[at]?.number ?? 0);
  }
  if (Object.keys(paired).length > 0)
    for (const [at, line] of of.lines.entries()) {
      const payment = paired[lineKey(line)];
      if (payment !== undefined && now.get(at) !== payment) changed.add(line.number);
    }
  return changed;
}

/** Records decisions about matches. They replace earlier decisions about the same lines. */
export function decide(before: Decisions, keys: readonly string[], decision: Decision): Decisions {
  const lines = new Set(keys.flatMap((key) => readKey(key)[1]));
  const others = Object.entries(before.decided).filter(([key]) => !readKey(key)[1].some((at) => lines.has(at)));
  return { ...before, decided: Object.fromEntries([...others, ...keys.map((key) => [key, decision] as const)]) };
}

/** Matches a line by hand. An earlier acceptance of the line no longer counts. */
export function pair(before: Decisions, { lines }: Sides, line: BankLine, entry: BookEntry): Decisions {
  const place = lines.indexOf(line);
  const others = Object.entries(before.decided).filter(
    ([key, decision]) => decision === 'refused' || !readKey(key)[1].includes(place),
  );
  return {
    ...before,
    decided: Object.fromEntries(others),
    paired: { ...before.paired, [lineKey(line)]: paymentKey(entry) },
  };
}

export const linesOf = ({ lines }: Sides, matches: readonly Match[]): BankLine[] =>
  matches.flatMap((match) => match.lines.flatMap((at) => lines[at] ?? []));

/** A hash of the file's content, to find its decisions again. */
export async function printOf(bytes: ArrayBuffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash).slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
