import type { Services } from '#core/services.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import { type Account, accountAuthorities } from '#session/account.ts';
import { openTotpSecret } from './totp.ts';
import { isAdminAuthority } from '@volume/contract/access.ts';

type Owner = Pick<Account, 'user_account_id' | 'two_factor' | 'totp_secret'>;

/** How a sign-in is protected, as a hash: a set-up remembers what it takes the place of, and takes nothing else's. */
export async function protectionOf(services: Services, owner: Owner): Promise<string> {
  // Of the opened secret: sealing it anew changes nothing.
  const secret = await openTotpSecret(services, owner);
  return secretHash(services, `protection:${owner.two_factor}:${secret ?? ''}`);
}

/** Whether an account must hold a second factor: everybody where the setting or their merchant says so, and a deployment's administrators. */
export function mustHaveSecondFactor(
  { settings }: Pick<Services, 'settings'>,
  account: Pick<Account, 'merchant_id' | 'admin_id' | 'roles' | 'requires_two_factor'>,
): boolean {
  if (settings.twoFactor === 'required' || account.requires_two_factor) return true;
  return !settings.isLocal && accountAuthorities(account).some(isAdminAuthority);
}
