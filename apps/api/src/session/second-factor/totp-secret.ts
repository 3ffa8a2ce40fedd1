import { totpPurpose } from '#core/secrets/purposes.ts';
import { sealedUnder, type Vault } from '#core/secrets/vault.ts';
import type { Account } from '#session/account.ts';

type Owner = Pick<Account, 'user_account_id' | 'two_factor' | 'totp_secret'>;

/** The secret of an account's authenticator in base32, opened; null where it has none. */
export async function openTotpSecret(
  { vault }: { vault: Vault },
  { user_account_id: id, two_factor: kind, totp_secret: stored }: Owner,
): Promise<string | null> {
  if (kind !== 'TOTP' || stored === null) return null;
  // Set up by a version from before secrets were sealed, while this one ran; the next start seals it.
  return sealedUnder(stored) === null ? stored : vault.open(stored, totpPurpose(id));
}
