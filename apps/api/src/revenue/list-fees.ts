import {
  exportAllFees as exportEndpoint,
  listFees as listEndpoint,
  type MerchantFees,
} from '@volume/contract/balances/fees.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { csvAmount, type CsvFormat, toCsvHeader, toCsvLine } from '@volume/contract/lists/csv.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { batchSize } from '#core/files.ts';
import { handle, type Handler, handleStream, type WithSums } from '#core/handler.ts';
import { inSnapshot, type Queries } from '#database/database.ts';
import { foldText } from '#database/fold-text.ts';
import { feePercentage } from '#database/merchants/fees.ts';
import { sql } from '#database/sql.ts';
import { exportFees, getFeeDocument, getFeeStatement } from './fee-statements.ts';
import { joinMonth, monthOf } from './read-fees.ts';

type Row = WithSums<Omit<MerchantFees, 'merchantId' | 'companyName' | 'currency'>> &
  Pick<MerchantFees, 'merchantId' | 'companyName' | 'currency'>;

interface Wanted {
  month: string;
  search?: string | undefined;
  currency?: Currency | undefined;
}

/** The fees of all merchants for a month. They are filtered and sorted here: a merchant has two rows at most. */
const listFees = handle(listEndpoint, async ({ query, services: { database, clock } }) => {
  const { page, size, sort } = query;
  const rows = await inSnapshot(database, (snapshot) => readFees(snapshot, query));
  sortBy(rows, sort);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted().toReversed();
  return {
    ...toPage(rows.slice(page * size, (page + 1) * size), { page, size, totalElements: rows.length }),
    isSoFar: clock.now() < monthOf(query.month).to,
    totals: currencies.map((currency) => ({ currency, ...addUpFees(rows.filter((row) => row.currency === currency)) })),
  };
});

const header = ['Merchant', 'Merchant id', 'Currency', 'Count', 'Amount', 'Fee'];

/** The same as CSV, by name. */
const exportAllFees = handleStream(exportEndpoint, async ({ query, services }) => {
  const rows = await inSnapshot(services.database, (snapshot) => readFees(snapshot, query));
  return { name: `fees-${query.month}`, header: toCsvHeader(header, query), batches: toLines(rows, query) };
});

async function* toLines(rows: readonly Row[], format: CsvFormat) {
  for (let at = 0; at < rows.length; at += batchSize) {
    yield rows
      .slice(at, at + batchSize)
      .map(({ companyName, merchantId, currency, count, amount, fee }) =>
        toCsvLine([companyName, merchantId, currency, Number(count), csvAmount(amount), csvAmount(fee)], format),
      )
      .join('');
  }
}

/** Rows of a merchant and currency that have pay-ins, by name. */
export async function readFees(queries: Queries, { month, search = '', currency }: Wanted): Promise<Row[]> {
  const rows = await queries.query<Row>(
    sql`SELECT t.merchant_id AS "merchantId", m.company_name AS "companyName", t.currency::text AS currency,
        sum(t.count)::bigint AS count, sum(t.amount) AS amount, round(sum(t.amount * ${feePercentage} * 0.01)) AS fee
      FROM ${await joinMonth(queries, null, monthOf(month))}
      GROUP BY 1, 2, t.currency HAVING sum(t.count) > 0
      ORDER BY lower(m.company_name), t.merchant_id, t.currency DESC`,
  );
  const isFound = toSearch(search);
  return rows.filter((row) => (currency === undefined || row.currency === currency) && isFound(row));
}

function toSearch(search: string) {
  const words = foldText(search).split(/\s+/);
  return ({ companyName, merchantId }: Pick<Row, 'companyName' | 'merchantId'>): boolean => {
    const text = `${foldText(companyName)} ${merchantId}`;
    return words.every((word) => text.includes(word));
  };
}

/** The merchants that the list's search finds, including those without fees. */
export async function findMerchants({ query }: Queries, search: string): Promise<string[]> {
  const rows = await query<Pick<Row, 'companyName' | 'merchantId'>>(
    sql`SELECT merchant_id AS "merchantId", company_name AS "companyName" FROM merchants`,
  );
  return rows.filter(toSearch(search)).map(({ merchantId }) => merchantId);
}

function sortBy(rows: Row[], sort: QueryOf<typeof listEndpoint>['sort']): void {
  const [by, direction] = sort.split(',') as ['name' | 'count' | 'amount' | 'fee', 'asc' | 'desc'];
  // Equal figures keep the order of the names.
  if (by !== 'name') rows.sort((a, b) => (direction === 'asc' ? compare(a[by], b[by]) : compare(b[by], a[by])));
  else if (direction === 'desc') rows.reverse();
}

const compare = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);

export function addUpFees(rows: readonly Row[]) {
  const sum = (of: 'amount' | 'fee') => rows.reduce((total, row) => total + BigInt(row[of]), 0n);
  return { count: rows.reduce((total, { count }) => total + Number(count), 0), amount: sum('amount'), fee: sum('fee') };
}

export const feeHandlers: readonly Handler[] = [getFeeStatement, exportFees, getFeeDocument, listFees, exportAllFees];
