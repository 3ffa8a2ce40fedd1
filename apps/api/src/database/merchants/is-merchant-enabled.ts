import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Whether anything may be begun for a merchant. */
export async function isMerchantEnabled({ query }: Queries, merchantId: string): Promise<boolean> {
  const found = await query(sql`SELECT FROM merchants WHERE merchant_id = ${merchantId} AND is_enabled`);
  return found.length > 0;
}
