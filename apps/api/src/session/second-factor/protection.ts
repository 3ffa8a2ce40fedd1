import type { Services } from '#core/services.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import { type Account, accountAuthorities } from '#session/account.ts';
import { openTotpSecret } from './totp.ts';
import { isAdminAuthority } from '@volume/contract/access.ts';

type Owner = Pick<Account, 'user_account_id' | 'two_factor' | 'totp_secret'>;

/**
 * A hash of the account's current protection. A set-up remembers it, so that it cannot replace any other protection.
 */
export async function protectionOf(services: Services, owner: Owner): Promise<string> {
  // Uses the decrypted secret, so that encrypting it again changes nothing.
  const secret = await openTotpSecret(services, owner);
  return secretHash(services, `protection:${owner.two_factor}:${secret ?? ''}`);
}

/**
 * Whether an account must have a second factor: every account where the deployment or its merchant requires it, and
 * administrators of a deployment always.
 */
export function mustHaveSecondFactor(
  { settings }: Pick<Services, 'settings'>,
  account: Pick<Account, 'merchant_id' | 'admin_id' | 'roles' | 'requires_two_factor'>,
): boolean {
  if (settings.twoFactor === 'required' || account.requires_two_factor) return true;
  return !settings.isLocal && accountAuthorities(account).some(isAdminAuthority);
}
