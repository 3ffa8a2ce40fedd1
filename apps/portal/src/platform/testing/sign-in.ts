import { sessionKeys } from '#platform/session/session.ts';

interface SignedInAs {
  email?: string;
  merchantId?: string;
  adminId?: string | number;
  userAccountId?: string;
  authorities: readonly string[];
}

/** Signs in for an hour: a user of a merchant, or an administrator when there is an `adminId`. */
export function signIn({ email = 'maya@shop.example', ...claims }: SignedInAs): void {
  const usual = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 'u', exp: Date.now() / 1000 + 3600 };
  localStorage.setItem(sessionKeys.token, `e30.${btoa(JSON.stringify({ ...usual, ...claims }))}.s`);
  localStorage.setItem(claims.adminId === undefined ? sessionKeys.email : sessionKeys.adminEmail, email);
}
