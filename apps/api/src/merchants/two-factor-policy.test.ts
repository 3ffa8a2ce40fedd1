import { listActivity } from '@volume/contract/users/activity.ts';
import { endTwoFactor, getOwnTwoFactor } from '@volume/contract/session/own-security.ts';
import { confirmTwoFactor, getSelf, getTwoFactorSetUp, signIn, verifyOtp } from '@volume/contract/session/session.ts';
import { getTwoFactorPolicy, setTwoFactorPolicy } from '@volume/contract/session/two-factor-policy.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids, password, type TestPerson } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let by: { token: string; headers: Record<string, string> };

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('UPDATE merchants SET requires_two_factor = false');
  app.pass({ minutes: 1 });
  const otpRequestId = await beginSignIn(app, 'bytotp');
  const answer = await app.call(verifyOtp, { params: { otpRequestId }, body: { code: await authenticatorCode(app) } });
  const { accessToken: token } = answer.value();
  app.pass({ minutes: 1 });
  by = { token, headers: await proved(app, token, { code: await authenticatorCode(app) }) };
});

const params = { merchantId: ids.harbour };
const require = () => app.call(setTwoFactorPolicy, { ...by, params, body: { isRequired: true } });
const isRequired = async () => (await app.call(getTwoFactorPolicy, { token: by.token, params })).value().isRequired;
const signInOf = async (name: TestPerson) =>
  (await app.call(signIn, { body: { email: emailOf(name), password } })).value();

test('when a merchant requires it, users without a second factor set one up before they are signed in', async () => {
  expect((await require()).value()).toEqual({ isRequired: true });
  const begun = await signInOf('viewer');
  expect(Object.keys(begun)).toEqual(['twoFactorRequestId']);
  if (!('twoFactorRequestId' in begun)) throw new Error('not asked');
  const { twoFactorRequestId } = begun;
  const { secret } = (await app.call(getTwoFactorSetUp, { params: { twoFactorRequestId } })).value();
  const body = { code: await authenticatorCode(app, 0, secret) };
  const { accessToken: token } = (await app.call(confirmTwoFactor, { params: { twoFactorRequestId }, body })).value();
  expect((await app.call(getOwnTwoFactor, { token })).value()).toMatchObject({ kind: 'TOTP', isRequired: true });
});

test("requiring it ends only that merchant's sessions of users without a second factor, and not the caller's", async () => {
  const [editor, stranger] = [await signInAs(app, 'editor'), await signInAs(app, 'stranger')];
  await require();
  expect((await app.call(getSelf, { token: editor })).status).toBe(401);
  expect((await app.call(getSelf, { token: stranger })).status).toBe(200);
  expect((await app.call(getSelf, { token: by.token })).status).toBe(200);
  expect(Object.keys(await signInOf('stranger'))).toContain('accessToken');
});

test('switching it off mails the administrators once, requiring it mails no user', async () => {
  const off = () => app.call(setTwoFactorPolicy, { ...by, params, body: { isRequired: false } });
  const count = async () =>
    (await mailsTo(app, emailOf('byemail'))).filter(({ text }) =>
      text.includes(`bytotp (${emailOf('bytotp')}) switched off that every user needs a second factor`),
    ).length;
  await require();
  expect(await count()).toBe(0);
  expect((await off()).status).toBe(200);
  expect((await off()).status).toBe(200);
  expect(await count()).toBe(1);
});

test('no user can remove their second factor while it is required', async () => {
  await require();
  expect((await app.call(endTwoFactor, by)).status).toBe(409);
  expect((await app.call(getOwnTwoFactor, { token: by.token })).value()).toMatchObject({
    kind: 'TOTP',
    isRequired: true,
  });
});

test('is rejected without a step-up, and for a caller without a second factor', async () => {
  const body = { isRequired: true };
  const unproved = await app.call(setTwoFactorPolicy, { token: by.token, params, body });
  expect(unproved.problem().statusName).toBe('STEP_UP_REQUIRED');
  const token = await signInAs(app, 'editor');
  const refused = await app.call(setTwoFactorPolicy, { token, headers: await proved(app, token), params, body });
  expect(refused.status).toBe(409);
  expect(await isRequired()).toBe(false);
});

test('once it is no longer required a password is enough again, and both changes are in the audit log', async () => {
  await require();
  app.pass({ seconds: 1 });
  await app.call(setTwoFactorPolicy, { ...by, params, body: { isRequired: false } });
  expect(await isRequired()).toBe(false);
  expect(Object.keys(await signInOf('editor'))).toContain('accessToken');
  const query = 'action=TWO_FACTOR_POLICY_SET&size=2';
  const { content } = (await app.call(listActivity, { token: by.token, params, query })).value();
  expect(content.map(({ detail }) => detail)).toEqual(['Optional', 'Required']);
});

test('a sign-in by password only that is in progress while it is switched on opens no session', async () => {
  const passwords = { ...app.services.passwords, verify: async () => (await require()).status === 200 };
  const slow = createTestApp(database, { parts: { passwords } });
  const answer = await slow.call(signIn, { body: { email: emailOf('editor'), password } });
  expect(answer.status).toBe(401);
  expect(answer.problem().errorMessage).toBe('A second factor is required now. Sign in again.');
  expect(await isRequired()).toBe(true);
});
