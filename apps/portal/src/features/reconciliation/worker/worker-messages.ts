import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import type { Matches } from '#features/reconciliation/matching/result.ts';
import type { BankLine, BankStatement, ColumnMap, CsvTable } from '#features/reconciliation/reading/statement.ts';

/** The exports of our books as text, each where it was asked for. */
export interface BookTexts {
  payments?: string | undefined;
  payouts?: string | undefined;
  statement?: string | undefined;
  /** The account payouts must have gone to, as the file has it; undefined where it names none. */
  destination?: string | undefined;
}

export type WorkerRequest =
  | { kind: 'read'; bytes: ArrayBuffer; columns?: ColumnMap | undefined }
  | { kind: 'match'; books: BookTexts; currency: string };

/** What is known of a statement once it is read; the lines stay in the worker until they are matched. */
export interface StatementSummary extends Omit<BankStatement, 'lines'> {
  lines: number;
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
  | { kind: 'read'; summary: StatementSummary; readMs: number }
  | { kind: 'columns'; table: CsvTable; guess: ColumnMap }
  | { kind: 'unreadable'; message: string }
  | { kind: 'progress'; done: number }
  /** Payouts there are, and none went to the account the file is of. */
  | { kind: 'foreign' }
  | ({ kind: 'matched' } & Matched)
  | { kind: 'failed'; message: string };
