import { toWireTime } from '@volume/contract/period.ts';
import { getSelf as endpoint } from '@volume/contract/session.ts';
import { handle } from '#core/handler.ts';
import { ownAccount } from './own/own-account.ts';

/** The account that is signed in. */
export const getSelf = handle(endpoint, async ({ caller, services }) => {
  const account = await ownAccount(services, caller);
  return {
    userId: account.user_account_id,
    merchantId: account.merchant_id,
    email: account.email,
    roles: account.roles,
    name: account.name,
    phone: account.phone,
    enabled: account.is_open,
    twoFactorEnabled: account.two_factor !== 'NONE',
    createdAtUtc: toWireTime(account.created_at),
    lastSignInAtUtc: account.last_sign_in_at && toWireTime(account.last_sign_in_at),
    invitation: account.invitation,
  };
});
