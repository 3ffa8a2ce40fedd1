import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { forgotPassword, getResetToken } from '@volume/contract/session/passwords.ts';
import {
  lookUpResetToken,
  lookUpTwoFactorSetUp,
  proveOtp,
  proveTwoFactor,
  resendOneTimeCode,
} from '@volume/contract/session/session-in-body.ts';
import { getSelf, getTwoFactorSetUp, signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, mailedCode, wrongCodeFor } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

async function mailedToken(): Promise<string> {
  await app.call(forgotPassword, { body: { email: emailOf('viewer') } });
  await app.runDueWork();
  return latestLink(app, emailOf('viewer'));
}

test('a mailed link has its token in the fragment, which browsers send to no server', async () => {
  await mailedToken();
  const [mail] = await mailsTo(app, emailOf('viewer'));
  expect(mail?.text).toMatch(/https:\/\/portal\.example\.com\/auth\/reset-password\/link#[\w-]{43}\n/);
});

test('the capabilities without a session include the calls with secrets in the body', async () => {
  const offered = (await app.call(listCapabilities)).value();
  for (const { method, path } of [
    lookUpResetToken,
    lookUpTwoFactorSetUp,
    proveTwoFactor,
    proveOtp,
    resendOneTimeCode,
  ]) {
    expect(offered).toContain(`${method} ${path}`);
    expect(path).not.toContain('{');
  }
});

test('looks up a token in the body like one in the path', async () => {
  const token = await mailedToken();
  const inPath = await app.call(getResetToken, { params: { token } });
  expect((await app.call(lookUpResetToken, { body: { token } })).value()).toEqual(inPath.value());
  expect((await app.call(lookUpResetToken, { body: { token: 'made-up' } })).status).toBe(404);
});

test('verifies and resends a one-time code with the request in the body', async () => {
  const otpRequestId = await beginSignIn(app, 'byemail');
  expect((await app.call(resendOneTimeCode, { body: { otpRequestId } })).status).toBe(429);
  app.pass({ seconds: 31 });
  expect((await app.call(resendOneTimeCode, { body: { otpRequestId } })).status).toBe(204);
  const code = await mailedCode(app, 'byemail');
  expect((await app.call(proveOtp, { body: { otpRequestId, code: wrongCodeFor(code) } })).status).toBe(400);
  const { accessToken: token } = (await app.call(proveOtp, { body: { otpRequestId, code } })).value();
  expect((await app.call(getSelf, { token })).status).toBe(200);
  expect((await app.call(proveOtp, { body: { otpRequestId, code } })).status).toBe(410);
});

test('sets up an authenticator with the request in the body', async () => {
  const strict = createTestApp(database, { settings: { twoFactor: 'required' } });
  const answer = (await strict.call(signIn, { body: { email: emailOf('operator'), password } })).value();
  const twoFactorRequestId = 'twoFactorRequestId' in answer ? answer.twoFactorRequestId : '';
  const setUp = (await strict.call(lookUpTwoFactorSetUp, { body: { twoFactorRequestId } })).value();
  expect(setUp).toEqual((await strict.call(getTwoFactorSetUp, { params: { twoFactorRequestId } })).value());
  const code = await authenticatorCode(strict, 0, setUp.secret);
  const proved = (await strict.call(proveTwoFactor, { body: { twoFactorRequestId, code } })).value();
  expect(proved.recoveryCodes.length).toBeGreaterThan(5);
  expect((await strict.call(getSelf, { token: proved.accessToken })).status).toBe(200);
});

test('no secret from a path is logged, even when no endpoint matches', async () => {
  const secret = 'a-secret-that-must-not-be-logged-1234567890';
  await app.call(getResetToken, { params: { token: secret } });
  await app.call(getTwoFactorSetUp, { params: { twoFactorRequestId: secret } });
  for (const path of [
    `/sandbox/api/accounts/reset-tokens/${secret}/more`,
    `/auth/reset-password/${secret}`,
    `/${secret}`,
  ])
    await app.app.request(path);
  expect(app.logLines.length).toBeGreaterThan(4);
  expect(app.logLines.join('\n')).not.toContain(secret);
});
