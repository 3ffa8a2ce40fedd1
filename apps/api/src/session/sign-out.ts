import { signOut as signOutEndpoint } from '@volume/contract/session.ts';
import { signOutEverywhere as signOutEverywhereEndpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { ownMerchant } from '#core/tenant.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { sql } from '#database/sql.ts';
import { revokeAccess } from '#core/accounts/revoke-access.ts';
import { ownAccount } from './own/own-account.ts';
import { recordOwnActivity } from './own/record-own-activity.ts';

/** Ends this session, with the token it replaced and the one that replaced it. */
export const signOut = handle(signOutEndpoint, async (call) => {
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

/** Ends every session of the own account. Asks for no proof: leaving must never be hindered. */
export const signOutEverywhere = handle(signOutEverywhereEndpoint, async (call) => {
  const { caller, services } = call;
  const account = await ownAccount(services, caller);
  await services.database.transaction(async (queries) => {
    await revokeAccess(queries, { userAccountId: caller.userAccountId, at: services.clock.now() });
    await recordOwnActivity(queries, call, account, 'SIGNED_OUT_EVERYWHERE');
  });
});
