import { beginTwoFactor } from '@volume/contract/session/own-security.ts';
import { getSelf, getTwoFactorSetUp, stepUp, verifyOtp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { testSecretsKey } from '#testing/secrets-key.ts';
import { accountIdOf, password, totpSecret } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { requireOpenableKeys, sealStored } from './seal-stored.ts';
import { createVault, sealedUnder } from './vault.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

/** All secret texts in the tables that contain them. */
async function storedSecrets(): Promise<{ place: string; value: string }[]> {
  return database.query(`
    SELECT 'server_secrets ' || name AS place, value FROM server_secrets
    UNION ALL SELECT 'accounts ' || email, totp_secret FROM accounts WHERE totp_secret IS NOT NULL
    UNION ALL SELECT 'one_time_requests ' || kind, secret FROM one_time_requests WHERE secret IS NOT NULL`);
}

/** Signs in, makes a step-up, begins to set up an authenticator, and requests the webhook key. */
async function useEverySecret(): Promise<string> {
  const token = await signInAs(app, 'editor');
  const { stepUpToken } = (await app.call(stepUp, { token, body: { password } })).value();
  const begun = await app.call(beginTwoFactor, { token, headers: { 'x-step-up': stepUpToken } });
  await app.app.request('/sandbox/.well-known/signature/pem');
  return begun.value().twoFactorRequestId;
}

test('the database contains no key, authenticator secret or set-up in plain text', async () => {
  const twoFactorRequestId = await useEverySecret();
  const { secret } = (await app.call(getTwoFactorSetUp, { params: { twoFactorRequestId } })).value();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const stored = await storedSecrets();
  expect(stored.map(({ place }) => place)).toEqual(
    expect.arrayContaining([
      'server_secrets access-token',
      'server_secrets step-up',
      'server_secrets webhook-signing',
      'accounts bytotp@test.example',
      'one_time_requests TWO_FACTOR',
    ]),
  );
  expect(stored.filter(({ value }) => sealedUnder(value) === null)).toEqual([]);
  expect(JSON.stringify(await database.query('SELECT * FROM one_time_requests'))).not.toContain(secret);
});

const older = createVault(testSecretsKey);
const newKey = `${testSecretsKey},2:${btoa('n'.repeat(32))}`;
const newer = createVault(newKey);

/** Stores every secret as a version before encryption did. */
async function unsealAll(): Promise<void> {
  for (const { place, value } of await storedSecrets()) {
    const [, table = '', name = ''] = /^(\w+) (.*)$/.exec(place) ?? [];
    if (table === 'server_secrets') {
      const plain = await older.open(value, `server-secret:${name}`);
      await database.query('UPDATE server_secrets SET value = $2 WHERE name = $1', [name, plain]);
    }
  }
  await database.query('UPDATE accounts SET totp_secret = $1 WHERE totp_secret IS NOT NULL', [totpSecret]);
}

const versions = async () => new Set((await storedSecrets()).map(({ value }) => sealedUnder(value)));

test('secrets in plain text are encrypted once on upgrade and keep working', async () => {
  const token = await signInAs(app, 'viewer');
  await unsealAll();
  expect(await versions()).toContain(null);
  const { failed, sealed } = await sealStored(database, older, 'clear');
  expect(failed).toEqual([]);
  expect(Object.keys(sealed).sort()).toEqual(['accounts', 'server_secrets']);
  expect(await versions()).toEqual(new Set([1]));
  expect(await sealStored(database, older, 'clear')).toEqual({ sealed: {}, failed: [] });
  const restarted = createTestApp({ ...database });
  expect((await restarted.call(getSelf, { token })).status).toBe(200);
  await expectAuthenticatorWorks(restarted);
});

async function expectAuthenticatorWorks(on: TestApp): Promise<void> {
  await database.query('UPDATE accounts SET totp_last_step = NULL');
  const otpRequestId = await beginSignIn(on, 'bytotp');
  const body = { code: await authenticatorCode(on) };
  expect((await on.call(verifyOtp, { params: { otpRequestId }, body })).status).toBe(200);
}

test('everything is re-encrypted with the newest key version while an instance is running', async () => {
  const running = createTestApp({ ...database }, { secretsKey: newKey });
  const token = await signInAs(running, 'viewer');
  const stored = (await storedSecrets()).length;
  const { failed, sealed } = await sealStored(database, newer, 'all');
  expect(failed).toEqual([]);
  expect(Object.values(sealed).reduce((sum, count) => sum + count)).toBe(stored);
  expect(await versions()).toEqual(new Set([2]));
  expect(await sealStored(database, newer, 'all')).toEqual({ sealed: {}, failed: [] });
  expect((await running.call(getSelf, { token })).status).toBe(200);
  const onlyNewest = createTestApp({ ...database }, { secretsKey: newKey.split(',')[1]! });
  expect((await onlyNewest.call(getSelf, { token })).status).toBe(200);
  await expectAuthenticatorWorks(running);
  await expectAuthenticatorWorks(onlyNewest);
});

test('a row that cannot be decrypted is reported and left unchanged, the others are encrypted', async () => {
  await database.query('UPDATE accounts SET totp_secret = $2 WHERE user_account_id = $1', [
    accountIdOf('bytotp'),
    await older.seal(totpSecret, 'totp:somebody else'),
  ]);
  const { failed } = await sealStored(database, createVault(`${newKey},3:${btoa('o'.repeat(32))}`), 'all');
  expect(failed).toEqual([`accounts ${accountIdOf('bytotp')}`]);
  expect((await versions()).has(3)).toBe(true);
});

test("a start with another database's key is rejected with a sentence", async () => {
  const stranger = createVault(`3:${btoa('s'.repeat(32))}`);
  await expect(requireOpenableKeys(database, stranger)).rejects.toThrow(
    /^SECRETS_KEY does not belong to this database: .* Nothing was changed/,
  );
});
