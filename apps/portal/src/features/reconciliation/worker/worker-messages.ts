import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import type { Matches } from '#features/reconciliation/matching/result.ts';
import type { BalanceProof } from '#features/reconciliation/reading/prove-balances.ts';
import type {
  BankLine,
  BankStatement,
  ColumnMap,
  CsvChoice,
  CsvChoices,
  CsvTable,
} from '#features/reconciliation/reading/statement.ts';

export interface BookTexts {
  payments?: string | undefined;
  payouts?: string | undefined;
  statement?: string | undefined;
  /** The account that must have received the payouts, as written in the file; undefined when it has none. */
  destination?: string | undefined;
}

export type WorkerRequest =
  | {
      kind: 'read';
      bytes: ArrayBuffer;
      choice?: CsvChoice | undefined;
      choices?: CsvChoices | undefined;
      mustAsk?: boolean | undefined;
    }
  /** Reads a file only to show its first lines. */
  | { kind: 'preview'; bytes: ArrayBuffer; choice: CsvChoice }
  | {
      /** `count` only counts the exact matches. */
      kind: 'match' | 'count';
      /** The index of the statement in the file. */
      statement: number;
      books: BookTexts;
      currency: string;
    };

/** A parsed statement without its lines, which stay in the worker until they are matched. */
export interface StatementSummary extends Omit<BankStatement, 'lines' | 'balances'> {
  lines: number;
  proof: BalanceProof;
  /** The line after which the balances no longer agree. */
  brokenLine?: BankLine | undefined;
  firstDay: number;
  lastDay: number;
}

export interface Matched {
  lines: BankLine[];
  entries: BookEntry[];
  matches: Matches;
  matchMs: number;
}

export type WorkerReply =
  | { kind: 'read'; summaries: StatementSummary[]; readMs: number }
  | { kind: 'columns'; table: CsvTable; guess: ColumnMap; message: string }
  | { kind: 'preview'; lines: BankLine[] }
  | { kind: 'unreadable'; message: string }
  | { kind: 'progress'; done: number }
  /** There are payouts, but none went to the account of the file. */
  | { kind: 'foreign' }
  | ({ kind: 'matched' } & Matched)
  | { kind: 'counted'; exact: number }
  | { kind: 'failed'; message: string };
