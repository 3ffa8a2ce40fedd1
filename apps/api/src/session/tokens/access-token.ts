import { AccessTokenClaims } from '@volume/contract/session.ts';
import { jwtVerify, type JWTHeaderParameters, SignJWT } from 'jose';
import { fromBase64Url, toBase64Url } from '#core/secrets/keyed-hash.ts';
import { type KeyRing, ringKeys, signingKeyOf } from '#core/secrets/key-ring.ts';
import type { Services } from '#core/services.ts';
import { type Account, accountAuthorities } from '#session/account.ts';

const algorithm = 'HS256';
const type = 'at+jwt';
const audience = 'merchant_portal';
/** Who issues tokens, as their `iss` says. */
export const issuer = 'volume-provider-api';
/** The keys tokens are signed with, one after another. */
export const tokenKeys: KeyRing = {
  name: 'access-token',
  make: async () => toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
};

type Holder = Pick<Services, 'database' | 'vault' | 'clock'>;
export type SessionTimes = { jti: string; issuedAt: Date; expiresAt: Date };

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

/** The claims of a token of ours that has not run out, else null. Throws only when the database is away. */
export async function readAccessToken(services: Holder, token: string): Promise<AccessTokenClaims | null> {
  const keys = await ringKeys(services, tokenKeys);
  // Tokens from before keys were named are the first key's.
  const keyOf = ({ kid = '1' }: JWTHeaderParameters) => {
    const key = keys.find(({ keyId }) => keyId === kid);
    if (!key) throw new Error('This key is not ours or has ended.');
    return fromBase64Url(key.secret);
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
