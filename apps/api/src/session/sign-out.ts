import { signOut as endpoint } from '@volume/contract/session.ts';
import { handle } from '#core/handler.ts';
import { ownMerchant } from '#core/tenant.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { sql } from '#database/sql.ts';

/** Ends this session, with the token it replaced and the one that replaced it. */
export const signOut = handle(endpoint, async (call) => {
  const { caller, services } = call;
  await services.database.transaction(async (queries) => {
    await queries.query(
      sql`UPDATE sessions SET revoked_at = ${services.clock.now()} WHERE revoked_at IS NULL
         AND (jti = ${caller.jti} OR replaced_by = ${caller.jti} OR jti = (
           SELECT replaced_by FROM sessions WHERE jti = ${caller.jti}))`,
    );
    await recordActivity(queries, call, {
      merchantId: ownMerchant(caller),
      action: 'SIGNED_OUT',
      subject: caller.email,
    });
  });
});
