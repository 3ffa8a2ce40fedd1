import { signOut as signOutEndpoint } from '@volume/contract/session.ts';
import { signOutEverywhere as signOutEverywhereEndpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { ownMerchant } from '#core/tenant.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { endSession, revokeAccess } from '#core/accounts.ts';
import { ownAccount, recordOwnActivity } from './own/own-account.ts';

/** Ends this session. */
export const signOut = handle(signOutEndpoint, async (call) => {
  const { caller, services } = call;
  await services.database.transaction(async (queries) => {
    await endSession(queries, { ...caller, at: services.clock.now() });
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
