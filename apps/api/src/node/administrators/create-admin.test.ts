import { getSelf, signIn } from '@volume/contract/session/session.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createAdmin } from './create-admin.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

const password = 'a password nobody knows';
async function signInBy(link: string, email: string) {
  const { settings } = app.services;
  expect(link.startsWith(`${settings.portalUrl}/auth/reset-password/link#`)).toBe(true);
  const token = link.split('#').at(-1)!;
  expect((await app.call(resetPassword, { body: { token, password } })).status).toBe(204);
  return (await app.call(signIn, { body: { email, password } })).value();
}

test.each([
  [false, 'VOLUME_ADMIN'],
  [true, 'VOLUME_ADMIN_READ'],
])('a new administrator (read-only: %s) chooses a password with the link and is %s', async (mayOnlyRead, role) => {
  const { email, link } = await createAdmin(app.services, { email: ` ${role}@new.example `, mayOnlyRead });
  expect(email).toBe(`${role}@new.example`);
  const answer = await signInBy(link, email);
  const token = 'accessToken' in answer ? answer.accessToken : '';
  expect((await app.call(getSelf, { token })).status).toBe(200);
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  expect([claims.authorities, typeof claims.adminId, claims.merchantId]).toEqual([[role], 'string', undefined]);
  const rows = await database.query(`SELECT actor, detail FROM activity WHERE action = 'USER_ADDED' AND subject = $1`, [
    email,
  ]);
  expect(rows).toEqual([{ actor: 'npm run admin -- create-admin', detail: role }]);
});

test('in a deployment the new administrator must first set up a second factor', async () => {
  const { email, link } = await createAdmin(app.services, { email: 'first@new.example', mayOnlyRead: false });
  await signInBy(link, email);
  const deployed = createTestApp(database, { settings: { isLocal: false } });
  const answer = (await deployed.call(signIn, { body: { email, password } })).value();
  expect(Object.keys(answer)).toEqual(['twoFactorRequestId']);
});

test('rejects an address that is already used for signing in, in any case, and leaves it unchanged', async () => {
  const select = () => database.query('SELECT * FROM accounts ORDER BY user_account_id');
  const before = await select();
  const taken = { email: emailOf('viewer').toUpperCase(), mayOnlyRead: false };
  await expect(createAdmin(app.services, taken)).rejects.toThrow(/already signs in.*Nothing was changed/);
  for (const email of ['', 'ada', 'ada@', 'a b@c.example']) {
    await expect(createAdmin(app.services, { email, mayOnlyRead: false })).rejects.toThrow(/--email/);
  }
  expect(await select()).toEqual(before);
});
