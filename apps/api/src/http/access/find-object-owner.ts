import type { Queries } from '#database/database.ts';
import type { Caller } from '#http/caller.ts';

/**
 * The merchant whose books to look an object's bare id up in: a merchant's caller only ever looks into their own, an
 * administrator into its owner's, by the directory (contract §10, Identity). Null when nobody has it.
 */
export async function findObjectOwner({ query }: Queries, caller: Caller, objectId: string): Promise<string | null> {
  if (caller.kind === 'merchant') return caller.merchantId;
  const [row] = await query<{ merchant_id: string }>('SELECT merchant_id FROM object_directory WHERE object_id = $1', [
    objectId,
  ]);
  return row?.merchant_id ?? null;
}
