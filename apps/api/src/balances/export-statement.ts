import { exportStatement as endpoint } from '@volume/contract/balances.ts';
import { csvAmount, type CsvClock, csvClock, toCsvLine } from '@volume/contract/csv.ts';
import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { batchSize } from '#core/csv-stream.ts';
import { handleStream } from '#core/handler.ts';
import { joinLines, type Line, lineColumns, type LineRow, toLine } from './line-row.ts';
import { standBetween, type StatementAccount, type StatementPeriod } from './statement-period.ts';
import { sql } from '#database/sql.ts';

const headerOf = (clock: CsvClock) => [
  clock.header('At'),
  'Kind',
  'Description',
  'Reference',
  'Currency',
  'Amount',
  'Balance after',
  'Payment id',
  'Payout id',
  'Exchange id',
];

/** A statement's lines as CSV, all of the period's; refused as the statement is. */
export const exportStatement = handleStream(endpoint, async ({ params, query, services }) => {
  const clock = csvClock(query.zone);
  // What is booked after this moment is not part of the file.
  const now = Number(services.clock.now());
  const to = toWireTime(Math.min(query.to === undefined ? now : parseUtc(query.to), now));
  const from = query.from ?? toWireTime(0);
  const period = await standBetween(services.database, { params, query: { from, to } });
  return {
    name: `statement-${period.account.currency}-${period.account.number}`,
    header: headerOf(clock),
    batches: readLines(services.database, period, clock),
  };
});

async function* readLines(
  database: Queries,
  { account, closing, from, before }: StatementPeriod,
  clock: CsvClock,
): AsyncGenerator<string> {
  const write = (line: Line): string =>
    toCsvLine([
      clock.time(line.atUtc),
      line.kind,
      line.description,
      line.reference,
      account.currency,
      csvAmount(line.amount),
      csvAmount(line.balanceAfter),
      line.paymentId,
      line.payoutPaymentId,
      line.exchangeId,
    ]);
  for (let place: LinePlace = { balance: closing.balance }; ;) {
    const read = await readLinesBefore(database, account, { from, before }, { place, size: batchSize });
    if (read.lines.length > 0) yield read.lines.map(write).join('');
    if (read.lines.length < batchSize) return;
    place = read.place;
  }
}

/** Where a reading of a statement has come to: the last line read, and the balance before it. */
interface LinePlace {
  last?: LineRow | undefined;
  balance: bigint;
}

/** Milliseconds since the epoch, the end exclusive. */
interface Span {
  from: number;
  before: number;
}

/**
 * The next lines of a period, newest first, and where they end. Each batch begins where the last one ended, so what is
 * booked meanwhile neither moves a line nor costs a batch more.
 */
async function readLinesBefore(
  { query }: Queries,
  { merchantId, otherSide }: StatementAccount,
  { from, before }: Span,
  { place, size }: { place: LinePlace; size: number },
): Promise<{ lines: Line[]; place: LinePlace }> {
  const { last } = place;
  const further = last
    ? sql`AND (at, transfer_id, ledger_account_id) < (${last.at}::timestamptz, ${last.transferId}::uuid,
      ${last.ledgerAccountId}::uuid)`
    : sql``;
  const rows = await query<LineRow>(
    sql`WITH page AS (
       SELECT at, transfer_id, ledger_account_id, -amount AS amount FROM ledger_legs
       WHERE merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[])
         AND at >= ${new Date(from)}::timestamptz AND at < ${new Date(before)}::timestamptz ${further}
       ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC LIMIT ${size}::bigint)
     SELECT ${lineColumns}
     ${joinLines(merchantId)}`,
  );
  let { balance } = place;
  const lines = rows.map((row) => {
    const line = toLine(row, balance);
    balance -= BigInt(row.amount);
    return line;
  });
  return { lines, place: { last: rows.at(-1) ?? last, balance } };
}
