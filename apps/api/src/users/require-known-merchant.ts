import type { Queries } from '#database/database.ts';
import { notFound } from '#http/problem.ts';

/** 404 for a merchant there is none of: administrators may name any id. */
export async function requireKnownMerchant({ query }: Queries, merchantId: string): Promise<void> {
  const found = await query('SELECT 1 FROM merchants WHERE merchant_id = $1', [merchantId]);
  if (found.length === 0) throw notFound('This merchant');
}
