import { getSelf, type SignedIn, signIn } from '@volume/contract/session/session.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createAdmin } from './create-admin.ts';
import { setAdminEnabled } from './set-admin-enabled.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openTestDatabase('empty');
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterAll(() => database.close());
beforeEach(() => database.query('DELETE FROM accounts'));

const password = 'a password nobody knows';
const by = 'npm run admin -- disable-admin';
const disable = (name: string, mayLeaveOne = false) =>
  setAdminEnabled(app.services, { email: `${name}@volume.example`, enabled: false, by, mayLeaveOne });
const signInTo = (name: string) => app.call(signIn, { body: { email: `${name}@volume.example`, password } });

/** An administrator who has chosen a password unless `isInvited`; returns a session token. */
async function add(name: string, { mayOnlyRead = false, isInvited = false } = {}): Promise<string> {
  const { link } = await createAdmin(app.services, { email: `${name}@volume.example`, mayOnlyRead });
  if (isInvited) return '';
  await app.call(resetPassword, { body: { token: link.split('#').at(-1)!, password } });
  return ((await signInTo(name)).value() as SignedIn).accessToken;
}
const statusOf = async (token: string) => (await app.call(getSelf, { token })).status;
const enabledOnes = async () =>
  (await database.query<{ email: string }>(`SELECT email FROM accounts WHERE is_enabled ORDER BY email`)).map(
    ({ email }) => email.split('@')[0],
  );

test('disabling an administrator ends their sessions immediately and permanently, and they cannot sign in', async () => {
  const [ada, grace] = [await add('ada'), await add('grace')];
  await add('tom');
  expect(await disable('Grace')).toEqual({ email: 'grace@volume.example', hasChanged: true });
  expect([await statusOf(grace), await statusOf(ada), (await signInTo('grace')).status]).toEqual([401, 200, 401]);
  expect((await disable('grace')).hasChanged).toBe(false);
  await setAdminEnabled(app.services, { email: 'grace@volume.example', enabled: true, by: 'npm run admin -- enable' });
  expect([await statusOf(grace), (await signInTo('grace')).status]).toEqual([401, 200]);
  const noted = await database.query(
    `SELECT actor, action, merchant_id FROM activity WHERE subject = 'grace@volume.example' AND action LIKE 'USER_%ABLED'
     ORDER BY action`,
  );
  const merchant_id = '00000000-0000-0000-0000-000000000000';
  expect(noted).toEqual([
    { actor: by, action: 'USER_DISABLED', merchant_id },
    { actor: 'npm run admin -- enable', action: 'USER_ENABLED', merchant_id },
  ]);
});

test('the invitation of a disabled administrator no longer works', async () => {
  await add('ada');
  const { link } = await createAdmin(app.services, { email: 'new@volume.example', mayOnlyRead: false });
  await disable('new');
  const answer = await app.call(resetPassword, { body: { token: link.split('#').at(-1)!, password } });
  expect(answer.status).toBe(410);
});

test('the last administrator who can change anything cannot be disabled, also not with --leave-one; read-only ones and open invitations do not count', async () => {
  await add('ada');
  await add('reader', { mayOnlyRead: true });
  await add('invited', { isInvited: true });
  await expect(disable('ada')).rejects.toThrow(/ada@volume.example is the last administrator.*Nothing was changed/);
  await disable('reader');
  await disable('invited');
  await expect(disable('ada', true)).rejects.toThrow(/last administrator/);
  expect(await enabledOnes()).toEqual(['ada']);
});

test('an administrator with an open invitation cannot be disabled while there is no other', async () => {
  await add('ada', { isInvited: true });
  await expect(disable('ada', true)).rejects.toThrow(/last administrator/);
  await add('grace', { isInvited: true });
  expect((await disable('ada')).hasChanged).toBe(true);
});

test('the last administrator but one is disabled only with --leave-one, and the other receives a mail', async () => {
  await add('ada');
  await add('grace');
  await expect(disable('grace')).rejects.toThrow(
    /two keep full access.*Nothing was changed.*disable-admin --email grace@volume.example --leave-one/,
  );
  expect(await enabledOnes()).toEqual(['ada', 'grace']);
  expect((await disable('grace', true)).hasChanged).toBe(true);
  const [mail] = await mailsTo(app, 'ada@volume.example');
  expect(mail?.text).toContain('The command npm run admin -- disable-admin disabled grace@volume.example on ');
  expect(await mailsTo(app, 'grace@volume.example')).toEqual([]);
});

test('of three administrators disabled at the same time two remain', async () => {
  for (let round = 0; round < 5; round++) {
    await database.query('DELETE FROM accounts');
    for (const name of ['ada', 'grace', 'tom']) await add(name);
    const outcomes = await Promise.allSettled([disable('ada'), disable('grace'), disable('tom')]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(await enabledOnes()).toHaveLength(2);
  }
});

test('with --leave-one, of two administrators disabled at the same time one remains', async () => {
  for (let round = 0; round < 5; round++) {
    await database.query('DELETE FROM accounts');
    await add('ada');
    await add('grace');
    const outcomes = await Promise.allSettled([disable('ada', true), disable('grace', true)]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await enabledOnes()).toHaveLength(1);
  }
});

/** The naive twin of the race above: counts the others and then writes, without locking their rows. */
const disableNaively = (name: string) =>
  database.transaction(async ({ query }) => {
    const others = await query(`SELECT FROM accounts WHERE is_enabled AND email <> $1`, [`${name}@volume.example`]);
    await query('SELECT pg_sleep(0.05)');
    if (others.length === 0) throw new Error('the last one');
    await query('UPDATE accounts SET is_enabled = false WHERE email = $1', [`${name}@volume.example`]);
  });

test('without the lock both would be disabled (naive twin)', async () => {
  // The embedded database runs one transaction at a time.
  if (database.kind === 'pglite') return;
  await add('ada');
  await add('grace');
  await Promise.allSettled([disableNaively('ada'), disableNaively('grace')]);
  expect(await enabledOnes()).toEqual([]);
});

test("rejects an address that belongs to no administrator, also that of a merchant's user", async () => {
  await add('ada');
  await database.query(
    `INSERT INTO merchants (merchant_id, company_name) VALUES ('01900000-0000-7000-8000-000000000001', 'Shop')`,
  );
  await database.query(
    `INSERT INTO accounts (user_account_id, email, merchant_id, roles)
     VALUES ('01900000-0000-7000-8000-000000000009', 'user@volume.example', '01900000-0000-7000-8000-000000000001', '{}')`,
  );
  for (const name of ['nobody', 'user']) {
    await expect(disable(name)).rejects.toThrow(/No administrator signs in with.*Nothing was changed/);
  }
});
