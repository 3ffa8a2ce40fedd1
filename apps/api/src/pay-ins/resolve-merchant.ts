import type { Queries } from '#database/database.ts';
import type { Caller } from '#http/caller.ts';

/**
 * The merchant whose payment a bare id names: a merchant's caller only ever looks among their own, an administrator's id is looked up.
 * Null when there is no such payment; a payment of another merchant is simply not found among one's own.
 */
export async function resolveMerchant(queries: Queries, caller: Caller, paymentId: string): Promise<string | null> {
  if (caller.kind === 'merchant') return caller.merchantId;
  const [row] = await queries.query<{ merchant_id: string }>(
    `SELECT merchant_id FROM object_directory WHERE object_id = $1 AND kind = 'PAYMENT'`,
    [paymentId],
  );
  return row?.merchant_id ?? null;
}
