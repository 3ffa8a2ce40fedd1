import { signOut as endpoint } from '@volume/contract/session.ts';
import { handle } from '#core/handler.ts';
import { ownMerchant } from '#core/tenant.ts';
import { recordActivity } from '#core/activity/record-activity.ts';

/** Ends this session, with the token it replaced and the one that replaced it. */
export const signOut = handle(endpoint, async (call) => {
  const { caller, services } = call;
  await services.database.transaction(async (queries) => {
    await queries.query(
      `update sessions set revoked_at = $2 where revoked_at is null
         and (jti = $1 or replaced_by = $1 or jti = (select replaced_by from sessions where jti = $1))`,
      [caller.jti, services.clock.now()],
    );
    await recordActivity(queries, call, {
      merchantId: ownMerchant(caller),
      action: 'SIGNED_OUT',
      subject: caller.email,
    });
  });
});
