import { isAdminAuthority } from '@volume/contract/access.ts';
import type { Services } from '#core/services.ts';
import { type Account, accountAuthorities } from '#session/account.ts';

/** Whether an account must hold a second factor: everybody where the setting says so, and a deployment's administrators. */
export function mustHaveSecondFactor(
  { settings }: Pick<Services, 'settings'>,
  account: Pick<Account, 'merchant_id' | 'admin_id' | 'roles'>,
): boolean {
  if (settings.twoFactor === 'required') return true;
  return !settings.isLocal && accountAuthorities(account).some(isAdminAuthority);
}
