import { signOutEverywhere as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { revokeAccess } from '#core/accounts/revoke-access.ts';
import { ownAccount } from './own-account.ts';
import { recordOwnActivity } from './record-own-activity.ts';

/** Ends every session of the own account. Asks for no proof: leaving must never be hindered. */
export const signOutEverywhere = handle(endpoint, async (call) => {
  const { caller, services } = call;
  const account = await ownAccount(services, caller);
  await services.database.transaction(async (queries) => {
    await revokeAccess(queries, { userAccountId: caller.userAccountId, at: services.clock.now() });
    await recordOwnActivity(queries, call, account, 'SIGNED_OUT_EVERYWHERE');
  });
});
