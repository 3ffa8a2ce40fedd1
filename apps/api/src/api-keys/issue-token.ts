import { apiKeyScopes } from '@volume/contract/access.ts';
import { tokenText, writeToken } from '#core/secrets/access-token.ts';
import { keyedHash } from '#core/secrets/keyed-hash.ts';
import { serverKey } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import type { ApiKey } from '#core/tenant.ts';

const secondsValid = 900;

interface Issued {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

/**
 * The signature covers the stored form of the key's value, so a token is invalid as soon as its key has another value,
 * and nothing needs to be stored or deleted (decision 61).
 */
export async function signToken(
  services: Pick<Services, 'database' | 'random' | 'vault'>,
  text: string,
  valueHash: string,
): Promise<string> {
  return keyedHash(await serverKey(services, 'access-tokens'), `${text}.${valueHash}`);
}

/** A token for a key that was verified, with some of its scopes, or all if `wanted` is null. Never outlives the key. */
export async function issueToken(
  services: Services,
  apiKey: ApiKey,
  wanted: readonly string[] | null,
): Promise<Issued> {
  const { applicationId, name: key, value } = apiKey;
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const end = value.expiresAt === null ? Infinity : Math.floor(value.expiresAt.getTime() / 1000);
  const until = Math.min(now + secondsValid, end);
  const text = tokenText({ applicationId, key, until, scopes: wanted });
  return {
    access_token: writeToken(text, await signToken(services, text, value.hash)),
    token_type: 'Bearer',
    expires_in: until - now,
    scope: (wanted ?? apiKey.scopes ?? apiKeyScopes).join(' '),
  };
}
