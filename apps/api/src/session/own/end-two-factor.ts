import { endTwoFactor as endpoint } from '@volume/contract/own-security.ts';
import { revokeAccess } from '#core/accounts/revoke-access.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { mustHaveSecondFactor } from '#session/second-factor/must-have-second-factor.ts';
import { ownAccount } from './own-account.ts';
import { recordOwnActivity } from './record-own-activity.ts';
import { tellOwner } from './tell-owner.ts';
import { sql } from '#database/sql.ts';

/** Takes the second factor and its recovery codes away, where the deployment lets people do without (contract §8); other sessions end. */
export const endTwoFactor = handle(endpoint, async (call) => {
  const { services, caller } = call;
  await requireStepUp(call);
  const account = await ownAccount(services, caller);
  if (mustHaveSecondFactor(services, account)) throw new Problem(409, 'A second factor is required here.');
  if (account.two_factor === 'NONE') throw new Problem(409, 'There is no second factor to end.');
  await services.database.transaction(async (queries) => {
    await queries.query(
      sql`UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL
        WHERE user_account_id = ${account.user_account_id}`,
    );
    await queries.query(sql`DELETE FROM recovery_codes WHERE user_account_id = ${account.user_account_id}`);
    await revokeAccess(queries, { userAccountId: caller.userAccountId, at: services.clock.now(), except: caller.jti });
    await recordOwnActivity(queries, call, account, 'TWO_FACTOR_DISABLED');
    await tellOwner(queries, services, account, 'two-factor-ended');
  });
});
