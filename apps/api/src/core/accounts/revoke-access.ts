import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Revoked = {
  userAccountId: string;
  at: Date;
  /** The session that goes on; left out, none does. */
  except?: string;
};

/** Ends every session, sign-in under way and link from a mail of an account; bites on the next call. */
export async function revokeAccess({ query }: Queries, { userAccountId, at, except }: Revoked): Promise<void> {
  await query(
    sql`UPDATE sessions SET revoked_at = ${at}
      WHERE user_account_id = ${userAccountId} AND revoked_at IS NULL AND jti IS DISTINCT FROM ${except ?? null}`,
  );
  await query(
    sql`UPDATE one_time_requests SET used_at = ${at} WHERE user_account_id = ${userAccountId} AND used_at IS NULL`,
  );
  await query(sql`UPDATE reset_tokens SET is_used = true WHERE user_account_id = ${userAccountId} AND NOT is_used`);
}
