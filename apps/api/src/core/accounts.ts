import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { foldEmailAddress } from '@volume/contract/email-address.ts';

interface Revoked {
  userAccountId: string;
  at: Date;
  /** The session that goes on; left out, none does. */
  except?: string;
}

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

/** What goes with a second factor that is taken away: its recovery codes and the passkeys. */
export async function forgetFactors({ query }: Queries, userAccountId: string): Promise<void> {
  await query(sql`DELETE FROM recovery_codes WHERE user_account_id = ${userAccountId}`);
  await query(sql`DELETE FROM passkeys WHERE user_account_id = ${userAccountId}`);
}

const week = 7 * 86_400_000;

/**
 * Takes an email address back from an invitation that ran out unanswered: older than seven days, no password, no link that
 * still works (contract §10). Nobody holds an address for ever by inviting it.
 */
export async function freeAddress({ query }: Queries, email: string, now: Date): Promise<void> {
  await query(
    sql`DELETE FROM accounts a
     WHERE lower(a.email COLLATE "C") = ${foldEmailAddress(email)} AND a.invitation = 'PENDING' AND a.password_hash IS NULL
     AND a.created_at <= ${new Date(now.getTime() - week)}
       AND NOT EXISTS (SELECT 1 FROM reset_tokens t WHERE t.user_account_id = a.user_account_id
         AND t.type = 'SET_PASSWORD' AND NOT t.is_used AND t.expires_at > ${now})`,
  );
}

interface Ended {
  userAccountId: string;
  jti: string;
  at: Date;
}

/** Ends one session of an account, with the token it replaced and the one that replaced it. False where none was open. */
export async function endSession({ query }: Queries, { userAccountId, jti, at }: Ended): Promise<boolean> {
  const ended = await query(
    sql`UPDATE sessions SET revoked_at = ${at}
      WHERE user_account_id = ${userAccountId} AND revoked_at IS NULL AND expires_at > ${at}
        AND (jti = ${jti} OR replaced_by = ${jti} OR jti = (SELECT replaced_by FROM sessions WHERE jti = ${jti}))
      RETURNING jti`,
  );
  return ended.length > 0;
}
