import type { Queries } from '#database/database.ts';

/** Whether anything may be begun for a merchant. */
export async function isMerchantEnabled({ query }: Queries, merchantId: string): Promise<boolean> {
  const found = await query('SELECT FROM merchants WHERE merchant_id = $1 AND is_enabled', [merchantId]);
  return found.length > 0;
}
