import { AccessTokenClaims } from '@volume/contract/session.ts';
import { jwtVerify, SignJWT } from 'jose';
import { serverKey } from '#http/secrets/server-key.ts';
import type { Services } from '#http/services.ts';
import { type Account, accountAuthorities } from './account.ts';

const algorithm = 'HS256';
const type = 'at+jwt';
const audience = 'merchant_portal';
/** Who issues tokens, as their `iss` says. */
export const issuer = 'volume-provider-api';
/** Name of the signing key among the server's keys. */
export const tokenKey = 'access-token';

type Holder = Pick<Services, 'database' | 'random' | 'clock'>;
export type SessionTimes = { jti: string; issuedAt: Date; expiresAt: Date };

/** Signs the access token of a session (§3 Access token claims). */
export async function signAccessToken(services: Holder, account: Account, session: SessionTimes): Promise<string> {
  const { user_account_id: userAccountId, merchant_id: merchantId, admin_id: adminId } = account;
  return new SignJWT({
    userAccountId,
    ...(merchantId === null ? {} : { merchantId }),
    ...(adminId === null ? {} : { adminId }),
    authorities: accountAuthorities(account),
  })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setJti(session.jti)
    .setSubject(userAccountId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(session.issuedAt)
    .setExpirationTime(session.expiresAt)
    .sign(await serverKey(services, tokenKey));
}

/** The claims of a token of ours that has not run out, else null. Throws only when the database is away. */
export async function readAccessToken(services: Holder, token: string): Promise<AccessTokenClaims | null> {
  const key = await serverKey(services, tokenKey);
  try {
    const { payload } = await jwtVerify(token, key, {
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
