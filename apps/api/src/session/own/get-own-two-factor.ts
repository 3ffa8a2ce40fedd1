import { getOwnTwoFactor as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { mustHaveSecondFactor } from '#session/second-factor/must-have-second-factor.ts';
import { ownAccount } from './own-account.ts';
import { sql } from '#database/sql.ts';

/** How the own sign-in is protected, and how many recovery codes are left. */
export const getOwnTwoFactor = handle(endpoint, async ({ caller, services }) => {
  const account = await ownAccount(services, caller);
  const [left] = await services.database.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM recovery_codes
      WHERE user_account_id = ${account.user_account_id} AND used_at IS NULL`,
  );
  return {
    kind: account.two_factor,
    isRequired: mustHaveSecondFactor(services, account),
    recoveryCodesLeft: account.two_factor === 'NONE' ? 0 : (left?.count ?? 0),
  };
});
