import { changePassword as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { hashNewPassword } from '#session/passwords/new-password.ts';
import { revokeAccess } from '#core/accounts/revoke-access.ts';
import { ownAccount } from './own-account.ts';
import { recordOwnActivity } from './record-own-activity.ts';
import { tellOwner } from './tell-owner.ts';
import { sql } from '#database/sql.ts';

/** A new password for the own account: 403 without a step-up, 400 when it is refused. This session alone goes on. */
export const changePassword = handle(endpoint, async (call) => {
  const { services, caller, body } = call;
  await requireStepUp(call);
  const account = await ownAccount(services, caller);
  const hash = await hashNewPassword(services, account, body.password);
  const userAccountId = account.user_account_id;
  await services.database.transaction(async (queries) => {
    await queries.query(sql`UPDATE accounts SET password_hash = ${hash} WHERE user_account_id = ${userAccountId}`);
    await revokeAccess(queries, { userAccountId, at: services.clock.now(), except: caller.jti });
    await recordOwnActivity(queries, call, account, 'PASSWORD_CHANGED');
    await tellOwner(queries, services, account, 'password-changed');
  });
});
