import { parseUtc } from '@volume/contract/period.ts';
import { getPaymentFailures as endpoint, type PaymentFailures } from '@volume/contract/revenue.ts';
import { handle } from '#core/handler.ts';
import { type FilterRules, justAfter, toWhere } from '#core/list-filters.ts';
import { merchantOf } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';

const rules: FilterRules<Omit<QueryOf<typeof endpoint>, 'merchantId'>> = {
  applicationId: (id) => sql`p.application_id = ${id}::uuid`,
  startDateTimeUtc: (start) => sql`p.created_at >= ${new Date(parseUtc(start))}::timestamptz`,
  endDateTimeUtc: (end) => sql`p.created_at < ${justAfter(end)}::timestamptz`,
};

type Counted = Pick<PaymentFailures, 'reasons' | 'banks' | 'hours'>;

/** Why pay-ins failed. An index holds the failed alone, with all that is asked of them. */
export const getPaymentFailures = handle(endpoint, async ({ query, caller, services }) => {
  const merchantId = merchantOf(caller, query.merchantId);
  const owner = merchantId === null ? [] : [sql`p.merchant_id = ${merchantId}::uuid`];
  const failed = sql`FROM payments AS p WHERE ${toWhere(rules, query, sql`p.status = 'FAILED'`, ...owner)}`;
  const { database } = services;
  const reasons = await database.query<Counted['reasons'][number]>(
    sql`SELECT p.error_description AS reason, count(*) AS count ${failed} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
  );
  const banks = await database.query<Counted['banks'][number]>(
    sql`SELECT f.institution_id AS "institutionId", i.name, f.count
      FROM (SELECT p.institution_id, count(*) AS count ${failed} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20) AS f
      LEFT JOIN institutions AS i ON i.institution_id = f.institution_id
      ORDER BY f.count DESC, f.institution_id`,
  );
  const found = await database.query<Counted['hours'][number]>(
    sql`SELECT extract(hour FROM p.created_at AT TIME ZONE 'UTC')::int AS hour, count(*) AS count ${failed} GROUP BY 1`,
  );
  const byHour = new Map(found.map(({ hour, count }) => [hour, count]));
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, count: byHour.get(hour) ?? 0 }));
  return { count: hours.reduce((sum, { count }) => sum + count, 0), reasons, banks, hours };
});
