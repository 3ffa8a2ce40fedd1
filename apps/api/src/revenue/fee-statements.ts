import {
  exportFees as exportEndpoint,
  type FeesOfCurrency,
  getFeeDocument as documentEndpoint,
  getFeeStatement as statementEndpoint,
} from '@volume/contract/balances/fees.ts';
import { csvAmount, csvClock } from '@volume/contract/lists/csv.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type Currency, sayExact, sayMoney } from '@volume/contract/money/money.ts';
import { readMaker } from '#core/activity/maker.ts';
import { type DocumentClock, documentClock, openTable } from '#core/files.ts';
import { explainSum } from '#core/explained-sum.ts';
import { handle, handleDocument, handleStream, type WithSums } from '#core/handler.ts';
import { inSnapshot, type Integer } from '#database/database.ts';
import { feePercentage, joinFees } from '#database/merchants/fees.ts';
import { type Sql, sql, toEnumArray } from '#database/sql.ts';
import { type MonthSpan, monthOf, readFeeStatement } from './read-fees.ts';
import { revenueStatuses } from './select-revenue.ts';

/** A merchant's fees for a month; they equal GET revenue to the penny (contract §8, Fees). */
export const getFeeStatement = handle(statementEndpoint, ({ params, query, services }) =>
  inSnapshot(services.database, (snapshot) =>
    readFeeStatement(snapshot, { ...params, ...query, now: services.clock.now() }),
  ),
);

interface Row {
  created: string;
  payment_id: string;
  merchant_payment_id: string | null;
  reference: string;
  amount: Integer;
  percentage: string;
  fee: string;
}

/** Every pay-in of the month that has a fee, oldest first: the exact fees add up to the statement's before it rounds. */
export const exportFees = handleStream(exportEndpoint, ({ params, query, services }) => {
  const { currency, month } = query;
  const clock = csvClock(query.zone);
  return openTable<Row>(services.database, query, async () => ({
    name: `fees-${currency}-${month}`,
    header: [
      clock.header('Created'),
      'Payment id',
      'Merchant payment id',
      'Reference',
      'Currency',
      'Amount',
      'Fee in percent',
      'Fee',
    ],
    select: (last, limit) => selectPayments(params.merchantId, { currency, ...monthOf(month) }, last, limit),
    toCells: (row) => [
      clock.time(row.created),
      row.payment_id,
      row.merchant_payment_id,
      row.reference,
      currency,
      csvAmount(row.amount),
      { figure: row.percentage },
      { figure: row.fee },
    ],
  }));
});

function selectPayments(
  merchantId: string,
  { currency, from, to }: MonthSpan & { currency: string },
  last: Row | undefined,
  limit: number | null,
): Sql {
  const after =
    last &&
    sql`AND (created_at, payment_id) > (${last.created}::timestamp AT TIME ZONE 'UTC', ${last.payment_id}::uuid)`;
  return sql`SELECT to_char(t.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS created, t.payment_id, t.merchant_payment_id,
      t.reference, t.amount, trim_scale(${feePercentage})::text AS percentage,
      trim_scale(t.amount * ${feePercentage} * 0.0001)::text AS fee
    FROM (
      SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, payment_id, merchant_payment_id, reference, amount
      FROM payments WHERE merchant_id = ${merchantId} AND currency = ${currency}::currency
        AND created_at >= ${from}::timestamptz AND created_at < ${to}::timestamptz
        AND status = ANY(${toEnumArray(revenueStatuses)}::payment_status[]) AND hold <> 'RETURNED' ${after ?? sql``}
      ORDER BY created_at, payment_id LIMIT ${limit}::bigint
    ) AS t ${joinFees(merchantId)} ORDER BY t.at, t.payment_id`;
}

/** The statement of one currency as a PDF; every pay-in is in the CSV. */
export const getFeeDocument = handleDocument(documentEndpoint, async ({ params, query, caller, services }) => {
  const { database, clock, settings } = services;
  const { currency, zone } = query;
  const now = clock.now();
  const { statement, madeBy } = await inSnapshot(database, async (snapshot) => ({
    statement: await readFeeStatement(snapshot, { ...params, ...query, now }),
    madeBy: await readMaker(snapshot, caller),
  }));
  const fees = statement.currencies.find((each) => each.currency === currency);
  const on = documentClock(zone);
  return {
    name: `fees-${currency}-${query.month}`,
    template: 'fees',
    data: {
      merchant: statement.companyName,
      currency,
      month: monthName.format(monthOf(query.month).from),
      madeAt: on.full(toWireTime(now)),
      madeBy,
      isSoFar: statement.isSoFar,
      isSimulated: settings.provider === 'SIMULATED',
      underWay: statement.underWay,
      ...toTexts(fees ?? noFees, currency, on),
      sums: [explainSum(services, 'FEES', { month: query.month, currency })],
    },
  };
});

type Fees = WithSums<Omit<FeesOfCurrency, 'currency'>>;
const noFees: Fees = { count: 0, amount: 0, fee: 0, lines: [], returned: { count: 0, amount: 0 } };

function toTexts({ lines, returned, count, fee }: Fees, currency: Currency, on: DocumentClock) {
  const counted = (rows: number | bigint) => rows.toLocaleString('en-GB');
  const day = (text: string) => on.day(`${text}T00:00`);
  return {
    lines: lines.map((line) => ({
      days: `${day(line.from)} to ${day(line.to)}`,
      amount: sayMoney(line.amount, currency),
      count: counted(line.count),
      rate: `${line.percentage}%`,
      fee: sayExact(line.exactFee, currency),
    })),
    returned:
      returned.count === 0 ? null : { count: counted(returned.count), amount: sayMoney(returned.amount, currency) },
    count: counted(count),
    total: sayMoney(fee, currency),
  };
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
