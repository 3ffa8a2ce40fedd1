import { endTwoFactor, getOwnTwoFactor } from '@volume/contract/session/own-security.ts';
import { signIn, stepUp, verifyOtp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { totpPurpose } from '#core/secrets/vault.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, password, type TestPerson, totpSecret } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let deployed: TestApp;
let local: TestApp;
beforeAll(async () => {
  database = await openPeople();
  deployed = createTestApp(database, { settings: { isLocal: false } });
  local = createTestApp(database);
});
afterAll(() => database.close());

const answerTo = async (app: TestApp, name: TestPerson) =>
  Object.keys((await app.call(signIn, { body: { email: emailOf(name), password } })).value());

test('in a deployment only administrators must have a second factor, on a local machine no user must', async () => {
  for (const name of ['admin', 'reader'] as const) {
    expect(await answerTo(deployed, name)).toEqual(['twoFactorRequestId']);
    expect(await answerTo(local, name)).toContain('accessToken');
  }
  for (const name of ['merchantadmin', 'viewer'] as const)
    expect(await answerTo(deployed, name)).toContain('accessToken');
});

test('an administrator of a deployment cannot remove their second factor, an administrator of a merchant can', async () => {
  await database.query(`UPDATE accounts SET two_factor = 'TOTP', totp_secret = $2 WHERE user_account_id = $1`, [
    accountIdOf('admin'),
    await deployed.services.vault.seal(totpSecret, totpPurpose(accountIdOf('admin'))),
  ]);
  for (const [name, status] of [
    ['admin', 409],
    ['bytotp', 204],
  ] as const) {
    const token = await signInByCode(name);
    deployed.pass({ minutes: 1 });
    const body = { code: await authenticatorCode(deployed) };
    const { stepUpToken } = (await deployed.call(stepUp, { body, token })).value();
    const { isRequired } = (await deployed.call(getOwnTwoFactor, { token })).value();
    expect(isRequired).toBe(status === 409);
    const ended = await deployed.call(endTwoFactor, { token, headers: { 'x-step-up': stepUpToken } });
    expect(ended.status).toBe(status);
  }
});

async function signInByCode(name: TestPerson): Promise<string> {
  const otpRequestId = await beginSignIn(deployed, name);
  const body = { code: await authenticatorCode(deployed) };
  return (await deployed.call(verifyOtp, { params: { otpRequestId }, body })).value().accessToken;
}
