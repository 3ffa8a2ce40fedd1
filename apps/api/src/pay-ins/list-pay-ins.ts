import {
  getPayIn as getPayInEndpoint,
  listPayIns as listPayInsEndpoint,
  type PaymentListItem,
} from '@volume/contract/pay-ins/pay-ins.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { applicationOf, type Caller, findObjectOwner, merchantOf } from '#core/tenant.ts';
import { allOf, andOf, raw, sql, type Sql } from '#database/sql.ts';
import { notFound } from '#core/problem.ts';
import { payInColumns, type PayInRow, toListItem } from './pay-in-row.ts';
import type { Queries } from '#database/database.ts';
import { type Order, skipDays } from './skip-days.ts';
import {
  type PayInFilter,
  requireSearchable,
  toCondition,
  toMilliseconds,
  toRollUpCondition,
  toSearchTerm,
  toTimes,
} from './pay-in-filters.ts';
import { type Span, splitPeriod } from '#database/roll-ups/split-period.ts';

/** Pay-ins by filter, newest first (§7): the caller's own, for an administrator one merchant's or all. */
export const listPayIns = handle(listPayInsEndpoint, async ({ query, caller, services }) => {
  const { page, size, sort } = query;
  const merchantId = merchantOf(caller, query.merchantId);
  const filter = { ...query, merchantId, applicationId: applicationOf(caller, query.applicationId) };
  const order = sort === 'createdAt,asc' ? 'oldest' : 'newest';
  const { content, totalElements } = await findPayInPage(services.database, filter, { page, size, order });
  return toPage(content, { page, size, totalElements });
});

/** One pay-in in the shape of the list (§7); 404 when it does not exist or belongs to another merchant. */
export const getPayIn = handle(getPayInEndpoint, async ({ params, caller, services }) =>
  readPayIn(services.database, caller, params.paymentId),
);

export interface PayInName {
  merchantId: string;
  paymentId: string;
}

/** @throws Problem 404 when it does not exist or belongs to another merchant */
export async function readPayIn(database: Queries, caller: Caller, paymentId: string) {
  const merchantId = await findObjectOwner(database, caller, paymentId);
  if (merchantId === null) throw notFound('This payment');
  return readPayInOf(database, { merchantId, paymentId });
}

/** @throws Problem 404 when the merchant has no such payment */
export async function readPayInOf({ query }: Queries, { merchantId, paymentId }: PayInName) {
  const [row] = await query<PayInRow>(
    sql`SELECT ${payInColumns(merchantId)} FROM payments AS p
      WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${paymentId}`,
  );
  if (row === undefined) throw notFound('This payment');
  return toListItem(row);
}

/** `page` is zero-based, `size` at most 100. */
interface PagePosition {
  page: number;
  size: number;
  order: Order;
}

const toClauses = ({ page, size, order }: PagePosition, offset = page * size): { direction: Sql; limit: Sql } => ({
  direction: raw(order === 'newest' ? 'DESC' : 'ASC'),
  limit: sql`LIMIT ${size}::bigint OFFSET ${offset}::bigint`,
});

export async function findPayInPage(
  queries: Queries,
  filter: PayInFilter,
  position: PagePosition,
): Promise<{ content: PaymentListItem[]; totalElements: number }> {
  await requireSearchable(queries, filter);
  if (isSearch(filter))
    return (filter.merchantId === null ? searchEverywhere : searchPayIns)(queries, filter, position);
  const [content, totalElements] = await Promise.all([
    findPayIns(queries, filter, position),
    countPayIns(queries, filter),
  ]);
  return { content, totalElements };
}

const isSearch = ({ globalSearch: search }: PayInFilter): boolean =>
  search !== undefined && toSearchTerm(search) !== null;

/**
 * The matches of a search across all merchants can be on many servers: each returns its newest ones and not everything
 * it found. A second query counts them only when the page does not already give the total.
 */
async function searchEverywhere(queries: Queries, filter: PayInFilter, position: PagePosition) {
  const content = await findPayIns(queries, filter, position);
  const { page, size } = position;
  const isLast = content.length < size && (content.length > 0 || page === 0);
  return { content, totalElements: isLast ? page * size + content.length : await countPayIns(queries, filter) };
}

/** A search within one merchant runs once, for the page and the total. */
async function searchPayIns(queries: Queries, filter: PayInFilter, position: PagePosition) {
  const { direction, limit } = toClauses(position);
  const rows = await queries.query<PayInRow & { total: number }>(
    sql`WITH found AS MATERIALIZED (
      SELECT p.merchant_id, p.payment_id, p.created_at FROM payments AS p WHERE ${toCondition(filter)}
    ), page AS MATERIALIZED (
      SELECT merchant_id, payment_id FROM found ORDER BY created_at ${direction}, payment_id ${direction} ${limit}
    )
    SELECT ${payInColumns(filter.merchantId)}, (SELECT count(*) FROM found) AS total
    FROM page JOIN payments AS p ON p.merchant_id = page.merchant_id AND p.payment_id = page.payment_id${andOf('p', filter.merchantId)}
    ORDER BY p.created_at ${direction}, p.payment_id ${direction}`,
  );
  const [first] = rows;
  // A page beyond the last has no row that could carry the total.
  const totalElements = first?.total ?? (position.page === 0 ? 0 : await countPayIns(queries, filter));
  return { content: rows.map(toListItem), totalElements };
}

/**
 * One page of pay-ins. The ids come from an index-only scan even on deep pages; then only the page's rows are read. The
 * order is total: payments of the same millisecond are ordered by id.
 */
export async function findPayIns(
  queries: Queries,
  filter: PayInFilter,
  position: PagePosition,
): Promise<PaymentListItem[]> {
  const { page, size, order } = position;
  const rest = await skipDays(queries, { filter, offset: page * size }, order, (edge) => countDirectly(queries, edge));
  const { direction, limit } = toClauses(position, rest.offset);
  // A search matches few payments, so find them first and sort afterwards. Scanning the list's index until a page is
  // full could read all payments.
  const findsFew = isSearch(filter) || filter.merchantPaymentId !== undefined;
  const created = raw(findsFew ? `(p.created_at AT TIME ZONE 'UTC')` : 'p.created_at');
  const rows = await queries.query<PayInRow>(
    sql`WITH page AS MATERIALIZED (
      SELECT p.merchant_id, p.payment_id FROM payments AS p WHERE ${toCondition(rest.filter)}
      ORDER BY ${created} ${direction}, p.payment_id ${direction} ${limit}
    )
    SELECT ${payInColumns(filter.merchantId)} FROM page
    JOIN payments AS p ON p.merchant_id = page.merchant_id AND p.payment_id = page.payment_id${andOf('p', filter.merchantId)}
    ORDER BY p.created_at ${direction}, p.payment_id ${direction}`,
  );
  return rows.map(toListItem);
}

/**
 * The exact number of pay-ins that a filter matches. Whole UTC months and days come from the roll-ups, the partial days
 * at both ends from the list's index. When the roll-ups lack a filtered column (amount, search), everything comes from
 * the index.
 */
export async function countPayIns(queries: Queries, filter: PayInFilter): Promise<number> {
  if (filter.reviewedFilter === 'NOT_REVIEWED') return countOthers(queries, filter, { reviewedFilter: 'REVIEWED' });
  if (filter.returnedFilter === 'NOT_RETURNED') return countOthers(queries, filter, { returnedFilter: 'RETURNED' });
  const { startDateTimeUtc: start, endDateTimeUtc: end, ...others } = filter;
  const condition = toRollUpCondition(others);
  if (condition === null) return countDirectly(queries, filter);
  const { months, days, edges } = splitPeriod({ from: toMilliseconds(start), to: toMilliseconds(end) }, true);
  const counts = await Promise.all([
    ...(months === null ? [] : [countIn(queries, condition, 'month', months)]),
    ...days.map((span) => countIn(queries, condition, 'day', span)),
    ...edges.map((span) => countDirectly(queries, { ...others, ...toTimes(span) })),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Reviewed and returned payments are few and found by an index; these are all others. */
async function countOthers(
  queries: Queries,
  filter: PayInFilter,
  few: Pick<PayInFilter, 'reviewedFilter'> | Pick<PayInFilter, 'returnedFilter'>,
): Promise<number> {
  const none = Object.fromEntries(Object.keys(few).map((name) => [name, undefined]));
  const [all, without] = await Promise.all([
    countPayIns(queries, { ...filter, ...none }),
    countDirectly(queries, { ...filter, ...few }),
  ]);
  // A payment can be marked as reviewed between the two queries.
  return Math.max(0, all - without);
}

/** Counts the payments themselves; the reference for the roll-ups. */
export async function countDirectly({ query }: Queries, filter: PayInFilter): Promise<number> {
  const [row] = await query<{ count: number }>(
    sql`SELECT count(*) AS count FROM payments AS p WHERE ${toCondition(filter)}`,
  );
  return row?.count ?? 0;
}

const rollUps = { day: raw('payments_daily'), month: raw('payments_monthly') };

/** Adds up the whole days or months of a span. */
async function countIn({ query }: Queries, condition: Sql, unit: keyof typeof rollUps, { from, to }: Span) {
  const time = raw(`p.${unit}`);
  const within = allOf([
    condition,
    from && sql`${time} >= ${from}::timestamptz::date`,
    to && sql`${time} < ${to}::timestamptz::date`,
  ]);
  const [row] = await query<{ count: number }>(
    sql`SELECT coalesce(sum(p.count), 0)::bigint AS count FROM ${rollUps[unit]} AS p WHERE ${within}`,
  );
  return row?.count ?? 0;
}
