import {
  type BookEntry,
  readPayments,
  readPayouts,
  readStatementLines,
} from '#features/reconciliation/matching/books.ts';
import { matchStatement } from '#features/reconciliation/matching/match-statement.ts';
import { isSameAccount } from '#features/reconciliation/matching/same-account.ts';
import { readStatement } from '#features/reconciliation/reading/read-statement.ts';
import { type BankStatement, UnknownColumns, UnreadableStatement } from '#features/reconciliation/reading/statement.ts';
import type { BookTexts, StatementSummary, WorkerReply, WorkerRequest } from './worker-messages.ts';

// Runs in a worker to keep the page responsive. Data is sent only back to the page.

let statement: BankStatement | undefined;

const reply = (message: WorkerReply): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    if (data.kind === 'read') read(data);
    else match(data);
  } catch (error) {
    reply(toRefusal(error));
  }
});

function toRefusal(error: unknown): WorkerReply {
  if (error instanceof UnknownColumns) return { kind: 'columns', table: error.table, guess: error.guess };
  if (error instanceof UnreadableStatement) return { kind: 'unreadable', message: error.message };
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

function read({ bytes, columns }: Extract<WorkerRequest, { kind: 'read' }>): void {
  const begun = performance.now();
  statement = readStatement(new Uint8Array(bytes), columns);
  reply({ kind: 'read', summary: summarise(statement), readMs: performance.now() - begun });
}

function summarise({ lines, ...rest }: BankStatement): StatementSummary {
  let [firstDay, lastDay] = [Infinity, -Infinity];
  for (const { day } of lines) [firstDay, lastDay] = [Math.min(firstDay, day), Math.max(lastDay, day)];
  return { ...rest, lines: lines.length, firstDay, lastDay };
}

function match({ books, currency }: Extract<WorkerRequest, { kind: 'match' }>): void {
  if (!statement) return;
  const begun = performance.now();
  const entries = readBooks(books);
  if (!entries) return reply({ kind: 'foreign' });
  const lines = statement.lines.map((line) => ({ ...line, currency: line.currency || currency }));
  const matches = matchStatement({ lines, entries }, (done) => reply({ kind: 'progress', done }));
  reply({ kind: 'matched', lines, entries, matches, matchMs: performance.now() - begun });
}

/** Undefined when no payout went to the account of the file. */
function readBooks({ payments, payouts, statement: own, destination }: BookTexts): BookEntry[] | undefined {
  if (own !== undefined) return readStatementLines(own);
  const direct = payments === undefined ? [] : readPayments(payments);
  const out = payouts === undefined ? [] : readPayouts(payouts);
  const there =
    destination === undefined
      ? out
      : out.filter((entry) => entry.destination.some((number) => isSameAccount(number, destination)));
  // Direct payments arrive on the merchant's own account, so the account is known to be right.
  return payments === undefined && destination !== undefined && there.length === 0 ? undefined : [...direct, ...there];
}
