import { parseUtc } from '@volume/contract/period.ts';
import type { WebhookDeliveryFilters } from '@volume/contract/webhooks.ts';
import { type FilterRules, justAfter, toWhere } from '#core/list-filters.ts';
import { type Sql, sql } from '#database/sql.ts';

/** Newest first; every form of the log is in this order. */
export const newestFirst = sql`created_at DESC, delivery_id DESC`;

/** The end of the period is within it. */
const rules: FilterRules<WebhookDeliveryFilters> = {
  kind: (kinds) => sql`kind = ANY(${kinds}::text[])`,
  // Said once more, in the words of the index of what is still open.
  state: (states) =>
    sql`state = ANY(${states}::text[])${states.includes('DELIVERED') ? sql`` : sql` AND state <> 'DELIVERED'`}`,
  objectId: (id) => sql`object_id = ${id}`,
  from: (from) => sql`created_at >= ${new Date(parseUtc(from))}::timestamptz`,
  to: (to) => sql`created_at < ${justAfter(to)}::timestamptz`,
};

/** The rows of an application's log. */
export const selectDeliveries = (
  { merchantId, applicationId }: { merchantId: string; applicationId: string },
  filters: WebhookDeliveryFilters,
): Sql => toWhere(rules, filters, sql`merchant_id = ${merchantId} AND application_id = ${applicationId}`);
