import { toPage } from '@volume/contract/lists/page.ts';
import {
  getPayout as onePayout,
  listPayouts as endpoint,
  type PayoutFilters,
} from '@volume/contract/payouts/payouts.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { raw, sql, type Sql, toEnumArray } from '#database/sql.ts';
import { findApproval, showApprovals } from '#orders/approvals/approval-row.ts';
import { payoutColumns, type PayoutRow, toPayout } from './payout-row.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import { type FilterRules, matchesSearch, momentAfter, toWhere } from '#core/list-filters.ts';

/** Payouts of an application by currency, status, search and period, newest first (§7). */
export const listPayouts = handle(endpoint, async ({ params, query: { page, size, ...filters }, services }) => {
  const { where, order } = selectPayouts(params, filters);
  const { database } = services;
  const totalElements = await countPayouts(database, where);
  const rows = await database.query<PayoutRow>(
    sql`SELECT ${payoutColumns} FROM outbound_payments WHERE ${where} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`,
  );
  return toPage(rows.map(toPayout), { page, size, totalElements });
});

export async function countPayouts({ query }: Queries, where: Sql): Promise<number> {
  const [total] = await query<{ count: number }>(sql`SELECT count(*) AS count FROM outbound_payments WHERE ${where}`);
  return total?.count ?? 0;
}

/** One payout of an application, with its approval if it needed one; @throws 404 for another application's. */
export const getPayout = handle(
  onePayout,
  async ({ params: { merchantId, applicationId, payoutPaymentId }, services }) => {
    const [row] = await services.database.query<PayoutRow>(
      sql`SELECT ${payoutColumns} FROM outbound_payments
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND payout_payment_id = ${payoutPaymentId}`,
    );
    if (!row) throw notFound('This payout');
    const approval = await findApproval(services.database, { merchantId, orderId: payoutPaymentId });
    const [shown = null] = await showApprovals(
      services.database,
      { merchantId, now: services.clock.now() },
      approval ? [approval] : [],
    );
    return { ...toPayout(row), approval: shown };
  },
);

export interface PayoutSelection {
  where: Sql;
  order: Sql;
  isAscending: boolean;
}
interface Owner {
  merchantId: string;
  applicationId: string;
}

/** Searchable text of a payout: recipient, account, reference and id. Must equal the expression of the index. */
const searched = {
  text: sql`lower(coalesce(destination->>'name', '') || ' ' || coalesce(destination->>'iban', '') || ' ' ||
    coalesce(destination->>'accountNumber', '') || ' ' || coalesce(reference, '') || ' ' || payout_payment_id::text)`,
  amount: sql`amount`,
  currency: sql`currency`,
  sortCode: sql`destination->>'sortCode'`,
};

/** The end of the period is inclusive. */
const rules: FilterRules<Omit<PayoutFilters, keyof Owner | 'sort'>> = {
  currency: (currency) => sql`currency = ${currency}::currency`,
  statuses: (names) => sql`status = ANY(${toEnumArray(names)}::money_out_status[])`,
  globalSearch: (search) => matchesSearch(searched, search),
  startDateTimeUtc: (start) => sql`created_at >= ${new Date(parseUtc(start))}::timestamptz`,
  endDateTimeUtc: (end) => sql`created_at < ${momentAfter(end)}::timestamptz`,
};

/** The rows of an application's payout list (§7). Every sort order is that of an index. */
export function selectPayouts({ merchantId, applicationId }: Owner, filters: PayoutFilters): PayoutSelection {
  const owner = sql`merchant_id = ${merchantId} AND application_id = ${applicationId}`;
  const isAscending = filters.sort === 'createdAt,asc';
  const direction = isAscending ? 'ASC' : 'DESC';
  const order = raw(`created_at ${direction}, payout_payment_id ${direction}`);
  return { where: toWhere(rules, filters, owner), order, isAscending };
}
