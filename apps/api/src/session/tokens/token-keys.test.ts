import { getSelf } from '@volume/contract/session/session.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { rotateTokenKey } from './access-token.ts';
import { forgeToken } from '#testing/forge-token.ts';
import { openPeople } from '#testing/open-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
/** Two running instances on one database; neither is notified of a rotation. */
let one: TestApp;
let other: TestApp;
beforeEach(async () => {
  database = await openPeople();
  one = createTestApp(database);
  other = createTestApp({ ...database });
});
afterEach(() => database.close());

const pass = (time: { minutes?: number; seconds?: number }) => [one, other].forEach((app) => app.pass(time));
const statusOf = async (app: TestApp, token: string) => (await app.call(getSelf, { token })).status;
const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid?: string }).kid;

test('a token names its key, and tokens from before keys had ids belong to the first key', async () => {
  expect(kidOf(await signInAs(one, 'viewer'))).toBe('1');
  const unnamed = await forgeToken(one, 'viewer');
  expect(kidOf(unnamed)).toBeUndefined();
  expect(await statusOf(other, unnamed)).toBe(200);
});

test('a new key signs within two minutes on every instance, and tokens of the previous key stay valid until they expire', async () => {
  const former = await signInAs(one, 'viewer');
  expect(await statusOf(other, former)).toBe(200);
  expect(await rotateTokenKey(one.services, { endSessions: false })).toBe('2');
  const between = await signInAs(other, 'editor');
  expect([kidOf(between), await statusOf(one, between)]).toEqual(['1', 200]);
  pass({ minutes: 2 });
  for (const app of [one, other]) {
    const fresh = await signInAs(app, 'operator');
    expect([kidOf(fresh), await statusOf(one, fresh), await statusOf(other, fresh)]).toEqual(['2', 200, 200]);
  }
  pass({ minutes: 57, seconds: 30 });
  for (const token of [former, between])
    expect([await statusOf(one, token), await statusOf(other, token)]).toEqual([200, 200]);
});

test('the previous key is invalid once its tokens have expired', async () => {
  await signInAs(one, 'viewer');
  const forged = await forgeToken(one, 'viewer', { claims: { exp: 9_999_999_999 }, header: { kid: '1' } });
  await database.query(`UPDATE sessions SET expires_at = '2099-01-01'`);
  expect(await statusOf(other, forged)).toBe(200);
  await rotateTokenKey(one.services, { endSessions: false });
  pass({ minutes: 60 });
  expect(await statusOf(other, forged)).toBe(200);
  pass({ minutes: 5 });
  expect([await statusOf(one, forged), await statusOf(other, forged)]).toEqual([401, 401]);
  await rotateTokenKey(one.services, { endSessions: false });
  const names = await database.query(
    `SELECT name FROM server_secrets WHERE starts_with(name, 'access-token') ORDER BY 1`,
  );
  expect(names).toEqual([{ name: 'access-token:2' }, { name: 'access-token:3' }]);
});

test('a leaked key can be revoked: within half a minute every instance asks every user to sign in', async () => {
  const former = await signInAs(other, 'viewer');
  await rotateTokenKey(one.services, { endSessions: true });
  pass({ seconds: 31 });
  expect([await statusOf(one, former), await statusOf(other, former)]).toEqual([401, 401]);
  expect(await statusOf(other, await signInAs(one, 'viewer'))).toBe(200);
});

test('rejects a second rotation before the first has taken effect, with an explanation', async () => {
  await signInAs(one, 'viewer');
  await rotateTokenKey(one.services, { endSessions: false });
  await expect(rotateTokenKey(other.services, { endSessions: false })).rejects.toThrow(/Key 2 .* Nothing was changed/);
});
