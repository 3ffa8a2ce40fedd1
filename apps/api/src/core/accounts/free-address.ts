import { foldEmailAddress } from '@volume/contract/email-address.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

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
