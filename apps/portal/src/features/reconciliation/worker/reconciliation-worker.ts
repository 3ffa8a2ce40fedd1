import {
  type BookEntry,
  readPayments,
  readPayouts,
  readStatementLines,
} from '#features/reconciliation/matching/books.ts';
import { countExact, matchStatement } from '#features/reconciliation/matching/match-statement.ts';
import { isSameAccount } from '#features/reconciliation/matching/same-account.ts';
import { proveBalances } from '#features/reconciliation/reading/prove-balances.ts';
import { readStatementFile } from '#features/reconciliation/reading/read-statement-file.ts';
import { type BankStatement, UnknownColumns, UnreadableStatement } from '#features/reconciliation/reading/statement.ts';
import type { BookTexts, StatementSummary, WorkerReply, WorkerRequest } from './worker-messages.ts';

// Runs in a worker to keep the page responsive. Data is sent only back to the page.

let statements: BankStatement[] = [];

const reply = (message: WorkerReply): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const done = data.kind === 'read' ? read(data) : data.kind === 'preview' ? preview(data) : match(data);
  done.catch((error: unknown) => reply(toRefusal(error)));
});

function toRefusal(error: unknown): WorkerReply {
  if (error instanceof UnknownColumns) {
    const { table, guess, message } = error;
    return { kind: 'columns', table, guess, message };
  }
  if (error instanceof UnreadableStatement) return { kind: 'unreadable', message: error.message };
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

async function read({ bytes, choice, choices, mustAsk }: Extract<WorkerRequest, { kind: 'read' }>): Promise<void> {
  const begun = performance.now();
  const { columns, ...meanings } = choice ?? {};
  statements = await readStatementFile(new Uint8Array(bytes), columns, { ...meanings, choices, mustAsk });
  reply({ kind: 'read', summaries: statements.map(summarise), readMs: performance.now() - begun });
}

/** Enough to see whether days, amounts and names are read correctly. */
const previewLines = 4;

async function preview({ bytes, choice }: Extract<WorkerRequest, { kind: 'preview' }>): Promise<void> {
  const { columns, ...meanings } = choice;
  const found = await readStatementFile(new Uint8Array(bytes), columns, meanings);
  reply({ kind: 'preview', lines: found.flatMap(({ lines }) => lines).slice(0, previewLines) });
}

function summarise(statement: BankStatement): StatementSummary {
  const { lines, balances: _, ...rest } = statement;
  let [firstDay, lastDay] = [Infinity, -Infinity];
  for (const { day } of lines) [firstDay, lastDay] = [Math.min(firstDay, day), Math.max(lastDay, day)];
  const proof = proveBalances(statement);
  const brokenLine = proof.kind === 'breaks' ? lines[proof.line] : undefined;
  return { ...rest, lines: lines.length, firstDay, lastDay, proof, brokenLine };
}

async function match(request: Extract<WorkerRequest, { books: BookTexts }>): Promise<void> {
  const { books, currency } = request;
  const statement = statements[request.statement];
  if (!statement) return;
  const begun = performance.now();
  const entries = readBooks(books);
  if (!entries) return reply({ kind: 'foreign' });
  const lines = statement.lines.map((line) => ({ ...line, currency: line.currency || currency }));
  if (request.kind === 'count') return reply({ kind: 'counted', exact: countExact({ lines, entries }) });
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
