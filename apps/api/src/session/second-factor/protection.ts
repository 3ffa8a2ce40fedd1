import type { Services } from '#http/services.ts';
import { secretHash } from '#http/secrets/secret-hash.ts';
import type { Account } from '#session/account.ts';

/** How a sign-in is protected, as a hash: a set-up remembers what it takes the place of, and takes nothing else's. */
export function protectionOf(
  services: Services,
  { two_factor: kind, totp_secret: secret }: Pick<Account, 'two_factor' | 'totp_secret'>,
): Promise<string> {
  return secretHash(services, `protection:${kind}:${secret ?? ''}`);
}
