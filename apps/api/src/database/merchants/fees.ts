import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';

/**
 * The UTC days for which each changed fee is valid: `(merchant_id, valid_from, valid_until, percentage)`, the end
 * exclusive and null for the last one. Before its first change, and without any, a merchant has the fee in `merchants`.
 */
export const feeSpans = (merchantId: string | null): Sql =>
  sql`SELECT merchant_id, percentage, valid_from,
    lead(valid_from) OVER (PARTITION BY merchant_id ORDER BY valid_from) AS valid_until
    FROM fee_changes${merchantId === null ? sql`` : sql` WHERE merchant_id = ${merchantId}`}`;

/** Joins rows `t (merchant_id, at)`, `at` in UTC without zone, with `m`, their merchant, and `f`, their changed fee. */
export const joinFees = (merchantId: string | null): Sql =>
  sql`JOIN merchants AS m ON m.merchant_id = t.merchant_id
    LEFT JOIN (${feeSpans(merchantId)}) AS f ON f.merchant_id = t.merchant_id
      AND t.at >= f.valid_from AND (f.valid_until IS NULL OR t.at < f.valid_until)`;

/** The fee of such a row in percent: that of the day on which its payment was made. */
export const feePercentage = sql`coalesce(f.percentage, m.payment_flat_fee_in_percentage)`;

/** The fees that are valid today where they are no longer the first one, by merchant. */
export async function readChangedFees(
  { query }: Queries,
  merchantId: string | null,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const only = merchantId === null ? sql`` : sql`AND merchant_id = ${merchantId}`;
  const rows = await query<{ merchantId: string; percentage: number }>(
    sql`SELECT DISTINCT ON (merchant_id) merchant_id AS "merchantId", percentage::float8 AS percentage
      FROM fee_changes WHERE valid_from <= ${utcDay(now)}::date ${only} ORDER BY merchant_id, valid_from DESC`,
  );
  return new Map(rows.map((row) => [row.merchantId, row.percentage]));
}

/** `2026-12-01` */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
