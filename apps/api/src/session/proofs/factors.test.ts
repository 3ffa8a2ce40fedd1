import { listActivity } from '@volume/contract/users/activity.ts';
import {
  beginEmailFactor,
  beginTwoFactor,
  confirmEmailFactor,
  endTwoFactor,
} from '@volume/contract/session/own-security.ts';
import {
  confirmTwoFactor,
  getSelf,
  getTwoFactorSetUp,
  mailStepUpCode,
  signIn,
  stepUp,
  verifyOtp,
} from '@volume/contract/session/session.ts';
import { createUser, resetTwoFactor } from '@volume/contract/users/users.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids, password, type TestPerson } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, mailedCode, proved, signInAs, wrongCodeFor } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeEach(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterEach(() => database.close());

const isAlive = async (token: string) => (await app.call(getSelf, { token })).status === 200;

/** Signs in a user who gets codes by email, or from the authenticator. */
async function signInByCode(name: 'byemail' | 'bytotp'): Promise<string> {
  app.pass({ seconds: 31 });
  const otpRequestId = await beginSignIn(app, name);
  const code = name === 'byemail' ? await mailedCode(app, name) : await authenticatorCode(app);
  return (await app.call(verifyOtp, { params: { otpRequestId }, body: { code } })).value().accessToken;
}

describe('a step-up of a user with codes by email', () => {
  const ask = (token: string) => app.call(mailStepUpCode, { token });
  const prove = async (token: string, body: object) => (await app.call(stepUp, { token, body })).status;

  test('accepts the mailed code once, and never only the password', async () => {
    const token = await signInByCode('byemail');
    expect((await app.call(stepUp, { token, body: { password } })).problem().statusName).toBe('CODE_REQUIRED');
    expect((await ask(token)).status).toBe(204);
    app.pass({ seconds: 1 });
    const code = await mailedCode(app, 'byemail');
    expect(await prove(token, { code: wrongCodeFor(code) })).toBe(400);
    expect(await prove(token, { password })).toBe(400);
    const headers = await proved(app, token, { code });
    expect(await prove(token, { code })).toBe(410);
    const body = { merchantId: ids.harbour, email: 'new@test.example', roles: ['MERCHANT_VIEWER'] };
    const added = await app.call(createUser, { params: { merchantId: ids.harbour }, body, token, headers });
    expect(added.status).toBe(201);
  });

  test('says which proof the account needs', async () => {
    const refused = async (token: string, body: object) => (await app.call(stepUp, { token, body })).problem();
    const code = { statusName: 'CODE_REQUIRED', field: 'code' };
    expect(await refused(await signInByCode('bytotp'), { password })).toMatchObject(code);
    const passwordOnly = { statusName: 'PASSWORD_REQUIRED', field: 'password' };
    expect(await refused(await signInAs(app, 'editor'), { code: '123456' })).toMatchObject(passwordOnly);
  });

  test('accepts the code of the same session only, for ten minutes and five tries', async () => {
    const [token, other] = [await signInByCode('byemail'), await signInByCode('byemail')];
    await ask(token);
    const code = await mailedCode(app, 'byemail');
    expect(await prove(other, { code })).toBe(400);
    for (let tries = 0; tries < 5; tries++) expect(await prove(token, { code: wrongCodeFor(code) })).toBe(400);
    expect(await prove(token, { code })).toBe(410);
    await ask(token);
    const next = await mailedCode(app, 'byemail');
    app.pass({ minutes: 10 });
    expect(await prove(token, { code: next })).toBe(410);
  });

  test('mails at most five codes in ten minutes, and none to a user without codes by email', async () => {
    const token = await signInByCode('byemail');
    for (let count = 0; count < 5; count++) expect((await ask(token)).status).toBe(204);
    expect((await ask(token)).status).toBe(429);
    expect((await ask(await signInAs(app, 'editor'))).status).toBe(409);
  });
});

describe('other sessions end', () => {
  test('when an authenticator is set up; the session it opened continues', async () => {
    const [stolen, own] = [await signInAs(app, 'editor'), await signInAs(app, 'editor')];
    const headers = await proved(app, own);
    const params = (await app.call(beginTwoFactor, { token: own, headers })).value();
    const { secret } = (await app.call(getTwoFactorSetUp, { params })).value();
    const code = await authenticatorCode(app, 0, secret);
    const { accessToken } = (await app.call(confirmTwoFactor, { params, body: { code } })).value();
    expect([await isAlive(stolen), await isAlive(own), await isAlive(accessToken)]).toEqual([false, false, true]);
  });

  test("when codes by email are set up or the second factor is removed; the caller's session continues", async () => {
    const [stolen, own] = [await signInAs(app, 'editor'), await signInAs(app, 'editor')];
    const begun = (await app.call(beginEmailFactor, { token: own, headers: await proved(app, own) })).value();
    const params = { twoFactorRequestId: begun.twoFactorRequestId };
    const body = { code: await mailedCode(app, 'editor') };
    expect((await app.call(confirmEmailFactor, { params, body, token: own })).status).toBe(200);
    expect([await isAlive(stolen), await isAlive(own)]).toEqual([false, true]);

    const [second, first] = [await signInByCode('bytotp'), await signInByCode('bytotp')];
    app.pass({ seconds: 31 });
    const headers = await proved(app, first, { code: await authenticatorCode(app) });
    expect((await app.call(endTwoFactor, { token: first, headers })).status).toBe(204);
    expect([await isAlive(second), await isAlive(first)]).toEqual([false, true]);
    const [mail] = await mailsTo(app, emailOf('merchantadmin'));
    expect(mail?.text).toContain(emailOf('bytotp'));
  });
});

describe('a lost second factor', () => {
  const reset = (name: TestPerson, token: string, headers: Record<string, string> = {}) =>
    app.call(resetTwoFactor, { params: { userId: accountIdOf(name) }, token, headers });

  test.each(['merchantadmin', 'admin'] as const)(
    'is reset by %s after a step-up: sessions end, mails are sent',
    async (by) => {
      const theirs = await signInByCode('bytotp');
      const token = await signInAs(app, by);
      expect((await reset('bytotp', token)).problem().statusName).toBe('STEP_UP_REQUIRED');
      expect(await isAlive(theirs)).toBe(true);
      app.pass({ seconds: 1 });
      const done = await reset('bytotp', token, await proved(app, token));
      expect(done.value()).toMatchObject({ userId: accountIdOf('bytotp'), twoFactorEnabled: false });
      expect(await isAlive(theirs)).toBe(false);
      expect((await mailsTo(app, emailOf('bytotp')))[0]?.subject).toBe('Your second factor was reset');
      expect((await mailsTo(app, emailOf('byemail')))[0]?.text).toContain(emailOf('bytotp'));
      const again = await app.call(signIn, { body: { email: emailOf('bytotp'), password } });
      expect(again.value()).toHaveProperty('accessToken');
      const log = await app.call(listActivity, {
        params: { merchantId: ids.harbour },
        query: 'action=TWO_FACTOR_RESET',
        token,
      });
      expect(log.value().content).toMatchObject([{ actor: emailOf(by), subject: emailOf('bytotp') }]);
    },
  );

  test('cannot be reset for oneself, an unknown user, a user of another merchant or without one, nor by an editor', async () => {
    const token = await signInAs(app, 'merchantadmin');
    const headers = await proved(app, token);
    expect((await reset('merchantadmin', token, headers)).problem().statusName).toBe('OWN_ACCOUNT');
    expect((await reset('viewer', token, headers)).status).toBe(409);
    expect((await reset('stranger', token, headers)).status).toBe(404);
    expect((await reset('admin', token, headers)).status).toBe(404);
    expect((await reset('bytotp', await signInAs(app, 'editor'))).status).toBe(403);
    expect((await reset('bytotp', await signInAs(app, 'reader'))).status).toBe(403);
  });
});
