import { exportStatement as endpoint } from '@volume/contract/balances.ts';
import { csvAmount, type CsvCell, type CsvClock, csvClock } from '@volume/contract/csv.ts';
import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { batchSize } from '#core/csv-stream.ts';
import { handleStream } from '#core/handler.ts';
import type { Line } from './line-row.ts';
import { type LinePlace, readLinesBefore } from './read-lines-before.ts';
import { standBetween, type StatementPeriod } from './stand-between.ts';

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
    name: `statement-${params.payInAccountId}`,
    header: headerOf(clock),
    batches: readCells(services.database, period, clock),
  };
});

async function* readCells(
  database: Queries,
  { account, closing, from, before }: StatementPeriod,
  clock: CsvClock,
): AsyncGenerator<CsvCell[][]> {
  const toCells = (line: Line): CsvCell[] => [
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
  ];
  for (let place: LinePlace = { balance: closing.balance }; ;) {
    const read = await readLinesBefore(database, account, { from, before }, { place, size: batchSize });
    if (read.lines.length > 0) yield read.lines.map(toCells);
    if (read.lines.length < batchSize) return;
    place = read.place;
  }
}
