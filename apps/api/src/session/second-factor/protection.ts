import type { Services } from '#core/services.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import type { Account } from '#session/account.ts';
import { openTotpSecret } from './totp-secret.ts';

type Owner = Pick<Account, 'user_account_id' | 'two_factor' | 'totp_secret'>;

/** How a sign-in is protected, as a hash: a set-up remembers what it takes the place of, and takes nothing else's. */
export async function protectionOf(services: Services, owner: Owner): Promise<string> {
  // Of the opened secret: sealing it anew changes nothing.
  const secret = await openTotpSecret(services, owner);
  return secretHash(services, `protection:${owner.two_factor}:${secret ?? ''}`);
}
