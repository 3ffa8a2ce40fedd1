import {
  beginEmailFactor,
  beginTwoFactor,
  confirmEmailFactor,
  endTwoFactor,
  getOwnTwoFactor,
} from '@volume/contract/session/own-security.ts';
import {
  confirmTwoFactor,
  getTwoFactorSetUp,
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
import { authenticatorCode, beginSignIn, mailedCode, signInAs, wrongCodeFor } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let token: string;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  await database.run(`DELETE FROM throttle_counters; DELETE FROM sessions; DELETE FROM one_time_requests; DELETE FROM sign_in_codes;
    DELETE FROM outbox_mail; DELETE FROM recovery_codes`);
  await forgetActivity(database);
  await database.query(
    `UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL WHERE user_account_id = $1`,
    [accountIdOf('viewer')],
  );
  token = await signInAs(app, 'viewer');
});

async function proved(proof: { password?: string; code?: string } = { password }) {
  const { stepUpToken } = (await app.call(stepUp, { token, body: proof })).value();
  return { 'x-step-up': stepUpToken };
}
async function provedByMail() {
  app.pass({ seconds: 1 });
  await app.call(mailStepUpCode, { token });
  return proved({ code: await mailedCode(app, 'viewer') });
}
const begin = async (headers: Record<string, string>) =>
  (await app.call(beginEmailFactor, { token, headers })).value().twoFactorRequestId;
const confirm = (twoFactorRequestId: string, code: string, by = token) =>
  app.call(confirmEmailFactor, { token: by, params: { twoFactorRequestId }, body: { code } });
const kind = async () => (await app.call(getOwnTwoFactor, { token })).value().kind;

/** Sets up an authenticator for the account and returns its recovery codes. */
async function setUpApp() {
  const params = (await app.call(beginTwoFactor, { token, headers: await proved() })).value();
  const { secret } = (await app.call(getTwoFactorSetUp, { params })).value();
  const code = await authenticatorCode(app, 0, secret);
  const answer = (await app.call(confirmTwoFactor, { params, body: { code } })).value();
  // Makes later mails sort after earlier ones.
  app.pass({ seconds: 1 });
  // Setting it up ends every earlier session; continue with the one it opened.
  token = answer.accessToken;
  return { secret, ...answer };
}

test('codes by email are active once the mailed code was entered, and sign-in then asks for one', async () => {
  const refused = await app.call(beginEmailFactor, { token });
  expect([refused.status, refused.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
  const answer = (await app.call(beginEmailFactor, { token, headers: await proved() })).value();
  expect(answer.email).toBe(emailOf('viewer'));
  const code = await mailedCode(app, 'viewer');
  expect((await confirm(answer.twoFactorRequestId, wrongCodeFor(code))).status).toBe(400);
  expect(await kind()).toBe('NONE');
  const { recoveryCodes } = (await confirm(answer.twoFactorRequestId, code)).value();
  expect(recoveryCodes).toHaveLength(10);
  expect(await kind()).toBe('EMAIL');
  expect((await confirm(answer.twoFactorRequestId, code)).status).toBe(410);

  app.pass({ seconds: 1 });
  const otpRequestId = await beginSignIn(app, 'viewer');
  const verify = (given: string) => app.call(verifyOtp, { params: { otpRequestId }, body: { code: given } });
  expect((await verify(await mailedCode(app, 'viewer'))).status).toBe(200);
  const params = { otpRequestId: await beginSignIn(app, 'viewer') };
  expect((await app.call(verifyOtp, { params, body: { code: recoveryCodes[0]! } })).status).toBe(200);
  expect((await mailsTo(app, emailOf('viewer'))).map(({ subject }) => subject)).toContain(
    'Codes by email protect your sign-in',
  );
  const actions = await database.query(`SELECT detail FROM activity WHERE action = 'TWO_FACTOR_ENABLED'`);
  expect(actions).toEqual([{ detail: 'Codes by email' }]);
  expect((await app.call(beginEmailFactor, { token, headers: await provedByMail() })).status).toBe(409);
});

test('it replaces an authenticator, invalidates its codes and recovery codes, and can be removed again', async () => {
  const { secret, recoveryCodes: old } = await setUpApp();
  const headers = await proved({ code: old[0]! });
  expect((await confirm(await begin(headers), await mailedCode(app, 'viewer'))).status).toBe(200);
  const verify = async (code: string) =>
    (await app.call(verifyOtp, { params: { otpRequestId: await beginSignIn(app, 'viewer') }, body: { code } })).status;
  expect([await verify(await authenticatorCode(app, 1, secret)), await verify(old[1]!)]).toEqual([400, 400]);
  expect((await app.call(endTwoFactor, { token, headers: await provedByMail() })).status).toBe(204);
  const alone = (await app.call(signIn, { body: { email: emailOf('viewer'), password } })).value();
  expect(alone).toHaveProperty('accessToken');
});

test('a request from before an authenticator was set up does not replace it', async () => {
  const asked = await begin(await proved());
  const code = await mailedCode(app, 'viewer');
  await setUpApp();
  expect((await confirm(asked, code)).status).toBe(410);
  expect(await kind()).toBe('TOTP');
});

test('a request belongs to its account, accepts five tries, and opens no session', async () => {
  const asked = await begin(await proved());
  const code = await mailedCode(app, 'viewer');
  const asOtp = await app.call(verifyOtp, { params: { otpRequestId: asked }, body: { code } });
  const asApp = await app.call(confirmTwoFactor, { params: { twoFactorRequestId: asked }, body: { code } });
  expect([asOtp.status, asApp.status]).toEqual([404, 404]);
  expect((await confirm(asked, code, await signInAs(app, 'editor'))).status).toBe(404);
  const wrong = await Promise.all(Array.from({ length: 20 }, () => confirm(asked, wrongCodeFor(code))));
  expect(wrong.filter(({ status }) => status === 400)).toHaveLength(4);
  const over = await confirm(asked, code);
  expect([over.status, over.problem().errorMessage]).toEqual([410, 'This code is no longer valid. Ask for a new one.']);
});

test('limits how many codes are sent', async () => {
  const headers = await proved();
  for (let sent = 0; sent < 5; sent++) await begin(headers);
  const refused = await app.call(beginEmailFactor, { token, headers });
  expect(refused.status).toBe(429);
  expect(await mailsTo(app, emailOf('viewer'))).toHaveLength(5);
});

test('codes by email satisfy a required second factor', async () => {
  app = createTestApp(database, { settings: { twoFactor: 'required' } });
  const { recoveryCodes } = await setUpApp();
  const headers = await proved({ code: recoveryCodes[0]! });
  expect((await confirm(await begin(headers), await mailedCode(app, 'viewer'))).status).toBe(200);
  expect((await app.call(endTwoFactor, { token, headers: await provedByMail() })).status).toBe(409);
});
