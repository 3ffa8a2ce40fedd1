import { type Sql, sql } from '#database/sql.ts';

/** Pay-ins as rows of parts; `key` distinguishes parts with the same name. */
export const payIns = (part: Sql, condition: Sql, key: Sql = sql`NULL::text`): Sql =>
  sql`SELECT ${part} AS part, ${key} AS key, p.merchant_id, p.payment_id AS id, p.created_at AS at, p.amount
    FROM payments AS p WHERE ${condition}`;
