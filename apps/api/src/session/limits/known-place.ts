import { foldEmailAddress } from '@volume/contract/email-address.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { addressKey } from '#core/limits/address-key.ts';
import type { RequestFacts } from '#core/handler.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import type { Services } from '#core/services.ts';

type Call = { services: Services; request: RequestFacts };

const mostPlaces = 10;

/**
 * Where a call comes from, as the hash under which an account remembers it: its network and its browser. Asked for by the
 * email address, so that known and unknown accounts cost the same.
 */
export function placeOf({ services, request }: Call, email: string): Promise<string> {
  const browser = request.header('user-agent') ?? '';
  return secretHash(services, `place:${foldEmailAddress(email)}\n${addressKey(request.address)}\n${browser}`);
}

/** Whether somebody signed in to this account from here before. */
export async function isKnownPlace({ database }: Pick<Services, 'database'>, place: string): Promise<boolean> {
  return (await database.query(sql`SELECT 1 FROM known_places WHERE place_hash = ${place}`)).length > 0;
}

/** Remembers where an account was signed in from; the last ten. */
export async function rememberPlace(
  { query }: Queries,
  call: Call,
  { user_account_id: id, email }: { user_account_id: string; email: string },
): Promise<void> {
  await query(
    sql`INSERT INTO known_places (place_hash, user_account_id, last_seen_at)
      VALUES (${await placeOf(call, email)}, ${id}, ${call.services.clock.now()})
     ON CONFLICT (place_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
  );
  await query(
    sql`DELETE FROM known_places WHERE user_account_id = ${id} AND place_hash NOT IN (
       SELECT place_hash FROM known_places WHERE user_account_id = ${id} ORDER BY last_seen_at DESC LIMIT ${mostPlaces})`,
  );
}
