import { toPage } from '@volume/contract/page.ts';
import { listPaymentIntents as endpoint } from '@volume/contract/payment-intents.ts';
import { parseUtc } from '@volume/contract/period.ts';
import type { Parameter } from '#database/database.ts';
import { type Call, handle } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import { intentColumns, type IntentRow, toIntent } from './intent-row.ts';

/** Payment intents, newest first (§7). A merchant's caller sees their own; an administrator one merchant's, or all. */
export const listPaymentIntents = handle(endpoint, async (call) => {
  const { page, size } = call.query;
  const { database, clock } = call.services;
  const { where, parameters } = conditionOf(call);
  const [counted] = await database.query<{ count: number }>(
    `SELECT count(*) AS count FROM payment_intents AS i ${where}`,
    parameters,
  );
  const at = parameters.length;
  const rows = await database.query<IntentRow>(
    `SELECT ${intentColumns(`$${at + 1}`)} FROM payment_intents AS i ${where}
     ORDER BY i.created_at DESC, i.payment_intent_id DESC LIMIT $${at + 2}::bigint OFFSET $${at + 3}::bigint`,
    [...parameters, clock.now(), size, page * size],
  );
  const content = rows.map((row) => toIntent(row, call.request.baseUrl));
  return toPage(content, { page, size, totalElements: counted?.count ?? 0 });
});

function conditionOf({ query, caller }: Call<typeof endpoint>): { where: string; parameters: Parameter[] } {
  const parameters: Parameter[] = [];
  const conditions: string[] = [];
  const add = (value: Parameter | undefined, condition: (at: string) => string) => {
    if (value != null) conditions.push(condition(`$${parameters.push(value)}`));
  };
  const at = (time: string | undefined) => (time === undefined ? undefined : new Date(parseUtc(time)));
  add(merchantOf(caller, query.merchantId), (value) => `i.merchant_id = ${value}::uuid`);
  // Its owner too, so that an administrator's question without a merchant is found by the index.
  add(
    query.applicationId,
    (value) => `i.application_id = ${value}::uuid
      AND i.merchant_id = (SELECT a.merchant_id FROM applications AS a WHERE a.application_id = ${value}::uuid)`,
  );
  add(at(query.startDateTimeUtc), (value) => `i.created_at >= ${value}::timestamptz`);
  add(at(query.endDateTimeUtc), (value) => `i.created_at <= ${value}::timestamptz`);
  if (query.showOnlyLinks) conditions.push('i.is_link');
  if (query.showNotStarted === false) conditions.push(`i.status <> 'NOT_STARTED'`);
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', parameters };
}
