import { foldEmailAddress } from '@volume/contract/email-address.ts';
import type { Queries } from '#database/database.ts';

const week = 7 * 86_400_000;

/**
 * Takes an email address back from an invitation that ran out unanswered: older than seven days, no password, no link that
 * still works (contract §10). Nobody holds an address for ever by inviting it.
 */
export async function freeAddress({ query }: Queries, email: string, now: Date): Promise<void> {
  await query(
    `delete from accounts a
     where lower(a.email collate "C") = $1 and a.invitation = 'PENDING' and a.password_hash is null and a.created_at <= $2
       and not exists (select 1 from reset_tokens t where t.user_account_id = a.user_account_id
         and t.type = 'SET_PASSWORD' and not t.is_used and t.expires_at > $3)`,
    [foldEmailAddress(email), new Date(now.getTime() - week), now],
  );
}
