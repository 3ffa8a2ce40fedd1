import { formatAccount } from '@volume/contract/money/account-number.ts';
import {
  exportStatement as exportEndpoint,
  getStatementDocument as documentEndpoint,
  lineLabel,
  mostDocumentLines,
} from '@volume/contract/balances/balances.ts';
import { csvAmount, type CsvCell, type CsvClock, csvClock } from '@volume/contract/lists/csv.ts';
import type { AccountIdentification } from '@volume/contract/merchants/account.ts';
import { type Currency, sayMoney } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { inSnapshot, type Queries } from '#database/database.ts';
import { readMaker } from '#core/activity/maker.ts';
import { type DocumentClock, documentClock, openTable } from '#core/files.ts';
import { explainSum } from '#core/explained-sum.ts';
import { type Call, handleDocument, handleStream } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import { Problem } from '#core/problem.ts';
import { sql } from '#database/sql.ts';
import { createLineMaker, createUpwardLineMaker, type Line, type LineRow, selectLines } from './line-row.ts';
import { readTotals, type StatementPeriod, readPeriodUntilNow } from './statement-period.ts';

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

/** Exports all lines of the period as CSV. Rejected like the statement itself. */
export const exportStatement = handleStream(exportEndpoint, ({ params, query, services }) => {
  const clock = csvClock(query.zone);
  return openTable<LineRow>(services.database, query, async (snapshot) => {
    const period = await readPeriodUntilNow(snapshot, services, { params, query });
    const { currency, number } = period.account;
    const toLine = createLineMaker(period.closing.balance);
    return {
      name: `statement-${currency}-${number}`,
      header: headerOf(clock),
      select: (last, limit) => selectLines(period, 'newest first', last, limit),
      toCells: (row) => toCells(toLine(row), currency, clock),
    };
  });
});

function toCells(line: Line, currency: Currency, clock: CsvClock): CsvCell[] {
  return [
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
  ];
}

/** The statement as a PDF, oldest line first. 422 for more lines than a document holds. */
export const getStatementDocument = handleDocument(documentEndpoint, async ({ params, query, caller, services }) => {
  const { database, clock, settings } = services;
  const { period, named, madeBy, totals, lines } = await inSnapshot(database, async (snapshot) => {
    const period = await readPeriodUntilNow(snapshot, services, { params, query });
    const count = period.closing.lines - period.opening.lines;
    if (count > mostDocumentLines) throw tooLong(count);
    return {
      period,
      named: await readNames(snapshot, params),
      madeBy: await readMaker(snapshot, caller),
      totals: await readTotals(snapshot, period),
      lines: await readOldestFirst(snapshot, period),
    };
  });
  const { account, opening, closing } = period;
  const on = documentClock(query.zone);
  const days = daysOf(period, clock.now());
  const sum = (minor: number | bigint) => sayMoney(minor, account.currency);
  return {
    name: `statement-${account.currency}-${account.number}`,
    template: 'statement',
    data: {
      ...named,
      currency: account.currency,
      account: named.identifications.map(({ type, number }) => formatAccount(type, number)).join(' · '),
      period: `${days.from === null ? 'Until' : `${on.day(days.from)} to`} ${on.day(days.to)}`,
      zone: query.zone ?? 'UTC',
      madeAt: on.full(toWireTime(clock.now())),
      madeBy,
      isSimulated: settings.provider === 'SIMULATED',
      opening: { day: days.from && on.day(days.from), sum: sum(opening.balance) },
      closing: { day: on.day(days.to), sum: sum(closing.balance), isSoFar: days.isSoFar },
      moneyIn: { sum: sum(totals.moneyIn), count: countWords(totals.linesIn, 'credit') },
      moneyOut: { sum: sum(totals.moneyOut), count: countWords(totals.linesOut, 'debit') },
      lines: lines.map((line) => toDocumentLine(line, account.currency, on)),
      sums: explainSums(services, { params, query }),
    },
  };
});

/** The sums at the time when the document was made. */
function explainSums(services: Services, { params, query }: Pick<Call<typeof documentEndpoint>, 'params' | 'query'>) {
  const filters = {
    applicationId: params.applicationId,
    payInAccountId: String(params.payInAccountId),
    startDateTimeUtc: query.from,
    endDateTimeUtc: query.to,
    at: toWireTime(services.clock.now()),
  };
  const figures = ['OPENING_BALANCE', 'MONEY_IN', 'MONEY_OUT', 'CLOSING_BALANCE'] as const;
  return figures.map((figure) => explainSum(services, figure, filters));
}

function tooLong(count: number): Problem {
  const [lines, most] = [count, mostDocumentLines].map((each) => each.toLocaleString('en-GB'));
  return new Problem(
    422,
    `This period has ${lines} lines; a PDF holds ${most}. Choose a shorter one, or export it as CSV.`,
    { code: 'FORMAT_TOO_SMALL' },
  );
}

export const countWords = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Milliseconds after midnight in which a posting that began before midnight can still commit with a time of the
 * previous day. Until then that day's closing balance is not final.
 */
const settling = 120_000;

/** The period's first UTC day (null where it starts with the account) and its last, which can still be in progress. */
export function daysOf({ from, before }: StatementPeriod, now: Date) {
  return {
    from: from > 0 ? toWireTime(from) : null,
    to: toWireTime(before - 1),
    isSoFar: before > Math.floor((Number(now) - settling) / 86_400_000) * 86_400_000,
  };
}

async function readOldestFirst({ query }: Queries, period: StatementPeriod): Promise<Line[]> {
  const rows = await query<LineRow>(selectLines(period, 'oldest first', undefined, null));
  return rows.map(createUpwardLineMaker(period));
}

function toDocumentLine(line: Line, currency: Currency, on: DocumentClock) {
  const party = line.counterparty ?? (line.kind === 'FEE' ? 'Volume' : '');
  return {
    at: on.time(line.atUtc),
    kind: lineLabel(line),
    // A name that no typeface can draw is identified by the reference.
    party: line.reference === null ? party : { text: party, otherwise: `Reference ${line.reference}` },
    reference: line.reference ?? '',
    amount: sayMoney(line.amount, currency, 'signed'),
    balance: sayMoney(line.balanceAfter, currency),
  };
}

interface Names {
  merchant: string;
  application: string;
  holder: string;
  identifications: AccountIdentification[];
}

export async function readNames(
  { query }: Queries,
  named: { merchantId: string; payInAccountId: number },
): Promise<Names> {
  const [found] = await query<Names>(
    sql`SELECT m.company_name AS merchant, a.application_name AS application, d.account_holder_name AS holder,
       array_remove(ARRAY[d.account_identification_2, d.account_identification_1], NULL) AS identifications
     FROM payee_details AS d JOIN merchants AS m ON m.merchant_id = d.merchant_id
     JOIN applications AS a ON a.merchant_id = d.merchant_id AND a.application_id = d.application_id
     WHERE d.merchant_id = ${named.merchantId} AND d.payee_detail_id = ${named.payInAccountId}`,
  );
  if (!found) throw new Error('An account without an application.');
  return found;
}
