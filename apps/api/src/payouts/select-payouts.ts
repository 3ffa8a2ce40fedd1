import type { PayoutFilters } from '@volume/contract/payouts.ts';
import { parseUtc } from '@volume/contract/period.ts';
import { type FilterRules, justAfter, toWhere } from '#core/list-filters.ts';
import { raw, type Sql, sql } from '#database/sql.ts';

export type PayoutSelection = { where: Sql; order: Sql; isAscending: boolean };
type Owner = { merchantId: string; applicationId: string };

/** The end of the period is within it. */
const rules: FilterRules<Omit<PayoutFilters, keyof Owner | 'sort'>> = {
  currency: (currency) => sql`currency = ${currency}::currency`,
  startDateTimeUtc: (start) => sql`created_at >= ${new Date(parseUtc(start))}::timestamptz`,
  endDateTimeUtc: (end) => sql`created_at < ${justAfter(end)}::timestamptz`,
};

/** The rows of an application's payout list (§7). Every form of it is the index's own order. */
export function selectPayouts({ merchantId, applicationId }: Owner, filters: PayoutFilters): PayoutSelection {
  const owner = sql`merchant_id = ${merchantId} AND application_id = ${applicationId}`;
  const isAscending = filters.sort === 'createdAt,asc';
  const direction = isAscending ? 'ASC' : 'DESC';
  const order = raw(`created_at ${direction}, payout_payment_id ${direction}`);
  return { where: toWhere(rules, filters, owner), order, isAscending };
}
