import { type JWTPayload, SignJWT } from 'jose';
import { fromBase64Url } from '#core/secrets/keyed-hash.ts';
import { signingKeyOf } from '#core/secrets/key-ring.ts';
import { tokenKeys } from '#session/tokens/access-token.ts';
import { accountIdOf, people, type Person, type TestPerson } from './seed-people.ts';
import type { TestApp } from './test-app.ts';

export interface Forgery {
  /** Override the claims of a real token of this user; undefined removes a claim. */
  claims?: Record<string, unknown>;
  header?: { alg?: string; typ?: string; kid?: string };
  /** Bytes to sign with instead of the server's key. */
  key?: Uint8Array<ArrayBuffer>;
  /** The state of the token's session row; active by default. */
  session?: 'none' | 'revoked' | 'over';
}

/** A handmade token for one of the seeded users, signed with the server's key unless another is given. */
export async function forgeToken({ services }: TestApp, name: TestPerson, forgery: Forgery = {}): Promise<string> {
  const { database, random, clock } = services;
  const person: Person = people[name];
  const now = clock.now();
  const jti = random.uuid();
  const hour = new Date(now.getTime() + 3_600_000);
  if (forgery.session !== 'none') {
    await database.query(
      `INSERT INTO sessions (jti, user_account_id, merchant_id, admin_id, issued_at, signed_in_at, expires_at, revoked_at)
       VALUES ($1, $2, $3, $4, $5, $5, $6, $7)`,
      [
        jti,
        accountIdOf(name),
        person.merchant ?? null,
        person.admin ?? null,
        now,
        forgery.session === 'over' ? now : hour,
        forgery.session === 'revoked' ? now : null,
      ],
    );
  }
  const seconds = Math.floor(now.getTime() / 1000);
  const claims = {
    userAccountId: accountIdOf(name),
    merchantId: person.merchant,
    adminId: person.admin,
    authorities: ['VIEW_ONLY'],
    jti,
    sub: accountIdOf(name),
    iss: 'volume-provider-api',
    aud: 'merchant_portal',
    iat: seconds,
    exp: seconds + 3600,
    ...forgery.claims,
  };
  const key = forgery.key ?? fromBase64Url((await signingKeyOf(services, tokenKeys)).secret);
  return sign(claims, { alg: 'HS256', typ: 'at+jwt', ...forgery.header }, key);
}

async function sign(claims: JWTPayload, header: { alg: string; typ: string }, key: Uint8Array): Promise<string> {
  if (header.alg !== 'none') return new SignJWT(claims).setProtectedHeader(header).sign(key);
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${part(header)}.${part(claims)}.`;
}
