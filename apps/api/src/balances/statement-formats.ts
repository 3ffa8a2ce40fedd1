import { getStatementFile as endpoint } from '@volume/contract/balances/balances.ts';
import { financialYearOf } from '@volume/contract/balances/statement-files/datev.ts';
import {
  type DatevBooks,
  datevBooks,
  formatTraits,
  longAccountIn,
} from '@volume/contract/balances/statement-files/formats.ts';
import type {
  FileLine,
  StatementHead,
  StatementWriter,
} from '@volume/contract/balances/statement-files/statement-file.ts';
import { encoderOf, findFormatProblem, writerOf } from '@volume/contract/balances/statement-files/write-statement.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type FileRows, type FileStream, openRows } from '#core/files.ts';
import { handleStream } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { createUpwardLineMaker, type LineRow, selectLines } from './line-row.ts';
import { daysOf, readNames } from './statement-files.ts';
import { readPeriodUntilNow, readTotals, type StatementPeriod, type Totals } from './statement-period.ts';

/**
 * The statement in a format of other programs, oldest line first. 400 for DATEV without the merchant's books, 422 for a
 * period that the format has no room for.
 */
export const getStatementFile = handleStream(endpoint, async ({ params, query, services }): Promise<FileStream> => {
  const { format } = query;
  const books = format === 'DATEV' ? readBooks(query) : undefined;
  const { found, rows } = await openRows<LineRow, Opened>(services.database, async (snapshot) => {
    const period = await readPeriodUntilNow(snapshot, services, { params, query });
    const names = await readNames(snapshot, params);
    const head = toHead(period, await readTotals(snapshot, period), names, services.clock.now());
    const reason = findFormatProblem(format, head) ?? (books && findYearProblem(head, books));
    if (reason !== undefined) throw new Problem(422, reason, { code: 'FORMAT_TOO_SMALL' });
    return {
      select: (last, limit) => selectLines(period, 'oldest first', last, limit),
      period,
      writer: writerOf(format, head, books),
    };
  });
  const { period, writer } = found;
  const { currency, number } = period.account;
  const { extension, type } = formatTraits[format];
  return {
    // DATEV finds its files by the prefix.
    name: `${format === 'DATEV' ? 'EXTF_' : ''}statement-${currency}-${number}`,
    header: writer.begin,
    batches: writeLines(rows, createUpwardLineMaker(period), writer),
    kind: { extension, type, encode: encoderOf(format) },
  };
});

interface Opened extends FileRows<LineRow> {
  period: StatementPeriod;
  writer: StatementWriter;
}

async function* writeLines(
  rows: AsyncIterable<LineRow[]>,
  toLine: (row: LineRow) => FileLine,
  writer: StatementWriter,
) {
  for await (const batch of rows) yield batch.map((row) => writer.line(toLine(row))).join('');
  if (writer.end !== '') yield writer.end;
}

/** All numbers and accounts of the books. @throws Problem 400 naming those that are missing or too long */
function readBooks(query: QueryOf<typeof endpoint>): DatevBooks {
  const missing = (Object.keys(datevBooks) as (keyof DatevBooks)[]).filter((name) => query[name] === undefined);
  if (missing.length > 0)
    throw new Problem(400, `A DATEV file needs ${new Intl.ListFormat('en').format(missing)}.`, {
      code: 'DATEV_NUMBERS_MISSING',
    });
  const books = query as DatevBooks;
  const tooLong = longAccountIn(books);
  if (tooLong)
    throw new Problem(400, `${tooLong} has more digits than the accounts of these books.`, {
      code: 'DATEV_NUMBERS_MISSING',
    });
  return books;
}

/** The dates of a DATEV file have no year: all of it is in one financial year. */
function findYearProblem({ from, to }: StatementHead, { yearBegins }: DatevBooks): string | undefined {
  const { first, last } = financialYearOf(to, yearBegins);
  return from < first ? `A DATEV file holds one financial year. Choose a period from ${first} to ${last}.` : undefined;
}

function toHead(
  period: StatementPeriod,
  totals: Totals,
  names: Awaited<ReturnType<typeof readNames>>,
  now: Date,
): StatementHead {
  const { account, opening, closing, days } = period;
  const { from, to, isSoFar } = daysOf(period, now);
  // Without a first day the period begins with the first line.
  const first = from ?? toWireTime(days[0]?.start ?? now);
  return {
    madeAtUtc: toWireTime(now),
    from: first.slice(0, 10),
    to: to.slice(0, 10),
    isSoFar,
    currency: account.currency,
    holder: names.holder,
    account: names.identifications,
    opening: opening.balance,
    closing: closing.balance,
    ...totals,
  };
}
