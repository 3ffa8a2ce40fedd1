import { generateKeyPairSync } from 'node:crypto';
import { getSelf } from '@volume/contract/session/session.ts';
import { exportSPKI, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { fromBase64Url } from '#core/secrets/keyed-hash.ts';
import { signingKeyOf } from '#core/secrets/key-ring.ts';
import { tokenKeys } from '#session/tokens/access-token.ts';
import { forgeToken, type Forgery } from '#testing/forge-token.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const mutations = process.env['TEST_COUNTS'] === 'full' ? 100_000 : 3000;
const concurrency = 100;

let database: Database;
let app: TestApp;
let token: string;
let parts: [string, string, string];
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { callsPerSecond: 1_000_000_000 } });
  token = await signInAs(app, 'admin');
  parts = token.split('.') as [string, string, string];
});
afterAll(() => database.close());

const statusOf = async (given: string) => (await app.call(getSelf, { token: given })).status;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** The same numbers in every run, so that a mutation that gets through can be reproduced. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * The bytes that a token encodes: base64url ignores unused bits of the last letter, so different texts can be the same
 * token.
 */
const meaning = (given: string) =>
  given
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.');

function mutate(draw: (below: number) => number): string {
  const at = draw(token.length);
  const letter = letters.charAt(draw(letters.length));
  switch (draw(6)) {
    case 0:
      return token.slice(0, at) + letter + token.slice(at + 1);
    case 1:
      return token.slice(0, at) + token.slice(at + 1 + draw(3));
    case 2:
      return token.slice(0, at) + letter + token.slice(at);
    case 3:
      return token.slice(0, at) + token.slice(at).split('').toReversed().join('');
    case 4: {
      const bytes = Buffer.from(parts[draw(3)] ?? '', 'base64url');
      bytes[draw(bytes.length)]! ^= 1 << draw(8);
      const flipped = bytes.toString('base64url');
      return parts.map((part, place) => (place === at % 3 ? flipped : part)).join('.');
    }
    default: {
      const claims = decode(parts[1]);
      const names = ['exp', 'jti', 'sub', 'userAccountId', 'adminId', 'authorities', 'iss', 'aud', 'merchantId'];
      const values = [9_999_999_999, ids.harbour, ids.nobody, ['VOLUME_ADMIN'], null, '', true];
      const changed = { ...claims, [names[draw(names.length)]!]: values[draw(values.length)] };
      return `${parts[0]}.${encode(changed)}.${parts[2]}`;
    }
  }
}

test('the token that is mutated is valid, so that a rejection means something', async () => {
  expect(await statusOf(token)).toBe(200);
});

test(`accepts none of ${mutations} mutated tokens`, { timeout: 60_000 + mutations * 20 }, async () => {
  const draw = createDraw(20_261_121);
  const taken: string[] = [];
  const ask = async (mutated: string) => {
    const status = await statusOf(mutated);
    if (status !== 401) taken.push(`${status} ${mutated}`);
  };
  for (let count = 0; count < mutations; count += concurrency) {
    const mutated = Array.from({ length: concurrency }, () => mutate(draw));
    await Promise.all(mutated.filter((given) => meaning(given) !== meaning(token)).map(ask));
  }
  expect(taken).toEqual([]);
});

const hour = 3600;
const now = () => Math.floor(app.services.clock.now().getTime() / 1000);
const forgeries: Record<string, () => Forgery> = {
  'a key that is not ours': () => ({ header: { kid: '2' } }),
  'no algorithm': () => ({ header: { alg: 'none' } }),
  'HS384 with the right key': () => ({ header: { alg: 'HS384' } }),
  'HS512 with its own key': () => ({ header: { alg: 'HS512' }, key: new Uint8Array(64) }),
  'an empty key': () => ({ key: new Uint8Array(32) }),
  'the type JWT': () => ({ header: { typ: 'JWT' } }),
  'the type of an id token': () => ({ header: { typ: 'id+jwt' } }),
  'another issuer': () => ({ claims: { iss: 'https://volumepay.io' } }),
  'no issuer': () => ({ claims: { iss: undefined } }),
  'another audience': () => ({ claims: { aud: 'merchant_portal_admin' } }),
  'no audience': () => ({ claims: { aud: undefined } }),
  'an end in the past': () => ({ claims: { exp: now() - 1 } }),
  'an end as text': () => ({ claims: { exp: String(now() + hour) } }),
  'no end': () => ({ claims: { exp: undefined } }),
  'a beginning in the future': () => ({ claims: { nbf: now() + hour } }),
  'a jti nobody opened': () => ({ session: 'none' }),
  'no jti': () => ({ claims: { jti: undefined } }),
  "another user's account": () => ({ claims: { userAccountId: ids.nobody } }),
  'a merchant beside the administrator': () => ({ claims: { merchantId: ids.harbour } }),
  'authorities that are no list': () => ({ claims: { authorities: 'VOLUME_ADMIN' } }),
};

test.each(Object.keys(forgeries))('rejects a token with %s, signed with our own key or not', async (kind) => {
  const forged = await forgeToken(app, 'admin', forgeries[kind]!());
  expect(await statusOf(forged)).toBe(401);
});

test('rejects an HMAC made with a public RSA key, and a signature by any RSA or EC key', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = decode(parts[1]);
  const asSecret = new TextEncoder().encode(await exportSPKI(rsa.publicKey as never));
  const sign = (alg: string, key: unknown) =>
    new SignJWT(claims).setProtectedHeader({ alg, typ: 'at+jwt' }).sign(key as Uint8Array);
  for (const forged of [
    await sign('HS256', asSecret),
    await sign('RS256', rsa.privateKey),
    await sign('PS256', rsa.privateKey),
    await sign('ES256', ec.privateKey),
  ]) {
    expect(await statusOf(forged)).toBe(401);
  }
});

test('ignores a key that the header contains or names', async () => {
  const key = new Uint8Array(32).fill(7);
  const jwk = { kty: 'oct', k: Buffer.from(key).toString('base64url') };
  for (const extra of [
    { jwk },
    { kid: '../../dev/null' },
    { kid: "' or '1'='1" },
    { jku: 'https://evil.example/keys' },
  ]) {
    const header = { alg: 'HS256', typ: 'at+jwt', ...extra };
    const forged = await new SignJWT(decode(parts[1])).setProtectedHeader(header as never).sign(key);
    expect(await statusOf(forged)).toBe(401);
  }
});

test('rejects an unknown critical extension even with our own signature', async () => {
  const key = fromBase64Url((await signingKeyOf(app.services, tokenKeys)).secret);
  const header = { alg: 'HS256', typ: 'at+jwt', crit: ['exp2'], exp2: 1 };
  const signing = `${encode(header)}.${parts[1]}`;
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = Buffer.from(await crypto.subtle.sign('HMAC', imported, Buffer.from(signing))).toString('base64url');
  expect(await statusOf(`${signing}.${signature}`)).toBe(401);
});
