import { parseUtc } from '@volume/contract/lists/period.ts';
import { getPaymentFailures as endpoint } from '@volume/contract/balances/revenue.ts';
import { handle } from '#core/handler.ts';
import { type FilterRules, momentAfter, toWhere } from '#core/list-filters.ts';
import { merchantOf } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';

const rules: FilterRules<Omit<QueryOf<typeof endpoint>, 'merchantId'>> = {
  applicationId: (id) => sql`p.application_id = ${id}::uuid`,
  startDateTimeUtc: (start) => sql`p.created_at >= ${new Date(parseUtc(start))}::timestamptz`,
  endDateTimeUtc: (end) => sql`p.created_at < ${momentAfter(end)}::timestamptz`,
};

interface Counted {
  kind: 'reason' | 'bank' | 'hour';
  /** A reason, an institution's id, or an hour in UTC; null where the payment has none. */
  key: string | null;
  name: string | null;
  count: number;
}

export const getPaymentFailures = handle(endpoint, ({ query, caller, services }) =>
  readFailures(services.database, query, merchantOf(caller, query.merchantId)),
);

/**
 * Failed pay-ins by reason, bank and hour, from one read: equal combinations are counted next to their merchant's rows
 * first, and then by each of the three. A partial index of failed payments covers all columns.
 */
export async function readFailures(queries: Queries, query: QueryOf<typeof endpoint>, merchantId: string | null) {
  const owner = merchantId === null ? [] : [sql`p.merchant_id = ${merchantId}::uuid`];
  const rows = await queries.query<Counted>(
    sql`SELECT f.kind, f.key, i.name, f.count FROM (
      SELECT k.kind, k.key, sum(a.count)::bigint AS count,
        row_number() OVER (PARTITION BY k.kind ORDER BY sum(a.count) DESC, k.key) AS place
      FROM (
        SELECT p.merchant_id, p.error_description AS reason, p.institution_id AS bank,
          extract(hour FROM p.created_at AT TIME ZONE 'UTC')::int AS hour, count(*) AS count
        FROM payments AS p WHERE ${toWhere(rules, query, sql`p.status = 'FAILED'`, ...owner)} GROUP BY 1, 2, 3, 4
      ) AS a, LATERAL (VALUES ('reason', a.reason), ('bank', a.bank), ('hour', a.hour::text)) AS k(kind, key)
      GROUP BY k.kind, k.key
    ) AS f LEFT JOIN institutions AS i ON f.kind = 'bank' AND i.institution_id = f.key
    WHERE f.kind = 'hour' OR f.place <= 20 ORDER BY f.kind, f.place`,
  );
  const of = (kind: Counted['kind']) => rows.filter((row) => row.kind === kind);
  const byHour = new Map(of('hour').map(({ key, count }) => [Number(key), count]));
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, count: byHour.get(hour) ?? 0 }));
  return {
    count: hours.reduce((sum, { count }) => sum + count, 0),
    reasons: of('reason').map(({ key, count }) => ({ reason: key, count })),
    banks: of('bank').map(({ key, name, count }) => ({ institutionId: key, name, count })),
    hours,
  };
}
