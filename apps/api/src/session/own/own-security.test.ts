import {
  beginTwoFactor,
  changePassword,
  endTwoFactor,
  getOwnTwoFactor,
  renewRecoveryCodes,
  signOutEverywhere,
} from '@volume/contract/session/own-security.ts';
import {
  confirmTwoFactor,
  getSelf,
  getTwoFactorSetUp,
  renewSession,
  signIn,
  stepUp,
  verifyOtp,
  mailStepUpCode,
} from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { forgetActivity } from '#testing/audit-log/forget-activity.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, password } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, mailedCode, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const fresh = 'seven kites over the harbour';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  await database.run(`DELETE FROM throttle_counters; DELETE FROM sessions; DELETE FROM one_time_requests; DELETE FROM sign_in_codes;
    DELETE FROM outbox_mail; DELETE FROM recovery_codes`);
  await database.query(
    `UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL, password_hash = $2 WHERE user_account_id = $1`,
    [accountIdOf('viewer'), `plain:${password}`],
  );
});

/** The headers of a user who has just stepped up. */
async function proved(token: string, proof: { password?: string; code?: string } = { password }) {
  const { stepUpToken } = (await app.call(stepUp, { token, body: proof })).value();
  return { 'x-step-up': stepUpToken };
}

async function setUp(before: string, proof: { password?: string; code?: string } = { password }) {
  const headers = await proved(before, proof);
  const params = (await app.call(beginTwoFactor, { token: before, headers })).value();
  const { secret } = (await app.call(getTwoFactorSetUp, { params })).value();
  const code = await authenticatorCode(app, 0, secret);
  // Setting it up ends every earlier session; continue with the one it opened.
  const { recoveryCodes, accessToken } = (await app.call(confirmTwoFactor, { params, body: { code } })).value();
  return { secret, recoveryCodes, token: accessToken };
}

test.each([
  ['beginTwoFactor', beginTwoFactor, undefined],
  ['endTwoFactor', endTwoFactor, undefined],
  ['renewRecoveryCodes', renewRecoveryCodes, undefined],
  ['changePassword', changePassword, { password: fresh }],
])('%s requires a step-up of the same session', async (_, endpoint, body) => {
  const token = await signInAs(app, 'viewer');
  const elsewhere = await proved(await signInAs(app, 'viewer'));
  for (const headers of [{}, elsewhere, { 'x-step-up': 'nonsense' }]) {
    const refused = await app.call(endpoint, { token, headers, ...(body ? { body } : {}) });
    expect([refused.status, refused.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
  }
  const old = await proved(token);
  app.pass({ minutes: 5 });
  expect((await app.call(endpoint, { token, headers: old, ...(body ? { body } : {}) })).status).toBe(403);
});

test('an authenticator can be set up in settings, is required at the next sign-in, and its owner is notified by email', async () => {
  const before = await signInAs(app, 'viewer');
  expect((await app.call(getOwnTwoFactor, { token: before })).value()).toEqual({
    kind: 'NONE',
    isRequired: false,
    recoveryCodesLeft: 0,
    passkeys: [],
  });
  const { secret, recoveryCodes, token } = await setUp(before);
  expect(recoveryCodes).toHaveLength(10);
  expect((await app.call(getOwnTwoFactor, { token })).value()).toMatchObject({ kind: 'TOTP', recoveryCodesLeft: 10 });
  const otpRequestId = await beginSignIn(app, 'viewer');
  const code = await authenticatorCode(app, 1, secret);
  expect((await app.call(verifyOtp, { params: { otpRequestId }, body: { code } })).status).toBe(200);
  expect((await mailsTo(app, emailOf('viewer'))).map(({ subject }) => subject)).toEqual([
    'An authenticator protects your sign-in',
  ]);
});

test('a replaced authenticator works until the new one is confirmed; of two replacements only the first counts', async () => {
  const { secret: old, recoveryCodes, token } = await setUp(await signInAs(app, 'viewer'));
  const headers = await proved(token, { code: recoveryCodes[0]! });
  const begin = async () => ({ params: (await app.call(beginTwoFactor, { token, headers })).value() });
  const [one, other] = [await begin(), await begin()];
  const signInWith = async (secret: string, steps: number) => {
    const params = { otpRequestId: await beginSignIn(app, 'viewer') };
    return (await app.call(verifyOtp, { params, body: { code: await authenticatorCode(app, steps, secret) } })).status;
  };
  expect(await signInWith(old, 1)).toBe(200);
  const secretOf = async (given: typeof one) => (await app.call(getTwoFactorSetUp, given)).value().secret;
  const [secret, second] = [await secretOf(one), await secretOf(other)];
  const confirm = async (given: typeof one, of: string) => {
    const code = await authenticatorCode(app, 0, of);
    return (await app.call(confirmTwoFactor, { ...given, body: { code } })).status;
  };
  expect([await confirm(one, secret), await confirm(other, second)]).toEqual([200, 410]);
  app.pass({ seconds: 60 });
  expect([await signInWith(old, 0), await signInWith(secret, 0)]).toEqual([400, 200]);
});

test('a user with codes by email can switch to an authenticator', async () => {
  const own = async (kind: 'NONE' | 'EMAIL') =>
    database.query('UPDATE accounts SET two_factor = $2 WHERE user_account_id = $1', [accountIdOf('viewer'), kind]);
  const before = await signInAs(app, 'viewer');
  await own('EMAIL');
  await app.call(mailStepUpCode, { token: before });
  const { token } = await setUp(before, { code: await mailedCode(app, 'viewer') });
  expect((await app.call(getOwnTwoFactor, { token })).value().kind).toBe('TOTP');
});

test('after removal the password is enough to sign in, and recovery codes are invalid', async () => {
  const { recoveryCodes, token } = await setUp(await signInAs(app, 'viewer'));
  const waiting = await beginSignIn(app, 'viewer');
  const headers = await proved(token, { code: recoveryCodes[0]! });
  expect((await app.call(endTwoFactor, { token, headers })).status).toBe(204);
  expect((await app.call(signIn, { body: { email: emailOf('viewer'), password } })).value()).toHaveProperty(
    'accessToken',
  );
  const late = await app.call(verifyOtp, { params: { otpRequestId: waiting }, body: { code: recoveryCodes[1]! } });
  expect(late.status).toBe(410);
  expect((await app.call(endTwoFactor, { token, headers: await proved(token) })).status).toBe(409);
});

test('a required second factor cannot be removed', async () => {
  const { recoveryCodes, token } = await setUp(await signInAs(app, 'viewer'));
  app = createTestApp(database, { settings: { twoFactor: 'required' } });
  const headers = await proved(token, { code: recoveryCodes[0]! });
  expect((await app.call(getOwnTwoFactor, { token })).value().isRequired).toBe(true);
  expect((await app.call(endTwoFactor, { token, headers })).status).toBe(409);
});

test('new recovery codes replace the old ones', async () => {
  const { recoveryCodes: old, token } = await setUp(await signInAs(app, 'viewer'));
  const headers = await proved(token, { code: old[0]! });
  expect((await app.call(getOwnTwoFactor, { token })).value().recoveryCodesLeft).toBe(9);
  const { recoveryCodes } = (await app.call(renewRecoveryCodes, { token, headers })).value();
  expect(new Set([...old, ...recoveryCodes]).size).toBe(20);
  const verify = async (code: string) =>
    (await app.call(verifyOtp, { params: { otpRequestId: await beginSignIn(app, 'viewer') }, body: { code } })).status;
  expect(await verify(old[1]!)).toBe(400);
  expect(await verify(recoveryCodes[0]!)).toBe(200);
  const rows = JSON.stringify(await database.query('SELECT * FROM recovery_codes'));
  for (const code of recoveryCodes) expect(rows).not.toContain(code);
});

test('there are no recovery codes without a second factor', async () => {
  const token = await signInAs(app, 'viewer');
  expect((await app.call(renewRecoveryCodes, { token, headers: await proved(token) })).status).toBe(409);
});

test('changing the password ends every other session and keeps this one', async () => {
  const token = await signInAs(app, 'viewer');
  const other = await signInAs(app, 'viewer');
  const headers = await proved(token);
  const weak = await app.call(changePassword, { token, headers, body: { password: 'password1234' } });
  expect([weak.status, weak.problem().errorMessage]).toEqual([400, 'password is too easy to guess']);
  expect((await app.call(changePassword, { token, headers, body: { password: fresh } })).status).toBe(204);
  expect((await app.call(getSelf, { token })).status).toBe(200);
  expect((await app.call(getSelf, { token: other })).status).toBe(401);
  expect((await app.call(signIn, { body: { email: emailOf('viewer'), password } })).status).toBe(401);
  expect((await app.call(signIn, { body: { email: emailOf('viewer'), password: fresh } })).status).toBe(200);
  expect((await mailsTo(app, emailOf('viewer')))[0]?.subject).toBe('Your password was changed');
});

test('a read-only user can protect their own account', async () => {
  const token = await signInAs(app, 'reader');
  const headers = await proved(token);
  expect((await app.call(beginTwoFactor, { token, headers })).status).toBe(200);
});

test('each of these changes is recorded in the activity of the merchant', async () => {
  await forgetActivity(database);
  const { recoveryCodes, token } = await setUp(await signInAs(app, 'viewer'));
  const proof = async (at: number) => ({ token, headers: await proved(token, { code: recoveryCodes[at]! }) });
  const first = await proof(0);
  await app.call(changePassword, { ...first, body: { password: fresh } });
  const made = (await app.call(renewRecoveryCodes, first)).value().recoveryCodes;
  await app.call(endTwoFactor, { token, headers: await proved(token, { code: made[0]! }) });
  await app.call(signOutEverywhere, { token });
  const rows = await database.query<{ action: string; actor: string }>(
    'SELECT action, actor FROM activity ORDER BY at, activity_id',
  );
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([emailOf('viewer')]));
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'PASSWORD_CHANGED',
    'RECOVERY_CODES_MADE',
    'SIGNED_IN',
    'SIGNED_IN',
    'SIGNED_OUT_EVERYWHERE',
    'TWO_FACTOR_DISABLED',
    'TWO_FACTOR_ENABLED',
  ]);
});

test('signing out everywhere ends every session of the account on the next call, and of no other account', async () => {
  const token = await signInAs(app, 'viewer');
  app.pass({ minutes: 56 });
  const renewed = (await app.call(renewSession, { token })).value().accessToken;
  const other = await signInAs(app, 'viewer');
  const editor = await signInAs(app, 'editor');
  expect((await app.call(signOutEverywhere, { token: renewed })).status).toBe(204);
  for (const dead of [token, renewed, other]) expect((await app.call(getSelf, { token: dead })).status).toBe(401);
  expect((await app.call(getSelf, { token: editor })).status).toBe(200);
});
