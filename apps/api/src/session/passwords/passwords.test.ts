import { changePassword } from '@volume/contract/session/own-security.ts';
import { acceptInvitation, forgotPassword, getResetToken, resetPassword } from '@volume/contract/session/passwords.ts';
import { getSelf, getTwoFactorSetUp, renewSession, signIn } from '@volume/contract/session/session.ts';
import { resendInvitation } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids, password, type TestPerson } from '#testing/seed-people.ts';
import { beginSignIn, proved, signInAs } from '#testing/sign-in-as.ts';
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
    DELETE FROM outbox_mail; DELETE FROM reset_tokens; DELETE FROM due_work`);
  await database.query(`UPDATE accounts SET password_hash = $1, invitation = 'ACCEPTED'`, [`plain:${password}`]);
});

const ask = (email: string) => app.call(forgotPassword, { body: { email } });
const look = (token: string) => app.call(getResetToken, { params: { token } });
const reset = (token: string, chosen = fresh) => app.call(resetPassword, { body: { token, password: chosen } });
const signInWith = (name: TestPerson, given: string) =>
  app.call(signIn, { body: { email: emailOf(name), password: given } });

async function linkFor(name: TestPerson): Promise<string> {
  expect((await ask(emailOf(name))).status).toBe(204);
  await app.runDueWork();
  return latestLink(app, emailOf(name));
}

describe('a forgotten password', () => {
  test('can be replaced with the link from the mail, once', async () => {
    const token = await linkFor('viewer');
    expect((await look(token)).value()).toEqual({
      token,
      type: 'RESET_PASSWORD',
      isUsed: false,
      expiresAt: '2026-11-21T10:05:00.000',
    });
    expect((await reset(token)).status).toBe(204);
    expect((await signInWith('viewer', password)).status).toBe(401);
    expect((await signInWith('viewer', fresh)).status).toBe(200);
    expect((await look(token)).value().isUsed).toBe(true);
    const again = await reset(token, 'eight kites over the harbour');
    expect([again.status, again.problem().statusName]).toEqual([410, 'GONE']);
    expect((await mailsTo(app, emailOf('viewer'))).map(({ subject }) => subject)).toContain(
      'Your password was changed',
    );
  });

  test('has a link to the portal address from the settings, not to the host of the request', async () => {
    const body = JSON.stringify({ email: emailOf('viewer') });
    const headers = { 'content-type': 'application/json', host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await app.app.request('http://evil.example/sandbox/api/accounts/forgot-password', {
      method: 'POST',
      body,
      headers,
    });
    await app.runDueWork();
    const [mail] = await mailsTo(app, emailOf('viewer'));
    expect(mail?.text).toContain('https://portal.example.com/auth/reset-password/');
    expect(mail?.text).not.toContain('evil');
  });

  test('returns the same answer for known, unknown, disabled and closed accounts, and mails only known ones', async () => {
    const names = ['viewer', 'nobody', 'disabled', 'ofclosed'];
    const answers = [];
    for (const name of names) answers.push(await ask(emailOf(name)));
    const seen = answers.map(({ status, text, headers }) => [
      status,
      text,
      [...headers].filter(([key]) => key !== 'x-trace-id'),
    ]);
    expect(new Set(seen.map((answer) => JSON.stringify(answer))).size).toBe(1);
    // Every call writes one job, whether the account exists or not.
    expect(await database.query('SELECT 1 FROM due_work')).toHaveLength(names.length);
    await app.runDueWork();
    expect(await database.query('SELECT recipient FROM outbox_mail')).toEqual([{ recipient: emailOf('viewer') }]);
  });

  test('mails at most five links an hour, without any indication of the limit', async () => {
    for (let count = 0; count < 8; count++) expect((await ask(emailOf('viewer'))).status).toBe(204);
    await app.runDueWork();
    expect(await mailsTo(app, emailOf('viewer'))).toHaveLength(5);
    app.pass({ hours: 1 });
    await linkFor('viewer');
    expect(await mailsTo(app, emailOf('viewer'))).toHaveLength(6);
  });

  test('ends every session, unfinished sign-in and other link on the next call', async () => {
    const token = await signInAs(app, 'viewer');
    app.pass({ minutes: 56 });
    const renewed = (await app.call(renewSession, { token })).value().accessToken;
    const other = await signInAs(app, 'viewer');
    const bystander = await signInAs(app, 'editor');
    const [first, second] = [await linkFor('viewer'), await linkFor('viewer')];
    expect((await reset(second)).status).toBe(204);
    for (const dead of [token, renewed, other]) {
      expect((await app.call(getSelf, { token: dead })).status).toBe(401);
      expect((await app.call(renewSession, { token: dead })).status).toBe(401);
    }
    expect((await reset(first)).status).toBe(410);
    expect((await app.call(getSelf, { token: bystander })).status).toBe(200);
  });

  test('ends a sign-in that was waiting for its code', async () => {
    await beginSignIn(app, 'byemail');
    await reset(await linkFor('byemail'));
    expect(await database.query('SELECT 1 FROM one_time_requests WHERE used_at IS NULL')).toEqual([]);
  });

  test('only one of twenty concurrent resets succeeds', async () => {
    const token = await linkFor('viewer');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => reset(token, `${at} kites over the harbour wall`)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  test('a link expires after an hour, and an unknown link returns 404', async () => {
    const token = await linkFor('viewer');
    app.pass({ minutes: 60 });
    expect((await look(token)).status).toBe(410);
    expect((await reset(token)).status).toBe(410);
    expect((await look('unknown')).status).toBe(404);
    expect((await reset('unknown')).status).toBe(404);
    expect((await signInWith('viewer', password)).status).toBe(200);
  });

  test('a user who was disabled in the meantime cannot use the link', async () => {
    const token = await linkFor('viewer');
    const enable = (isEnabled: boolean) =>
      database.query('UPDATE accounts SET is_enabled = $2 WHERE user_account_id = $1', [
        accountIdOf('viewer'),
        isEnabled,
      ]);
    await enable(false);
    expect([(await look(token)).status, (await reset(token)).status]).toEqual([410, 410]);
    await enable(true);
  });

  test.each([
    ['elevenchars', 'password must have at least 12 characters'],
    ['password1234', 'password is too easy to guess'],
    ['Harbour&Bloom26', 'password is too easy to guess'],
    ['viewer-viewer-1', 'password is too easy to guess'],
    ['long '.repeat(40), 'password must have at most 128 characters'],
  ])('rejects %j, and the link remains valid', async (chosen, sentence) => {
    const token = await linkFor('viewer');
    const refused = await reset(token, chosen);
    expect([refused.status, refused.problem().errorMessage]).toEqual([400, sentence]);
    expect((await reset(token)).status).toBe(204);
  });

  test('the token is only in the mail, not in the database or the log', async () => {
    const token = await linkFor('viewer');
    await look(token);
    await reset(token);
    expect(JSON.stringify(await database.query('SELECT * FROM reset_tokens'))).not.toContain(token);
    expect(app.logLines.join('\n')).not.toContain(token);
    expect(app.logLines.join('\n')).not.toContain(emailOf('viewer'));
  });
});

const accept = (token: string, chosen = fresh) => app.call(acceptInvitation, { body: { token, password: chosen } });

describe('an invitation', () => {
  const invite = async () => {
    await database.query(
      `UPDATE accounts SET password_hash = NULL, invitation = 'PENDING' WHERE user_account_id = $1`,
      [accountIdOf('viewer')],
    );
    const by = await signInAs(app, 'merchantadmin');
    const params = { merchantId: ids.harbour, userId: accountIdOf('viewer') };
    await app.call(resendInvitation, { token: by, params, headers: await proved(app, by) });
    return latestLink(app, emailOf('viewer'));
  };

  test('gives no access until a password is set; then the user signs in and it counts as accepted', async () => {
    const token = await invite();
    expect((await signInWith('viewer', '')).status).toBe(400);
    expect((await signInWith('viewer', password)).status).toBe(401);
    expect((await look(token)).value()).toMatchObject({ type: 'SET_PASSWORD', expiresAt: '2026-11-28T09:05:00.000' });
    expect((await reset(token)).status).toBe(204);
    const signedIn = (await signInWith('viewer', fresh)).value();
    if (!('accessToken' in signedIn)) throw new Error('not signed in');
    const self = (await app.call(getSelf, { token: signedIn.accessToken })).value();
    expect(self.invitation).toBe('ACCEPTED');
  });

  test('invalidates the previous one when it is sent again', async () => {
    const first = await invite();
    const second = await invite();
    expect((await reset(first)).status).toBe(410);
    expect((await reset(second)).status).toBe(204);
  });

  test('is valid for seven days', async () => {
    const token = await invite();
    app.pass({ hours: 7 * 24 - 1 });
    expect((await look(token)).status).toBe(200);
    app.pass({ hours: 1 });
    expect((await look(token)).status).toBe(410);
  });

  const update = (change: string) =>
    database.query(`UPDATE accounts SET ${change} WHERE user_account_id = $1`, [accountIdOf('viewer')]);
  const openSessions = async () =>
    (await database.query('SELECT 1 FROM sessions WHERE user_account_id = $1', [accountIdOf('viewer')])).length;

  test('signs in with the first password, once: the session is one like any other, and not stepped up', async () => {
    const token = await invite();
    const signedIn = (await accept(token)).value();
    if (!('accessToken' in signedIn)) throw new Error('not signed in');
    expect(signedIn.email).toBe(emailOf('viewer'));
    const session = { token: signedIn.accessToken };
    expect((await app.call(getSelf, session)).value().invitation).toBe('ACCEPTED');
    const changed = await app.call(changePassword, { ...session, body: { password: 'nine kites over the harbour' } });
    expect(changed.problem().statusName).toBe('STEP_UP_REQUIRED');
    expect((await signInWith('viewer', fresh)).status).toBe(200);
    for (const again of [accept, reset]) expect((await again(token, 'eight kites over the harbour')).status).toBe(410);
    expect((await look(token)).value().isUsed).toBe(true);
  });

  test('is recorded as the first password, and a password that replaces one as a reset', async () => {
    const recorded = () =>
      database.query<{ id: string; action: string }>(
        `SELECT activity_id AS id, action FROM activity WHERE subject = $1 AND action LIKE 'PASSWORD%'`,
        [emailOf('viewer')],
      );
    const links = [invite, () => linkFor('viewer'), invite] as const;
    const expected = ['PASSWORD_CHOSEN', 'PASSWORD_RESET', 'PASSWORD_CHOSEN'];
    const found: unknown[] = [];
    for (const [at, link] of links.entries()) {
      const known = new Set((await recorded()).map(({ id }) => id));
      const token = await link();
      expect((await (at === 2 ? accept : reset)(token)).status).toBeLessThan(300);
      found.push(...(await recorded()).filter(({ id }) => !known.has(id)).map(({ action }) => action));
    }
    expect(found).toEqual(expected);
  });

  test('of twenty presses at the same moment one signs in', async () => {
    const token = await invite();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => accept(token, `${at} kites over the harbour wall`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect(await openSessions()).toBe(1);
  });

  test('signs nobody in with a weak password, after it has expired, or by the link of a forgotten password', async () => {
    const token = await invite();
    expect((await accept(token, 'password1234')).problem().errorMessage).toBe('password is too easy to guess');
    app.pass({ hours: 7 * 24 });
    expect((await accept(token)).status).toBe(410);
    expect((await accept(await linkFor('editor'))).status).toBe(410);
    expect((await signInWith('editor', password)).status).toBe(200);
    expect(await openSessions()).toBe(0);
  });

  test('redirects an account with a second factor to its code, and one that requires a second factor to its set-up', async () => {
    const token = await invite();
    await update("two_factor = 'EMAIL'");
    expect(Object.keys((await accept(token)).value())).toEqual(['otpRequestId']);
    await update("two_factor = 'NONE'");
    const setMerchant = (isRequired: boolean) =>
      database.query('UPDATE merchants SET requires_two_factor = $2 WHERE merchant_id = $1', [ids.harbour, isRequired]);
    const second = await invite();
    await setMerchant(true);
    const { twoFactorRequestId } = (await accept(second)).value() as { twoFactorRequestId: string };
    await setMerchant(false);
    expect((await app.call(getTwoFactorSetUp, { params: { twoFactorRequestId } })).status).toBe(200);
    expect(await openSessions()).toBe(0);
  });
});
