import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import {
  getPaymentLink as getPaymentLinkEndpoint,
  listPaymentLinks as listPaymentLinksEndpoint,
} from '@volume/contract/payment-links/payment-links.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import { handle } from '#core/handler.ts';
import { findObjectOwner, merchantOf } from '#core/tenant.ts';
import { type FilterRules, matchesSearch, toWhere } from '#core/list-filters.ts';
import { andOf, sql } from '#database/sql.ts';
import { notFound } from '#core/problem.ts';
import {
  findPaymentLink,
  paymentLinkColumns,
  type PaymentLinkRow,
  statusAt,
  toPaymentLink,
} from './payment-link-row.ts';

type Filters = Omit<QueryOf<typeof listPaymentLinksEndpoint>, 'merchantId' | 'page' | 'size'>;

/**
 * The searchable text of a link: both descriptions, reference, order and id. Must equal the expression of the index.
 */
const searched = {
  text: sql`lower(coalesce(i.customer_intent_description, '') || ' ' || coalesce(i.merchant_intent_description, '') || ' ' ||
    coalesce(i.reference, '') || ' ' || coalesce(i.merchant_payment_id, '') || ' ' || i.payment_intent_id::text)`,
  amount: sql`i.amount`,
  currency: sql`i.currency`,
};
/** The part of a link's address before its id; users paste whole addresses. */
const beforeId = /^https?:\/\/\S*\/pay\//;

const rulesAt = (now: Date, merchantId: string | null): FilterRules<Filters> => ({
  // With the application's merchant, so that an administrator's query without a merchant can use the index.
  applicationId: (id) =>
    merchantId !== null
      ? sql`i.application_id = ${id}::uuid`
      : sql`i.application_id = ${id}::uuid
      AND i.merchant_id = (SELECT a.merchant_id FROM applications AS a WHERE a.application_id = ${id}::uuid)`,
  startDateTimeUtc: (start) => sql`i.created_at >= ${new Date(parseUtc(start))}::timestamptz`,
  endDateTimeUtc: (end) => sql`i.created_at <= ${new Date(parseUtc(end))}::timestamptz`,
  showOnlyLinks: (isAsked) => (isAsked ? sql`i.is_link` : null),
  showNotStarted: (isShown) => (isShown ? null : sql`i.status <> 'NOT_STARTED'`),
  statuses: (names) => sql`${statusAt(now, merchantId)} = ANY(${names}::text[])`,
  globalSearch: (search) => matchesSearch(searched, search.trim().replace(beforeId, '')),
});

/**
 * Payment links, newest first (§7). A merchant's caller sees their own; an administrator sees one merchant's or all.
 * Attempts are read only for the rows of the page; for the rows before it, servers send only ids, even on deep pages.
 */
export const listPaymentLinks = handle(listPaymentLinksEndpoint, async ({ query, caller, services, request }) => {
  const { page, size } = query;
  const { database, clock } = services;
  const merchantId = merchantOf(caller, query.merchantId);
  const where = toWhere(
    rulesAt(clock.now(), merchantId),
    query,
    ...(merchantId === null ? [] : [sql`i.merchant_id = ${merchantId}::uuid`]),
  );
  const [counted] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM payment_intents AS i WHERE ${where}`,
  );
  const rows = await database.query<PaymentLinkRow>(
    sql`WITH page AS MATERIALIZED (
      SELECT i.merchant_id, i.payment_intent_id FROM payment_intents AS i WHERE ${where}
      ORDER BY i.created_at DESC, i.payment_intent_id DESC LIMIT ${size}::bigint OFFSET ${page * size}::bigint
    )
    SELECT ${paymentLinkColumns(clock.now(), merchantId)} FROM page JOIN payment_intents AS i
      ON i.merchant_id = page.merchant_id AND i.payment_intent_id = page.payment_intent_id${andOf('i', merchantId)}
    ORDER BY i.created_at DESC, i.payment_intent_id DESC`,
  );
  const content = rows.map((row) => toPaymentLink(row, request.baseUrl));
  return toPage(content, { page, size, totalElements: counted?.count ?? 0 });
});

/** A payment link with its attempts (§7). */
export const getPaymentLink = handle(getPaymentLinkEndpoint, async ({ params, caller, services, request }) => {
  const { database, clock } = services;
  const merchantId = await findObjectOwner(database, caller, params.paymentIntentId);
  const paymentLink = merchantId && (await findPaymentLink(database, { merchantId, ...params }, clock.now()));
  if (!paymentLink) throw notFound('This payment intent');
  return toPaymentLink(paymentLink, request.baseUrl);
});
