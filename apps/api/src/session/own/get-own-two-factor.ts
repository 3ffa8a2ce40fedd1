import { getOwnTwoFactor as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { mustHaveSecondFactor } from '#session/second-factor/must-have-second-factor.ts';
import { ownAccount } from './own-account.ts';

/** How the own sign-in is protected, and how many recovery codes are left. */
export const getOwnTwoFactor = handle(endpoint, async ({ caller, services }) => {
  const account = await ownAccount(services, caller);
  const [left] = await services.database.query<{ count: number }>(
    'select count(*)::int as count from recovery_codes where user_account_id = $1 and used_at is null',
    [account.user_account_id],
  );
  return {
    kind: account.two_factor,
    isRequired: mustHaveSecondFactor(services, account),
    recoveryCodesLeft: account.two_factor === 'NONE' ? 0 : (left?.count ?? 0),
  };
});
