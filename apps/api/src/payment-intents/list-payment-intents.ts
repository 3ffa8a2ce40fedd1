import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toPage } from '@volume/contract/page.ts';
import {
  getPaymentIntent as getPaymentIntentEndpoint,
  listPaymentIntents as listPaymentIntentsEndpoint,
} from '@volume/contract/payment-intents.ts';
import { parseUtc } from '@volume/contract/period.ts';
import { handle } from '#core/handler.ts';
import { findObjectOwner, merchantOf } from '#core/tenant.ts';
import { type FilterRules, toWhere } from '#core/list-filters.ts';
import { sql } from '#database/sql.ts';
import { notFound } from '#core/problem.ts';
import { findIntent, intentColumns, type IntentRow, toIntent } from './intent-row.ts';

const rules: FilterRules<Omit<QueryOf<typeof listPaymentIntentsEndpoint>, 'merchantId' | 'page' | 'size'>> = {
  // Its owner too, so that an administrator's question without a merchant is found by the index.
  applicationId: (id) => sql`i.application_id = ${id}::uuid
      AND i.merchant_id = (SELECT a.merchant_id FROM applications AS a WHERE a.application_id = ${id}::uuid)`,
  startDateTimeUtc: (start) => sql`i.created_at >= ${new Date(parseUtc(start))}::timestamptz`,
  endDateTimeUtc: (end) => sql`i.created_at <= ${new Date(parseUtc(end))}::timestamptz`,
  showOnlyLinks: (isAsked) => (isAsked ? sql`i.is_link` : null),
  showNotStarted: (isShown) => (isShown ? null : sql`i.status <> 'NOT_STARTED'`),
};

/** Payment intents, newest first (§7). A merchant's caller sees their own; an administrator one merchant's, or all. */
export const listPaymentIntents = handle(listPaymentIntentsEndpoint, async ({ query, caller, services, request }) => {
  const { page, size } = query;
  const { database, clock } = services;
  const merchantId = merchantOf(caller, query.merchantId);
  const where = toWhere(rules, query, ...(merchantId === null ? [] : [sql`i.merchant_id = ${merchantId}::uuid`]));
  const [counted] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM payment_intents AS i WHERE ${where}`,
  );
  const rows = await database.query<IntentRow>(
    sql`SELECT ${intentColumns(clock.now())} FROM payment_intents AS i WHERE ${where}
     ORDER BY i.created_at DESC, i.payment_intent_id DESC LIMIT ${size}::bigint OFFSET ${page * size}::bigint`,
  );
  const content = rows.map((row) => toIntent(row, request.baseUrl));
  return toPage(content, { page, size, totalElements: counted?.count ?? 0 });
});

/** A payment intent with its attempts (§7). */
export const getPaymentIntent = handle(getPaymentIntentEndpoint, async ({ params, caller, services, request }) => {
  const { database, clock } = services;
  const merchantId = await findObjectOwner(database, caller, params.paymentIntentId);
  const intent = merchantId && (await findIntent(database, { merchantId, ...params }, clock.now()));
  if (!intent) throw notFound('This payment intent');
  return toIntent(intent, request.baseUrl);
});
