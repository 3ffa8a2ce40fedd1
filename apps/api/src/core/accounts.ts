import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';

/** The fields of a locked account that a sign-in compares with what it verified before. */
export interface LockedAccount {
  password_hash: string | null;
  two_factor: string;
  is_enabled: boolean;
}

/**
 * Locks an account until the transaction ends; null when there is none. Every transaction that opens, renews or ends a
 * session, or opens a request or link that leads to one, does this first: an UPDATE of sessions does not see a row that
 * another transaction is about to commit, and that session would survive. The lock comes after the locks of orders and
 * approvals, before the merchant's row, and before requests, factors and sessions. Read those in a later statement,
 * which then sees the changes the lock waited for.
 */
export async function lockAccount({ query }: Queries, userAccountId: string): Promise<LockedAccount | null> {
  const [account] = await query<LockedAccount>(
    sql`SELECT password_hash, two_factor, is_enabled FROM accounts WHERE user_account_id = ${userAccountId} FOR UPDATE`,
  );
  return account ?? null;
}

interface Revoked {
  userAccountId: string;
  at: Date;
  /** The session to keep, together with its replacement; none when undefined. */
  except?: string;
}

/** Ends every session of an account; the next call with one is rejected. */
export async function endSessions(queries: Queries, { userAccountId, at, except }: Revoked): Promise<void> {
  await lockAccount(queries, userAccountId);
  const kept = except ?? null;
  await queries.query(
    sql`UPDATE sessions SET revoked_at = ${at}
      WHERE user_account_id = ${userAccountId} AND revoked_at IS NULL AND jti IS DISTINCT FROM ${kept}
        AND jti IS DISTINCT FROM (SELECT replaced_by FROM sessions WHERE jti = ${kept})`,
  );
}

/** Ends every session, unfinished sign-in and mailed link of an account; the next call with one is rejected. */
export async function revokeAccess(queries: Queries, revoked: Revoked): Promise<void> {
  const { query } = queries;
  const { userAccountId, at } = revoked;
  await endSessions(queries, revoked);
  await query(
    sql`UPDATE one_time_requests SET used_at = ${at} WHERE user_account_id = ${userAccountId} AND used_at IS NULL`,
  );
  await query(sql`DELETE FROM sign_in_codes WHERE user_account_id = ${userAccountId}`);
  await query(sql`UPDATE reset_tokens SET is_used = true WHERE user_account_id = ${userAccountId} AND NOT is_used`);
}

export async function forgetFactors({ query }: Queries, userAccountId: string): Promise<void> {
  await query(sql`DELETE FROM recovery_codes WHERE user_account_id = ${userAccountId}`);
  await query(sql`DELETE FROM passkeys WHERE user_account_id = ${userAccountId}`);
}

const week = 7 * 86_400_000;

/**
 * Deletes an expired invitation, which frees its email address: older than seven days, no password, no valid link
 * (contract §10). Otherwise an invitation would reserve an address forever.
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

/** Ends a session, including the token it replaced and its replacement. Returns false when none was open. */
export async function endSession(queries: Queries, { userAccountId, jti, at }: Ended): Promise<boolean> {
  await lockAccount(queries, userAccountId);
  const ended = await queries.query(
    sql`UPDATE sessions SET revoked_at = ${at}
      WHERE user_account_id = ${userAccountId} AND revoked_at IS NULL AND expires_at > ${at}
        AND (jti = ${jti} OR replaced_by = ${jti} OR jti = (SELECT replaced_by FROM sessions WHERE jti = ${jti}))
      RETURNING jti`,
  );
  return ended.length > 0;
}
