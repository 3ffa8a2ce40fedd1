import { endTwoFactor, getOwnTwoFactor } from '@volume/contract/session/own-security.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyStepUp,
  lookUpOtp,
  proveOtpByPasskey,
  removePasskey,
  stepUpByPasskey,
} from '@volume/contract/session/passkeys.ts';
import {
  confirmTwoFactor,
  getSelf,
  getTwoFactorSetUp,
  signIn,
  stepUp,
  verifyOtp,
} from '@volume/contract/session/session.ts';
import { resetTwoFactor } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids, password } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, proved, signInAs } from '#testing/sign-in-as.ts';
import { softAuthenticator } from '#testing/devices/soft-authenticator.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  await database.run(`DELETE FROM throttle_counters; DELETE FROM sessions; DELETE FROM one_time_requests; DELETE FROM sign_in_codes;
    DELETE FROM outbox_mail; DELETE FROM recovery_codes; DELETE FROM passkeys`);
  await database.query(
    `UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL WHERE user_account_id = $1`,
    [accountIdOf('viewer')],
  );
});

type Key = ReturnType<typeof softAuthenticator>;

/** Adds a passkey and returns it with the recovery codes. */
async function add(token: string, headers: Record<string, string>, key: Key = softAuthenticator(), name = 'Blue key') {
  const wish = (await app.call(beginPasskey, { token, headers })).value();
  const answer = await app.call(addPasskey, { token, body: { name, passkey: key.make(wish) } });
  return { key, recoveryCodes: answer.value().recoveryCodes };
}

/** A viewer whose only second factor is a passkey. */
async function viewerWithKey(key?: Key) {
  const token = await signInAs(app, 'viewer');
  return { token, ...(await add(token, await proved(app, token), key)) };
}

async function question(otpRequestId: string) {
  const { passkey } = (await app.call(lookUpOtp, { body: { otpRequestId } })).value();
  if (!passkey) throw new Error('no passkey is asked for');
  return passkey;
}

/** The header of a user who has stepped up with a passkey. */
async function provedBy(key: Key, token: string) {
  const passkey = key.use((await app.call(beginPasskeyStepUp, { token })).value());
  const { stepUpToken } = (await app.call(stepUpByPasskey, { token, body: { passkey } })).value();
  return { 'x-step-up': stepUpToken };
}

const ownFactor = async (token: string) => (await app.call(getOwnTwoFactor, { token })).value();

test('a first passkey is a second factor: it creates recovery codes, ends other sessions and notifies the owner', async () => {
  const elsewhere = await signInAs(app, 'viewer');
  const { token, recoveryCodes } = await viewerWithKey();
  expect(recoveryCodes).toHaveLength(10);
  expect(await ownFactor(token)).toMatchObject({
    kind: 'PASSKEY',
    recoveryCodesLeft: 10,
    passkeys: [{ name: 'Blue key', lastUsedAtUtc: null }],
  });
  expect((await app.call(getSelf, { token: elsewhere })).status).toBe(401);
  expect((await app.call(getSelf, { token })).value().twoFactorEnabled).toBe(true);
  expect((await mailsTo(app, emailOf('viewer'))).map(({ subject }) => subject)).toEqual([
    'A passkey was added to your account',
  ]);
});

test('the passkey completes a sign-in, once per request', async () => {
  const { key } = await viewerWithKey();
  const otpRequestId = await beginSignIn(app, 'viewer');
  expect((await app.call(lookUpOtp, { body: { otpRequestId } })).value()).toMatchObject({
    kind: 'PASSKEY',
    passkey: { challenge: otpRequestId, rpId: 'portal.example.com' },
  });
  const passkey = key.use(await question(otpRequestId));
  const signedIn = await app.call(proveOtpByPasskey, { body: { otpRequestId, passkey } });
  expect((await app.call(getSelf, { token: signedIn.value().accessToken })).status).toBe(200);
  expect((await app.call(proveOtpByPasskey, { body: { otpRequestId, passkey } })).status).toBe(410);
  expect((await app.call(lookUpOtp, { body: { otpRequestId } })).status).toBe(410);
});

test('one proof that is sent ten times concurrently signs in once', async () => {
  const { key } = await viewerWithKey();
  const otpRequestId = await beginSignIn(app, 'viewer');
  const body = { otpRequestId, passkey: key.use(await question(otpRequestId)) };
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.call(proveOtpByPasskey, { body })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a recovery code signs in when the passkey is lost; six digits do not', async () => {
  const { recoveryCodes } = await viewerWithKey();
  const params = { otpRequestId: await beginSignIn(app, 'viewer') };
  expect((await app.call(verifyOtp, { params, body: { code: '123456' } })).status).toBe(400);
  expect((await app.call(verifyOtp, { params, body: { code: recoveryCodes[0] } })).status).toBe(200);
});

test.each([
  ['of another challenge', (key: Key) => key.use({ challenge: 'AAAA', rpId: 'portal.example.com' })],
  [
    'made on another page',
    (key: Key, challenge: string) =>
      key.use({ challenge, rpId: 'portal.example.com' }, { origin: 'https://portal.example.com.evil.example' }),
  ],
  ['of another host', (key: Key, challenge: string) => key.use({ challenge, rpId: 'evil.example' })],
  [
    'of a key that is not theirs',
    (_: Key, challenge: string) => softAuthenticator().use({ challenge, rpId: 'portal.example.com' }),
  ],
  [
    'with a signature of another key',
    (key: Key, challenge: string) => {
      const ask = { challenge, rpId: 'portal.example.com' };
      const proof = key.use(ask);
      return { ...proof, response: { ...proof.response, signature: softAuthenticator().use(ask).response.signature } };
    },
  ],
])('rejects a proof %s, and ends the request after five of them', async (_, forge) => {
  const { key } = await viewerWithKey();
  const otpRequestId = await beginSignIn(app, 'viewer');
  const send = async () =>
    (await app.call(proveOtpByPasskey, { body: { otpRequestId, passkey: forge(key, otpRequestId) } })).status;
  expect([await send(), await send(), await send(), await send(), await send(), await send()]).toEqual([
    400, 400, 400, 400, 400, 410,
  ]);
});

test('rejects a copied key whose counter does not increase', async () => {
  const { key } = await viewerWithKey(softAuthenticator(7));
  const signInWith = async () => {
    const otpRequestId = await beginSignIn(app, 'viewer');
    const passkey = key.use(await question(otpRequestId));
    return (await app.call(proveOtpByPasskey, { body: { otpRequestId, passkey } })).status;
  };
  expect(await signInWith()).toBe(200);
  key.rewind(3);
  expect(await signInWith()).toBe(400);
});

test('a step-up by passkey is valid for its session only and uses up its challenge', async () => {
  const { key, token } = await viewerWithKey();
  const passkey = key.use((await app.call(beginPasskeyStepUp, { token })).value());
  const otpRequestId = await beginSignIn(app, 'viewer');
  const other = await app.call(proveOtpByPasskey, {
    body: { otpRequestId, passkey: key.use(await question(otpRequestId)) },
  });
  const elsewhere = other.value().accessToken;
  expect((await app.call(stepUpByPasskey, { token: elsewhere, body: { passkey } })).status).toBe(400);
  key.rewind(2);
  const own = key.use((await app.call(beginPasskeyStepUp, { token })).value());
  const proof = await app.call(stepUpByPasskey, { token, body: { passkey: own } });
  const headers = { 'x-step-up': proof.value().stepUpToken };
  expect((await app.call(endTwoFactor, { token: elsewhere, headers })).status).toBe(403);
  expect((await app.call(stepUpByPasskey, { token, body: { passkey: own } })).status).toBe(410);
  expect((await app.call(endTwoFactor, { token, headers })).status).toBe(204);
  expect((await app.call(beginPasskeyStepUp, { token })).status).toBe(409);
});

test('the password is no longer enough for a step-up, a recovery code is', async () => {
  const { token, recoveryCodes } = await viewerWithKey();
  expect((await app.call(stepUp, { token, body: { password } })).status).toBe(400);
  expect((await app.call(stepUp, { token, body: { code: recoveryCodes[0] } })).status).toBe(200);
});

test('adding and removing require a step-up, and the challenge of another user adds nothing', async () => {
  const { key, token } = await viewerWithKey();
  expect((await app.call(beginPasskey, { token })).problem().statusName).toBe('STEP_UP_REQUIRED');
  const [{ passkeyId } = { passkeyId: '' }] = (await ownFactor(token)).passkeys;
  expect((await app.call(removePasskey, { token, params: { passkeyId } })).problem().statusName).toBe(
    'STEP_UP_REQUIRED',
  );
  const wish = (await app.call(beginPasskey, { token, headers: await provedBy(key, token) })).value();
  const reader = await signInAs(app, 'reader');
  const stolen = { passkey: softAuthenticator().make(wish) };
  expect((await app.call(addPasskey, { token: reader, body: stolen })).status).toBe(400);
  const foreign = { passkey: softAuthenticator().make(wish, { origin: 'https://evil.example' }) };
  expect((await app.call(addPasskey, { token, body: foreign })).status).toBe(400);
  expect((await app.call(addPasskey, { token, body: stolen })).status).toBe(200);
  expect((await app.call(addPasskey, { token, body: stolen })).status).toBe(410);
});

test('another passkey ends the other sessions too', async () => {
  const { key, token } = await viewerWithKey();
  const otpRequestId = await beginSignIn(app, 'viewer');
  const passkey = key.use(await question(otpRequestId));
  const elsewhere = (await app.call(proveOtpByPasskey, { body: { otpRequestId, passkey } })).value().accessToken;
  const { recoveryCodes } = await add(token, await provedBy(key, token), softAuthenticator(), 'Red key');
  expect(recoveryCodes).toEqual([]);
  expect((await app.call(getSelf, { token: elsewhere })).status).toBe(401);
  expect((await app.call(getSelf, { token })).status).toBe(200);
});

test('a key can be added once, and an account can have ten', async () => {
  const { key, token } = await viewerWithKey();
  const headers = await provedBy(key, token);
  const wish = (await app.call(beginPasskey, { token, headers })).value();
  expect(wish.excludeCredentials).toHaveLength(1);
  expect((await app.call(addPasskey, { token, body: { passkey: key.make(wish) } })).status).toBe(409);
  for (let count = 2; count <= 10; count++) {
    expect((await add(token, headers, undefined, `Key ${count}`)).recoveryCodes).toEqual([]);
  }
  expect((await app.call(beginPasskey, { token, headers })).status).toBe(409);
});

test('removing the last one makes the password enough again, but is rejected where a second factor is required', async () => {
  const { key, token } = await viewerWithKey();
  const second = softAuthenticator();
  const headers = await provedBy(key, token);
  await add(token, headers, second, 'Phone');
  const [first, other] = (await ownFactor(token)).passkeys;
  const remove = async (passkeyId = '') =>
    (await app.call(removePasskey, { token, headers, params: { passkeyId } })).status;
  expect(await remove(first?.passkeyId)).toBe(204);
  expect(await remove(first?.passkeyId)).toBe(404);
  expect((await ownFactor(token)).kind).toBe('PASSKEY');
  app = createTestApp(database, { settings: { twoFactor: 'required' } });
  expect(await remove(other?.passkeyId)).toBe(409);
  app = createTestApp(database);
  expect(await remove(other?.passkeyId)).toBe(204);
  expect(await ownFactor(token)).toMatchObject({ kind: 'NONE', recoveryCodesLeft: 0, passkeys: [] });
  expect((await app.call(signIn, { body: { email: emailOf('viewer'), password } })).value()).toHaveProperty(
    'accessToken',
  );
});

test('removing two passkeys concurrently leaves no second factor without a key', async () => {
  const { key, token } = await viewerWithKey();
  const headers = await provedBy(key, token);
  await add(token, headers, softAuthenticator(), 'Phone');
  const both = (await ownFactor(token)).passkeys;
  await Promise.all(both.map(({ passkeyId }) => app.call(removePasskey, { token, headers, params: { passkeyId } })));
  expect(await ownFactor(token)).toMatchObject({ kind: 'NONE', passkeys: [] });
});

test('resetting a second factor as an administrator removes the passkeys too', async () => {
  const { token } = await viewerWithKey();
  const admin = await signInAs(app, 'admin');
  const params = { merchantId: ids.harbour, userId: accountIdOf('viewer') };
  expect((await app.call(resetTwoFactor, { token: admin, headers: await proved(app, admin), params })).status).toBe(
    200,
  );
  expect((await app.call(getSelf, { token })).status).toBe(401);
  expect(await ownFactor(await signInAs(app, 'viewer'))).toMatchObject({ kind: 'NONE', passkeys: [] });
});

test('a set-up that was opened with only a password ends when a second factor was added since', async () => {
  const token = await signInAs(app, 'viewer');
  const strict = createTestApp(database, { settings: { twoFactor: 'required' } });
  const begun = (await strict.call(signIn, { body: { email: emailOf('viewer'), password } })).value();
  if (!('twoFactorRequestId' in begun)) throw new Error('no set-up was asked for');
  const params = { twoFactorRequestId: begun.twoFactorRequestId };
  const { secret } = (await app.call(getTwoFactorSetUp, { params })).value();
  await add(token, await proved(app, token));
  const code = await authenticatorCode(app, 0, secret);
  expect((await app.call(confirmTwoFactor, { params, body: { code } })).status).toBe(410);
  expect((await ownFactor(token)).kind).toBe('PASSKEY');
});
