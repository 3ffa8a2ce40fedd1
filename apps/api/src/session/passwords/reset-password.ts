import { resetPassword as endpoint } from '@volume/contract/passwords.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { handlePublic } from '#core/handler.ts';
import { rememberPlace } from '#session/limits/known-place.ts';
import { recordOwnActivity } from '#session/own/record-own-activity.ts';
import { tellOwner } from '#session/own/tell-owner.ts';
import { hashNewPassword } from './new-password.ts';
import { revokeAccess } from '#core/accounts/revoke-access.ts';
import { findResetToken, linkOver } from './reset-token.ts';

/** Chooses a password by a link from a mail: 404 unknown, 410 used or over, 400 when the password is refused. */
export const resetPassword = handlePublic(endpoint, async (call) => {
  const { body, services } = call;
  const { row, account } = await findResetToken(services, body.token);
  if (row.is_used) throw linkOver();
  const hash = await hashNewPassword(services, account, body.password);
  const at = services.clock.now();
  await services.database.transaction(async (queries) => {
    await useToken(queries, row.token_hash, at);
    await queries.query(
      sql`UPDATE accounts SET password_hash = ${hash}, invitation = 'ACCEPTED'
        WHERE user_account_id = ${account.user_account_id}`,
    );
    await revokeAccess(queries, { userAccountId: account.user_account_id, at });
    await recordOwnActivity(queries, call, account, 'PASSWORD_RESET');
    // The way in for an owner whom somebody else's failures shut out of a new place.
    await rememberPlace(queries, call, account);
    if (row.type === 'RESET_PASSWORD') await tellOwner(queries, services, account, 'password-changed');
  });
});

/** 410 when another call used it in the meantime. */
async function useToken({ query }: Queries, tokenHash: string, at: Date): Promise<void> {
  const used = await query(
    sql`UPDATE reset_tokens SET is_used = true WHERE token_hash = ${tokenHash} AND NOT is_used AND expires_at > ${at}
      RETURNING token_hash`,
  );
  if (used.length === 0) throw linkOver();
}
