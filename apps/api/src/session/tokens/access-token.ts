import { AccessTokenClaims } from '@volume/contract/session/session.ts';
import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { fromBase64Url, hmacKey, toBase64Url } from '#core/secrets/keyed-hash.ts';
import { addRingKey, type KeyRing, ringKeys, ringLife, signingKeyOf } from '#core/secrets/key-ring.ts';
import type { Services } from '#core/services.ts';
import { type Account, accountAuthorities } from '#session/account.ts';

const algorithm = 'HS256';
const type = 'at+jwt';
const audience = 'merchant_portal';
/** How long an access token is valid, in milliseconds (contract §8). */
export const tokenLife = 60 * 60_000;
/** The `iss` claim of our tokens. */
const issuer = 'volume-provider-api';
/** The keys that sign access tokens. */
export const tokenKeys: KeyRing = {
  name: 'access-token',
  make: async () => toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
};

type Holder = Pick<Services, 'database' | 'vault' | 'clock'>;
export interface SessionTimes {
  jti: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** Signs the access token of a session (§3 Access token claims); its header names the key. */
export async function signAccessToken(services: Holder, account: Account, session: SessionTimes): Promise<string> {
  const { user_account_id: userAccountId, merchant_id: merchantId, admin_id: adminId } = account;
  const key = await signingKeyOf(services, tokenKeys);
  return new SignJWT({
    userAccountId,
    ...(merchantId === null ? {} : { merchantId }),
    ...(adminId === null ? {} : { adminId }),
    authorities: accountAuthorities(account),
  })
    .setProtectedHeader({ alg: algorithm, typ: type, kid: key.keyId })
    .setJti(session.jti)
    .setSubject(userAccountId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(session.issuedAt)
    .setExpirationTime(session.expiresAt)
    .sign(fromBase64Url(key.secret));
}

/** The claims of our own unexpired token, else null. Throws only when the database is unavailable. */
export async function readAccessToken(services: Holder, token: string): Promise<AccessTokenClaims | null> {
  const keys = await ringKeys(services, tokenKeys);
  // Tokens from before keys had ids were signed with the first key.
  const keyOf = ({ kid = '1' }: JWTHeaderParameters) => {
    const key = keys.find(({ keyId }) => keyId === kid);
    if (!key) throw new Error('This key is not ours or has ended.');
    return hmacKey('SHA-256', key, fromBase64Url(key.secret));
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience,
      currentDate: services.clock.now(),
      requiredClaims: ['jti', 'iat', 'exp', 'sub'],
    });
    const claims = AccessTokenClaims.safeParse(payload);
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}

/** How long every instance has to load a new key before it is used, in milliseconds. */
const lead = 2 * ringLife;

/**
 * Adds a new key for access tokens, which signs after a minute, when every instance knows it; tokens of the previous
 * key remain valid until they expire. With `endSessions`, for a leaked key, the new key signs immediately and every
 * user has to sign in again. Returns the key's id.
 */
export function rotateTokenKey(
  services: Pick<Services, 'database' | 'clock' | 'vault'>,
  { endSessions }: { endSessions: boolean },
): Promise<string> {
  const now = services.clock.now().getTime();
  return addRingKey(services, tokenKeys, {
    signsFrom: new Date(endSessions ? now : now + lead),
    // Twice the lead time, because an instance whose clock is behind still signs with the previous key.
    formerEndAt: new Date(endSessions ? now : now + 2 * lead + tokenLife),
  });
}
