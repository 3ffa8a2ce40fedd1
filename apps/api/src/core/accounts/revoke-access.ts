import type { Queries } from '#database/database.ts';

type Revoked = {
  userAccountId: string;
  at: Date;
  /** The session that goes on; left out, none does. */
  except?: string;
};

/** Ends every session, sign-in under way and link from a mail of an account; bites on the next call. */
export async function revokeAccess({ query }: Queries, { userAccountId, at, except }: Revoked): Promise<void> {
  await query(
    'update sessions set revoked_at = $2 where user_account_id = $1 and revoked_at is null and jti is distinct from $3',
    [userAccountId, at, except ?? null],
  );
  await query('update one_time_requests set used_at = $2 where user_account_id = $1 and used_at is null', [
    userAccountId,
    at,
  ]);
  await query('update reset_tokens set is_used = true where user_account_id = $1 and not is_used', [userAccountId]);
}
