import { exportStatement as endpoint } from '@volume/contract/balances.ts';
import { csvAmount, type CsvClock, csvClock, toCsvLine } from '@volume/contract/csv.ts';
import type { Queries } from '#database/database.ts';
import { handleStream } from '#core/handler.ts';
import { type Line, readLineBatches } from './line-row.ts';
import { type StatementPeriod, standUntilNow } from './statement-period.ts';

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
  const period = await standUntilNow(services, { params, query });
  return {
    name: `statement-${period.account.currency}-${period.account.number}`,
    header: headerOf(clock),
    batches: writeLines(services.database, period, clock),
  };
});

async function* writeLines(database: Queries, period: StatementPeriod, clock: CsvClock): AsyncGenerator<string> {
  const { currency } = period.account;
  const write = (line: Line): string =>
    toCsvLine([
      clock.time(line.atUtc),
      line.kind,
      line.description,
      line.reference,
      currency,
      csvAmount(line.amount),
      csvAmount(line.balanceAfter),
      line.paymentId,
      line.payoutPaymentId,
      line.exchangeId,
    ]);
  for await (const lines of readLineBatches(database, period)) yield lines.map(write).join('');
}
