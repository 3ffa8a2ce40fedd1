import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { signOut } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { oracle } from './access-oracle.ts';
import type { OracleRow, Who } from './oracle/oracle-row.ts';
import { openOracleWorld } from './oracle/oracle-world.ts';
import type { CallInput } from './call-api.ts';
import { forgeToken } from './forge-token.ts';
import { ids, type TestPerson } from './seed-people.ts';
import { beginSignIn, proved, signInAs } from './sign-in-as.ts';
import type { TestApp } from './test-app.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
// A missing row fails the first test instead of all others.
const names = Object.keys(endpoints).filter((name) => oracle[name] !== undefined);
const rowOf = (name: string): OracleRow => oracle[name]!;
const withSession = names.filter((name) => oracle[name]?.who !== 'public');
const withBody = names.filter((name) => oracle[name]?.input.body !== undefined);

/** The users with a valid session, and their access groups (contract §5). */
const circles: Partial<Record<TestPerson, readonly Who[]>> = {
  roleless: ['signed-in'],
  viewer: ['signed-in', 'payments'],
  operator: ['signed-in', 'payments', 'links'],
  editor: ['signed-in', 'payments', 'links', 'settings', 'users'],
  merchantadmin: ['signed-in', 'payments', 'links', 'settings', 'users', 'account-admins'],
  stranger: ['signed-in', 'payments', 'links', 'settings', 'users', 'account-admins'],
  admin: ['signed-in', 'payments', 'links', 'settings', 'users', 'account-admins', 'admins'],
  reader: ['signed-in', 'payments', 'links', 'settings', 'users', 'account-admins', 'admins'],
};

/** The status a user should get; `let through` when it only must not be 401, 403 or 404. */
function expectedStatus(row: OracleRow, person: TestPerson): number | 'let through' {
  if (row.who === 'public') return row.ok;
  if (!circles[person]?.includes(row.who)) return 403;
  if (person === 'reader' && row.effect === 'write') return 403;
  if (person === 'stranger' && row.isOwned) return 404;
  return row.ok;
}

let database: Database;
let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  ({ database, app } = await openOracleWorld());
  for (const person of Object.keys(circles) as TestPerson[]) tokens.set(person, await signInAs(app, person));
});
afterAll(() => database.close());

const proofs = new Map<string, Record<string, string>>();
async function proofOf(token: string): Promise<Record<string, string>> {
  const headers = proofs.get(token) ?? (await proved(app, token));
  proofs.set(token, headers);
  return headers;
}

let calls = 0;

/** Makes the row's call with a change. Sign-out uses a separate session, because it ends it. */
async function callAs(name: string, person: TestPerson | null, change: CallInput = {}) {
  const token = person === null ? undefined : name === 'signOut' ? await signInAs(app, person) : tokens.get(person);
  const { input, needsProof } = rowOf(name);
  const headers = { ...input.headers, ...(needsProof && token !== undefined && (await proofOf(token))) };
  // Each call has its own address, so that the rate limits per address do not interfere.
  calls += 1;
  const address = `198.${18 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}`;
  const query = [input.query, change.query].filter(Boolean).join('&');
  const asked = { ...input, address, headers, ...(token && { token }), ...change, ...(query && { query }) };
  const answer = await app.call(endpoints[name]!, asked);
  if (name === 'signOutEverywhere' && person !== null) tokens.set(person, await signInAs(app, person));
  return answer;
}

test('every call of the contract has a row in the oracle, and every row has a call', () => {
  const rows = Object.keys(oracle).toSorted();
  expect(rows, 'apps/api/src/testing/oracle has a row for each call').toEqual(Object.keys(endpoints).toSorted());
});

describe.each(names)('%s', (name) => {
  test.each(Object.keys(circles) as TestPerson[])('answers %s as the oracle specifies', async (person) => {
    const expected = expectedStatus(rowOf(name), person);
    const { status, text } = await callAs(name, person);
    if (expected === 'let through') expect([401, 403, 404, 500, 503], text).not.toContain(status);
    else expect(status, text).toBe(expected);
    if (person !== 'stranger' && !circles[person]?.includes('admins')) expect(text).not.toContain('Canary');
  });
});

/** Values that differ from the row's, because setting the current value again needs no step-up. */
const other: Record<string, unknown> = {
  setWebhooksCallbacks: { cancelUrl: 'https://shop.example/other' },
  setKeySettings: { allowedAddresses: [], moneyLimit: 9000 },
};

test.each(names.filter((name) => rowOf(name).needsProof))(
  '%s without a step-up is 403 STEP_UP_REQUIRED',
  async (name) => {
    const { who, input: given } = rowOf(name);
    const { params, body, headers } = given;
    const token = tokens.get(who === 'admins' ? 'admin' : 'merchantadmin')!;
    const asked = other[name] ?? body;
    const input = {
      ...(params && { params }),
      ...(headers && { headers }),
      ...(asked !== undefined && { body: asked }),
    };
    const answer = await app.call(endpoints[name]!, { ...input, token });
    expect([answer.status, answer.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
  },
);

const dead: Record<string, () => Promise<string>> = {
  'the word garbage': async () => 'garbage',
  'a JWT of nothing': async () => 'e30.e30.e30',
  'a token that ran out': () =>
    forgeToken(app, 'admin', { claims: { exp: Math.floor(app.services.clock.now().getTime() / 1000) - 1 } }),
  'a token without an end': () => forgeToken(app, 'admin', { claims: { exp: undefined } }),
  "another server's token": () => forgeToken(app, 'admin', { key: new Uint8Array(32) }),
  'an unsigned token': () => forgeToken(app, 'admin', { header: { alg: 'none' } }),
  'a token of another algorithm': () => forgeToken(app, 'admin', { header: { alg: 'HS512' }, key: new Uint8Array(64) }),
  'a token of another type': () => forgeToken(app, 'admin', { header: { typ: 'JWT' } }),
  'a token of another issuer': () => forgeToken(app, 'admin', { claims: { iss: 'elsewhere' } }),
  'a token for another audience': () => forgeToken(app, 'admin', { claims: { aud: 'elsewhere' } }),
  'a token without a session': () => forgeToken(app, 'admin', { session: 'none' }),
  'a revoked session': () => forgeToken(app, 'admin', { session: 'revoked' }),
  'an expired session': () => forgeToken(app, 'admin', { session: 'over' }),
  'a session signed out of': async () => {
    const token = await signInAs(app, 'admin');
    await app.call(signOut, { token });
    return token;
  },
  'a sign-in before its second factor': () => beginSignIn(app, 'bytotp'),
  'a disabled account': () => forgeToken(app, 'disabled'),
  'an account of a disabled merchant': () => forgeToken(app, 'ofclosed'),
  'neither merchantId nor adminId': () => forgeToken(app, 'neither'),
  'both merchantId and adminId': () => forgeToken(app, 'both'),
  'adminId without an admin authority': () => forgeToken(app, 'powerless'),
  'an adminId the account does not have': () =>
    forgeToken(app, 'merchantadmin', {
      claims: { merchantId: undefined, adminId: ids.nobody, authorities: ['VOLUME_ADMIN'] },
    }),
  'a merchantId the account does not have': () =>
    forgeToken(app, 'merchantadmin', { claims: { merchantId: ids.stranger } }),
  "another person's session": () => forgeToken(app, 'viewer', { claims: { userAccountId: ids.nobody } }),
};

describe.each(Object.keys(dead))('%s', (kind) => {
  test('gets 401 from every call that needs a session, and the usual answer from public ones', async () => {
    const token = await dead[kind]!();
    for (const name of names) {
      const row = rowOf(name);
      const { status, text } = await callAs(name, null, { token });
      expect(status, `${name}: ${text}`).toBe(row.who === 'public' ? row.ok : 401);
    }
  });
});

test('without a token every call that needs a session returns 401', async () => {
  for (const name of withSession) {
    const answer = await callAs(name, null);
    expect([name, answer.status, answer.problem().statusName]).toEqual([name, 401, 'UNAUTHORIZED']);
  }
});

test('a token that claims more authorities than the account has gets no access', async () => {
  const token = await forgeToken(app, 'roleless', {
    claims: { authorities: ['VOLUME_ADMIN', 'VIEW_ONLY', 'EDIT_SETTINGS'] },
  });
  for (const name of withSession.filter((name) => rowOf(name).who !== 'signed-in')) {
    expect((await callAs(name, null, { token })).status, name).toBe(403);
  }
});

const foreignPlaces: Record<string, CallInput> = {
  'merchantId in the query': { query: `merchantId=${ids.stranger}` },
  'merchantId in the query, upper-case': { query: `merchantId=${ids.stranger.toUpperCase()}` },
  'a merchantId that does not exist': { query: `merchantId=${ids.nobody}` },
  'applicationId in the query': { query: `applicationId=${ids.strangerShop}` },
  'an applicationId that does not exist': { query: `applicationId=${ids.nobody}` },
  'the application header': { headers: { 'x-application-id': ids.strangerShop } },
  'own merchantId and a foreign application': { query: `merchantId=${ids.harbour}&applicationId=${ids.strangerShop}` },
};

describe.each(Object.keys(foreignPlaces))('another merchant input by %s', (place) => {
  test.each(withSession)('is 404 for a merchant at %s', async (name) => {
    const change = foreignPlaces[place]!;
    const headers = { ...rowOf(name).input.headers, ...change.headers };
    const { status, text } = await callAs(name, 'merchantadmin', { ...change, headers });
    expect(status, text).toBe(rowOf(name).who === 'admins' ? 403 : 404);
    expect(text).not.toContain('Canary');
  });
});

test('a second merchant id next to the caller’s own gives no access', async () => {
  for (const name of withSession) {
    const query = `merchantId=${ids.harbour}&merchantId=${ids.stranger}`;
    expect([400, 403, 404], name).toContain((await callAs(name, 'merchantadmin', { query })).status);
  }
});

test('an application of another merchant in a body is 404', async () => {
  for (const name of withBody) {
    const body = rowOf(name).input.body as Record<string, unknown>;
    for (const [key, value] of [
      ['applicationId', ids.strangerShop],
      ['merchantId', ids.stranger],
    ] as const) {
      if (!(key in body)) continue;
      expect((await callAs(name, 'merchantadmin', { body: { ...body, [key]: value } })).status, name).toBe(404);
    }
  }
});

test('contradicting ids from an administrator are 404', async () => {
  for (const name of withSession) {
    const query = `merchantId=${ids.harbour}&applicationId=${ids.strangerShop}`;
    expect((await callAs(name, 'admin', { query })).status, name).toBe(404);
    if (!rowOf(name).input.params?.['merchantId']) continue;
    expect((await callAs(name, 'admin', { query: `merchantId=${ids.stranger}` })).status, name).toBe(404);
  }
});

test('an administrator who gives a merchant gets no payment of another one', async () => {
  for (const name of withSession.filter((name) => rowOf(name).input.params?.['paymentId'])) {
    expect((await callAs(name, 'admin', { query: `merchantId=${ids.stranger}` })).status, name).toBe(404);
    const headers = { ...rowOf(name).input.headers, 'x-application-id': ids.strangerShop };
    expect((await callAs(name, 'admin', { headers })).status, name).toBe(404);
    expect((await callAs(name, 'admin', { query: `merchantId=${ids.harbour}` })).status, name).not.toBe(404);
  }
});

test('two applications of two merchants from an administrator are 404', async () => {
  for (const name of withSession) {
    const change = {
      query: `applicationId=${ids.harbourShop}`,
      headers: { ...rowOf(name).input.headers, 'x-application-id': ids.strangerShop },
    };
    expect((await callAs(name, 'admin', change)).status, name).toBe(404);
  }
});

test.each(withBody)('%s rejects invalid bodies', async (name) => {
  const body = rowOf(name).input.body as Record<string, unknown>;
  const [field] = Object.keys(body);
  const statusOf = async (change: CallInput) => (await callAs(name, 'admin', change)).status;
  // Sign-up checks its own credentials before anything else.
  if (name === 'signUp') return expect(await statusOf({ body: '{"a":' })).toBe(401);
  expect(await statusOf({ body: '{"a":' }), 'malformed').toBe(400);
  const mayBeEmpty = endpoints[name]!.body!.safeParse(undefined).success;
  expect(await statusOf({ body: '' }), 'empty').toBe(mayBeEmpty ? rowOf(name).ok : 400);
  expect(await statusOf({ body: [body] }), 'an array').toBe(400);
  expect(await statusOf({ body: 'null' }), 'null').toBe(400);
  expect(await statusOf({ body: { ...body, surprise: 1 } }), 'an unknown key').toBe(400);
  expect(await statusOf({ body: { ...body, [field!]: 'a\u0000b' } }), 'NUL').toBe(400);
  expect(await statusOf({ body: `{"${field}":"\\ud800"}` }), 'a lone surrogate').toBe(400);
  expect(await statusOf({ body: '['.repeat(100_000) + ']'.repeat(100_000) }), 'deep').toBe(400);
  expect(await statusOf({ body: ' '.repeat(1_000_000) }), '1 MB').toBe(413);
  const asText = { ...rowOf(name).input.headers, 'content-type': 'text/plain' };
  expect(await statusOf({ headers: asText }), 'text/plain').toBe(415);
});

test.each(names)('%s survives hostile queries', async (name) => {
  for (const query of [
    '%ff=%fe',
    '__proto__=1&constructor=2',
    'page=1&page=2',
    'a'.repeat(5000),
    'sort=;drop',
    '&&=&',
    'page=1e9',
    ...['0000-01-01T00:00:00', '0001-01-01T00:00:00', '9999-12-31T23:59:59.999'].flatMap((at) => [
      `startDateTimeUtc=${at}&from=${at}`,
      `endDateTimeUtc=${at}&to=${at}`,
    ]),
  ]) {
    expect((await callAs(name, 'admin', { query })).status, query).toBeLessThan(500);
  }
  expect((await callAs(name, 'admin', { query: 'a=%00' })).status).toBe(name === 'signUp' ? 401 : 400);
});
