import {
  confirmTwoFactor,
  getSelf,
  getTwoFactorSetUp,
  resendOtp,
  signIn,
  verifyOtp,
} from '@volume/contract/session/session.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, password } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, mailedCode, wrongCodeFor } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(() => {
  app = createTestApp(database);
});
afterEach(async () => {
  await database.run(`DELETE FROM throttle_counters; DELETE FROM sessions; DELETE FROM one_time_requests; DELETE FROM sign_in_codes;
    DELETE FROM outbox_mail; DELETE FROM recovery_codes; UPDATE accounts SET totp_last_step = NULL`);
  await database.query(`UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL WHERE user_account_id = $1`, [
    accountIdOf('viewer'),
  ]);
});

const verify = (otpRequestId: string, code: string) =>
  app.call(verifyOtp, { params: { otpRequestId }, body: { code } });

test('a mailed code signs in once', async () => {
  const id = await beginSignIn(app, 'byemail');
  const code = await mailedCode(app, 'byemail');
  const token = (await verify(id, code)).value().accessToken;
  expect((await app.call(getSelf, { token })).value().twoFactorEnabled).toBe(true);
  expect((await verify(id, code)).status).toBe(410);
});

test('neither the request nor the code is stored in clear text', async () => {
  const id = await beginSignIn(app, 'byemail');
  const code = await mailedCode(app, 'byemail');
  const rows = JSON.stringify(await database.query('SELECT * FROM one_time_requests'));
  expect(rows).not.toContain(id);
  expect(rows).not.toContain(code);
  expect(app.logLines.join('\n')).not.toMatch(new RegExp(`${id}|${code}`));
});

test('there is no session before the code is entered', async () => {
  await beginSignIn(app, 'byemail');
  expect(await database.query('SELECT 1 FROM sessions')).toEqual([]);
});

test('a wrong code is 400, and after five of them even the right one is 410', async () => {
  const id = await beginSignIn(app, 'byemail');
  const code = await mailedCode(app, 'byemail');
  for (let count = 0; count < 5; count++) expect((await verify(id, wrongCodeFor(code))).status).toBe(400);
  expect((await verify(id, code)).status).toBe(410);
});

test('compares only five of 200 concurrent guesses', async () => {
  const id = await beginSignIn(app, 'byemail');
  const code = await mailedCode(app, 'byemail');
  const answers = await Promise.all(Array.from({ length: 200 }, () => verify(id, wrongCodeFor(code))));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(400), count(410) + count(429)]).toEqual([5, 195]);
});

test('only one of 20 concurrent right answers signs in', async () => {
  const id = await beginSignIn(app, 'byemail');
  const code = await mailedCode(app, 'byemail');
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(id, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await database.query('SELECT 1 FROM sessions')).toHaveLength(1);
});

test('a code expires after ten minutes', async () => {
  const id = await beginSignIn(app, 'byemail');
  const code = await mailedCode(app, 'byemail');
  app.pass({ minutes: 10 });
  expect((await verify(id, code)).status).toBe(410);
});

test('returns 404 for an unknown request', async () => {
  expect((await verify('unknown', '123456')).status).toBe(404);
  expect((await app.call(resendOtp, { params: { otpRequestId: 'unknown' } })).status).toBe(404);
  expect((await app.call(getTwoFactorSetUp, { params: { twoFactorRequestId: 'unknown' } })).status).toBe(404);
});

test('sends the same code again after 30 seconds, but not before', async () => {
  const otpRequestId = await beginSignIn(app, 'byemail');
  const first = await mailedCode(app, 'byemail');
  app.pass({ seconds: 10 });
  const early = await app.call(resendOtp, { params: { otpRequestId } });
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '20']);
  app.pass({ seconds: 20 });
  expect((await app.call(resendOtp, { params: { otpRequestId } })).status).toBe(204);
  const second = await mailedCode(app, 'byemail');
  expect(second).toBe(first);
  expect((await verify(otpRequestId, second)).status).toBe(200);
});

test('ten concurrent resends send one mail', async () => {
  const otpRequestId = await beginSignIn(app, 'byemail');
  app.pass({ seconds: 31 });
  await Promise.all(Array.from({ length: 10 }, () => app.call(resendOtp, { params: { otpRequestId } })));
  expect(await database.query('SELECT 1 FROM outbox_mail')).toHaveLength(2);
});

test('there is no code to resend for an authenticator', async () => {
  const otpRequestId = await beginSignIn(app, 'bytotp');
  expect((await app.call(resendOtp, { params: { otpRequestId } })).status).toBe(409);
});

test.each([-1, 0, 1])("an authenticator's code %i steps away signs in once", async (steps) => {
  const code = await authenticatorCode(app, steps);
  expect((await verify(await beginSignIn(app, 'bytotp'), code)).status).toBe(200);
  expect((await verify(await beginSignIn(app, 'bytotp'), code)).status).toBe(400);
});

test('rejects a code that is two steps away, or older than the last used one', async () => {
  const id = await beginSignIn(app, 'bytotp');
  expect((await verify(id, await authenticatorCode(app, 2))).status).toBe(400);
  expect((await verify(id, await authenticatorCode(app, -2))).status).toBe(400);
  expect((await verify(id, await authenticatorCode(app, 0))).status).toBe(200);
  expect((await verify(await beginSignIn(app, 'bytotp'), await authenticatorCode(app, -1))).status).toBe(400);
});

test('one code for two concurrent requests signs in once', async () => {
  const one = await beginSignIn(app, 'bytotp');
  expect((await verify(one, 'aaaa-bbbb-cccc')).status).toBe(400);
  const other = await beginSignIn(app, 'bytotp');
  const code = await authenticatorCode(app);
  const answers = await Promise.all([verify(one, code), verify(other, code)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('limits wrong codes per account, however many requests are opened', async () => {
  const statuses: number[] = [];
  for (let request = 0; request < 8; request++) {
    app.pass({ seconds: 7 });
    const id = await beginSignIn(app, 'bytotp');
    const wrong = wrongCodeFor(await authenticatorCode(app));
    for (let guess = 0; guess < 4; guess++) statuses.push((await verify(id, wrong)).status);
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(30);
});

async function setUp() {
  app = createTestApp(database, { settings: { twoFactor: 'required' } });
  const answer = (await app.call(signIn, { body: { email: emailOf('viewer'), password } })).value();
  if (!('twoFactorRequestId' in answer)) throw new Error('No set-up was asked for');
  return { params: { twoFactorRequestId: answer.twoFactorRequestId } };
}

test('a user without a required second factor has to set one up at sign-in', async () => {
  const given = await setUp();
  const { secret, otpauthUrl, email, expiresAtUtc } = (await app.call(getTwoFactorSetUp, given)).value();
  expect(new URL(otpauthUrl).searchParams.get('secret')).toBe(secret);
  expect([email, expiresAtUtc]).toEqual([emailOf('viewer'), '2026-11-21T09:15:00.000']);
  const wrong = wrongCodeFor(await authenticatorCode(app, 0, secret));
  expect((await app.call(confirmTwoFactor, { ...given, body: { code: wrong } })).status).toBe(400);
  const done = (
    await app.call(confirmTwoFactor, { ...given, body: { code: await authenticatorCode(app, 0, secret) } })
  ).value();
  expect(new Set(done.recoveryCodes).size).toBe(10);
  expect((await app.call(getSelf, { token: done.accessToken })).status).toBe(200);
  expect((await app.call(getTwoFactorSetUp, given)).status).toBe(410);
  const next = await beginSignIn(app, 'viewer');
  expect((await verify(next, await authenticatorCode(app, 1, secret))).status).toBe(200);
});

test('only the first confirmed of two set-ups counts', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const secretOf = async (given: typeof one) => (await app.call(getTwoFactorSetUp, given)).value().secret;
  const secrets = [await secretOf(one), await secretOf(other)] as const;
  const confirm = async (given: typeof one, secret: string) =>
    app.call(confirmTwoFactor, { ...given, body: { code: await authenticatorCode(app, 0, secret) } });
  expect((await confirm(one, secrets[0])).status).toBe(200);
  expect((await confirm(other, secrets[1])).status).toBe(410);
});

test('a recovery code signs in once, with any case, spaces and dashes', async () => {
  const given = await setUp();
  const { secret } = (await app.call(getTwoFactorSetUp, given)).value();
  const code = await authenticatorCode(app, 0, secret);
  const { recoveryCodes } = (await app.call(confirmTwoFactor, { ...given, body: { code } })).value();
  const typed = ` ${recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ')}`;
  expect((await verify(await beginSignIn(app, 'viewer'), typed)).status).toBe(200);
  expect((await verify(await beginSignIn(app, 'viewer'), typed)).status).toBe(400);
  const one = await beginSignIn(app, 'viewer');
  expect((await verify(one, 'aaaa-bbbb-cccc')).status).toBe(400);
  const other = await beginSignIn(app, 'viewer');
  const answers = await Promise.all([one, other].map((id) => verify(id, recoveryCodes[4]!)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});
