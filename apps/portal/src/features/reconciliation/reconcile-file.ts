import type { CsvCell, CsvClock } from '@volume/contract/lists/csv.ts';
import { csvAmount } from '@volume/contract/lists/csv.ts';
import type { CsvSource } from '#lists/export/csv-source.ts';
import type { BookEntry } from './matching/books.ts';
import type { Match } from './matching/result.ts';
import { isoDay, type BankLine } from './reading/statement.ts';
import {
  type Decisions,
  entryKey,
  keyOf,
  lineKey,
  type Parts,
  type Reconciliation,
  toParts,
} from './reconciliation.ts';
import { ruleLabels, viewLabels } from './reconciliation-labels.ts';

const header = (clock: CsvClock): CsvCell[] => [
  'Result',
  'Reason',
  'Line',
  'Bank date',
  'Bank amount',
  'Bank name',
  'Bank reference',
  'Bank text',
  'Currency',
  'Id',
  'Kind',
  clock.header('Created'),
  'Amount',
  'Name',
  'Reference',
  'Note',
];

export function resultSource(of: Reconciliation, decisions: Decisions): CsvSource {
  const rows = toRows(of, toParts(of, decisions), decisions);
  return {
    kind: 'paged',
    header,
    readPage: async () => ({
      isLast: true,
      rows: rows.map((cells, at) => ({ key: String(at), cells })),
    }),
  };
}

type Row = (clock: CsvClock) => CsvCell[];

function toRows(of: Reconciliation, parts: Parts, { decided, notes }: Decisions): Row[] {
  const row =
    (result: string, reason: string, line?: BankLine, entry?: BookEntry): Row =>
    (clock) => [
      result,
      reason,
      ...lineCells(line),
      of.currency,
      ...entryCells(clock, entry),
      [line && notes[lineKey(line)], entry && notes[entryKey(entry)]].filter(Boolean).join('; '),
    ];
  const rowsOf = (result: string, match: Match): Row[] =>
    Array.from({ length: Math.max(match.lines.length, match.entries.length) }, (_, at) =>
      row(
        result,
        ruleLabels[match.rule],
        // A line for several payments is repeated in each row, so that every row is complete.
        of.lines[match.lines[Math.min(at, match.lines.length - 1)] ?? -1],
        of.entries[match.entries[Math.min(at, match.entries.length - 1)] ?? -1],
      ),
    );
  return [
    ...parts.matched.flatMap((match) => rowsOf(resultOf(of, match, decided), match)),
    ...parts.look.flatMap((match) => rowsOf(viewLabels.look, match)),
    ...parts.bank.map((line) => row(viewLabels.bank, '', line)),
    ...parts.here.map((entry) => row(viewLabels.here, '', undefined, entry)),
  ];
}

function resultOf(of: Reconciliation, match: Match, decided: Decisions['decided']): string {
  if (match.rule === 'hand') return ruleLabels.hand;
  return decided[keyOf(of, match)] ? 'Accepted' : 'Matched exactly';
}

function lineCells(line: BankLine | undefined): CsvCell[] {
  if (!line) return [null, null, null, null, null, null];
  return [line.number, isoDay(line.day), csvAmount(line.amount), line.name, line.reference, line.text];
}

function entryCells(clock: CsvClock, entry: BookEntry | undefined): CsvCell[] {
  if (!entry) return [null, null, null, null, null, null];
  const id = entry.paymentId ?? entry.payoutId ?? entry.id;
  return [id, entry.kind, clock.time(entry.atUtc), csvAmount(entry.amount), entry.name, entry.references[0] ?? ''];
}
