import { getSelf, signIn } from '@volume/contract/session/session.ts';
import {
  createUser,
  disableUser,
  enableUser,
  listUsers,
  listRoles,
  resendInvitation,
  updateUser,
  updateSelf,
} from '@volume/contract/users/users.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { accountIdOf, emailOf, ids, password, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterAll(() => database.close());

const params = { merchantId: ids.harbour };
const user = (name: TestPerson) => ({ ...params, userId: accountIdOf(name) });
let made = 0;
const newEmail = () => `new-${++made}@test.example`;

async function add(by: TestPerson, change: Record<string, unknown> = {}) {
  const body = { ...params, email: newEmail(), roles: ['MERCHANT_VIEWER'], name: 'Nina', ...change };
  const token = await signInAs(app, by);
  return app.call(createUser, { params, body, token, headers: await proved(app, token) });
}
/** The activity about users, or about one user by email address, newest first. */
const activity = async (subject?: string) => {
  // The log is ordered by time, and the test clock only moves when a test moves it.
  app.pass({ seconds: 1 });
  const token = await signInAs(app, 'merchantadmin');
  const { content } = (await app.call(listActivity, { params, query: 'size=100', token })).value();
  return content.filter((each) => each.action.startsWith('USER_') && (subject ?? each.subject) === each.subject);
};

test('the list has every user of the merchant with their state, and no other user', async () => {
  const token = await signInAs(app, 'editor');
  const list = (await app.call(listUsers, { params, token })).value();
  const of = (name: TestPerson) => list.find(({ userId }) => userId === accountIdOf(name));
  expect(of('bytotp')).toMatchObject({ email: emailOf('bytotp'), twoFactorEnabled: true, enabled: true });
  expect(of('disabled')).toMatchObject({ enabled: false, invitation: 'ACCEPTED' });
  expect(of('editor')).toMatchObject({
    lastSignInAtUtc: expect.stringMatching(/^2026-11-21T09:/),
    roles: ['MERCHANT_EDITOR'],
  });
  expect([of('stranger'), of('admin'), of('both')]).toEqual([undefined, undefined, undefined]);
  expect((await app.call(listRoles, { params, token })).value()).toEqual([
    'MERCHANT_ADMIN',
    'MERCHANT_EDITOR',
    'MERCHANT_OPERATOR',
    'MERCHANT_VIEWER',
  ]);
});

describe('adding a user', () => {
  test('returns a pending account, mails one link and records who did it', async () => {
    const email = newEmail();
    const added = await add('merchantadmin', { email: ` ${email} `, phone: '+44 20 7946 0101' });
    expect(added.status).toBe(201);
    expect(added.value()).toMatchObject({
      email,
      name: 'Nina',
      phone: '+44 20 7946 0101',
      roles: ['MERCHANT_VIEWER'],
      enabled: true,
      invitation: 'PENDING',
      lastSignInAtUtc: null,
    });
    const mails = await mailsTo(app, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/\/auth\/reset-password\/link#[\w-]{43}/);
    expect((await activity(email))[0]).toMatchObject({
      action: 'USER_ADDED',
      actor: emailOf('merchantadmin'),
      subject: email,
      detail: 'MERCHANT_VIEWER',
    });
  });

  test('the user follows the link, chooses a password and signs in, and the invitation is accepted', async () => {
    const { email, userId } = (await add('merchantadmin')).value();
    const chosen = 'a long enough sentence';
    const token = await latestLink(app, email);
    expect((await app.call(resetPassword, { body: { token, password: chosen } })).status).toBe(204);
    expect((await app.call(signIn, { body: { email, password: chosen } })).status).toBe(200);
    const list = (await app.call(listUsers, { params, token: await signInAs(app, 'editor') })).value();
    expect(list.find((each) => each.userId === userId)).toMatchObject({ invitation: 'ACCEPTED' });
  });

  test('the user cannot sign in before choosing a password', async () => {
    const { email } = (await add('merchantadmin')).value();
    expect((await app.call(signIn, { body: { email, password: 'null' } })).status).toBe(401);
  });

  test.each([emailOf('viewer'), emailOf('viewer').toUpperCase(), emailOf('stranger')])(
    'returns a clear 409 for the taken address %s, mails nothing and records nothing',
    async (email) => {
      const before = (await activity()).length;
      const answer = await add('merchantadmin', { email });
      expect([answer.status, answer.problem().statusName]).toEqual([409, 'ACCOUNT_EXISTS']);
      expect(answer.problem().errorMessage).toBe('This email address is already in use.');
      expect(await mailsTo(app, email)).toEqual([]);
      expect(await activity()).toHaveLength(before);
    },
  );

  test.each([
    [{ email: 'not an address' }, 'email must look like name@example.com'],
    [{ email: 'a@b.example\nBcc: c@d.example' }, 'email must look like name@example.com'],
    [{ roles: [] }, 'roles must hold at least one role'],
    [{ roles: ['VOLUME_ADMIN'] }, 'roles'],
    [{ roles: ['MERCHANT_VIEWER', 'MERCHANT_VIEWER'] }, 'roles must name each role once'],
    [{ name: '  ' }, 'name must not be empty'],
    [{ phone: 'call me' }, 'phone must be a phone number'],
    [{ enabled: false }, 'enabled'],
    [{ merchantId: undefined }, 'merchantId'],
  ])('returns 400 for %j with the reason', async (change, words) => {
    const answer = await add('merchantadmin', change);
    expect(answer.status).toBe(400);
    expect(answer.problem().errorMessage).toContain(words);
  });

  test('returns 404 for a merchant other than the one in the path, and for an unknown one', async () => {
    expect((await add('admin', { merchantId: ids.stranger })).status).toBe(404);
    const nobody = { merchantId: ids.nobody };
    const body = { ...nobody, email: newEmail(), roles: ['MERCHANT_VIEWER'] };
    const token = await signInAs(app, 'admin');
    expect((await app.call(createUser, { params: nobody, body, token })).status).toBe(404);
    expect((await app.call(listUsers, { params: nobody, token })).status).toBe(404);
  });
});

describe('no user grants a role above their own', () => {
  test('an editor can add and make editors, but not administrators', async () => {
    const refused = await add('editor', { roles: ['MERCHANT_VIEWER', 'MERCHANT_ADMIN'] });
    expect([refused.status, refused.problem().errorMessage]).toEqual([
      403,
      'You cannot grant the role Merchant Admin: it is above your own.',
    ]);
    const token = await signInAs(app, 'editor');
    const { userId } = (await add('editor', { roles: ['MERCHANT_EDITOR'] })).value();
    const raise = (id: string) =>
      app.call(updateUser, { params: { ...params, userId: id }, body: { roles: ['MERCHANT_ADMIN'] }, token });
    expect((await raise(userId)).status).toBe(403);
    expect((await raise(accountIdOf('editor'))).status).toBe(403);
  });

  test('an editor can neither demote, disable nor enable an administrator, but can correct a name', async () => {
    const token = await signInAs(app, 'editor');
    const put = (body: unknown) => app.call(updateUser, { params: user('byemail'), body, token });
    expect((await put({ roles: ['MERCHANT_VIEWER'] })).status).toBe(403);
    expect((await app.call(disableUser, { params: user('byemail'), token })).status).toBe(403);
    expect((await app.call(enableUser, { params: user('disabled'), token })).status).toBe(403);
    expect((await put({ name: 'Esme', roles: ['MERCHANT_ADMIN'] })).value()).toMatchObject({ name: 'Esme' });
  });

  test('a platform administrator can grant every role', async () => {
    expect((await add('admin', { roles: ['MERCHANT_ADMIN'] })).status).toBe(201);
  });
});

describe('changing a user', () => {
  test('changes only the fields in the body, and records them', async () => {
    const token = await signInAs(app, 'merchantadmin');
    const headers = await proved(app, token);
    const put = async (body: unknown) =>
      (await app.call(updateUser, { params: user('operator'), body, token, headers })).value();
    expect(await put({ name: 'Otto', phone: '020 7946 0101' })).toMatchObject({ roles: ['MERCHANT_OPERATOR'] });
    expect(await put({ phone: null })).toMatchObject({ name: 'Otto', phone: null });
    expect(await put({ roles: ['MERCHANT_VIEWER', 'MERCHANT_OPERATOR'] })).toMatchObject({ name: 'Otto' });
    expect(await activity(emailOf('operator'))).toContainEqual(
      expect.objectContaining({
        action: 'USER_CHANGED',
        detail: 'roles: MERCHANT_OPERATOR → MERCHANT_VIEWER, MERCHANT_OPERATOR',
      }),
    );
    const before = (await activity()).length;
    await put({});
    await put({ name: 'Otto', roles: ['MERCHANT_OPERATOR', 'MERCHANT_VIEWER'] });
    expect(await activity()).toHaveLength(before);
    await put({ roles: ['MERCHANT_OPERATOR'] });
  });

  test("ends the user's sessions when roles change, but not when the name does; the next sign-in has the new roles", async () => {
    const [token, theirs] = [await signInAs(app, 'merchantadmin'), await signInAs(app, 'viewer')];
    const headers = await proved(app, token);
    const change = (body: { roles?: string[]; name?: string }) =>
      app.call(updateUser, { params: user('viewer'), body, token, headers });
    await change({ name: 'Vera' });
    expect((await app.call(listUsers, { params, token: theirs })).status).toBe(403);
    await change({ roles: ['MERCHANT_EDITOR'] });
    expect((await app.call(listUsers, { params, token: theirs })).status).toBe(401);
    const editing = await signInAs(app, 'viewer');
    expect((await app.call(listUsers, { params, token: editing })).status).toBe(200);
    await change({ roles: ['MERCHANT_VIEWER'] });
    expect((await app.call(listPayIns, { token: editing })).status).toBe(401);
    const viewing = await signInAs(app, 'viewer');
    expect((await app.call(listUsers, { params, token: viewing })).status).toBe(403);
    expect((await app.call(listPayIns, { token: viewing })).status).toBe(200);
  });

  test('keeps the invitation valid when the roles of an invited user change', async () => {
    const token = await signInAs(app, 'merchantadmin');
    const headers = await proved(app, token);
    const invited = (await add('merchantadmin')).value();
    const link = await latestLink(app, invited.email);
    await app.call(updateUser, {
      params: { ...params, userId: invited.userId },
      body: { roles: ['MERCHANT_OPERATOR'] },
      token,
      headers,
    });
    const body = { token: link, password: 'seven kites over the harbour' };
    expect((await app.call(resetPassword, { body })).status).toBe(204);
  });

  test("returns 404 for another merchant's user by either id; an administrator's ids must agree", async () => {
    const [own, admin] = [await signInAs(app, 'merchantadmin'), await signInAs(app, 'admin')];
    const stranger = accountIdOf('stranger');
    const body = { name: 'Canary' };
    for (const token of [own, admin]) {
      const answer = await app.call(updateUser, { params: { ...params, userId: stranger }, body, token });
      expect(answer.status).toBe(404);
    }
    for (const endpoint of [disableUser, enableUser]) {
      expect((await app.call(endpoint, { params: { userId: stranger }, token: own })).status).toBe(404);
      expect((await app.call(endpoint, { params: { userId: ids.nobody }, token: admin })).status).toBe(404);
      expect((await app.call(endpoint, { params: { userId: accountIdOf('reader') }, token: admin })).status).toBe(404);
      const query = `merchantId=${ids.harbour}`;
      expect((await app.call(endpoint, { params: { userId: stranger }, query, token: admin })).status).toBe(404);
    }
  });
});

describe('disabling a user', () => {
  test('ends their sessions with the next call, permanently, and is recorded once', async () => {
    const [token, theirs] = [await signInAs(app, 'merchantadmin'), await signInAs(app, 'viewer')];
    expect((await app.call(disableUser, { params: user('viewer'), token })).value().enabled).toBe(false);
    expect((await app.call(getSelf, { token: theirs })).status).toBe(401);
    expect((await app.call(disableUser, { params: user('viewer'), token })).status).toBe(200);
    app.pass({ seconds: 1 });
    const body = { email: emailOf('viewer'), password };
    expect((await app.call(signIn, { body })).status).toBe(401);
    const headers = await proved(app, token);
    expect((await app.call(enableUser, { params: user('viewer'), token, headers })).value().enabled).toBe(true);
    expect((await app.call(getSelf, { token: theirs })).status).toBe(401);
    expect((await app.call(signIn, { body })).status).toBe(200);
    const told = (await activity(emailOf('viewer'))).map(({ action }) => action);
    expect(told.filter((action) => action !== 'USER_CHANGED')).toEqual(['USER_ENABLED', 'USER_DISABLED']);
  });

  test("returns 409 for the caller's own account", async () => {
    const token = await signInAs(app, 'editor');
    const answer = await app.call(disableUser, { params: user('editor'), token });
    expect([answer.status, answer.problem().statusName]).toEqual([409, 'OWN_ACCOUNT']);
  });
});

describe('the invitation', () => {
  const open = (userId: string) =>
    database.query('SELECT 1 FROM reset_tokens WHERE user_account_id = $1 AND NOT is_used', [userId]);

  test('can be resent, and the previous link stops working', async () => {
    const { userId, email } = (await add('merchantadmin')).value();
    const token = await signInAs(app, 'editor');
    const headers = await proved(app, token);
    expect((await app.call(resendInvitation, { params: { ...params, userId }, token, headers })).status).toBe(204);
    expect(await mailsTo(app, email)).toHaveLength(2);
    expect(await open(userId)).toHaveLength(1);
    expect((await activity(email)).map(({ action }) => action)).toContain('USER_INVITED_AGAIN');
    await app.call(disableUser, { params: { userId }, token });
    expect(await open(userId)).toEqual([]);
    expect((await app.call(resendInvitation, { params: { ...params, userId }, token, headers })).status).toBe(409);
  });

  test('is not sent to a user who has accepted it, and only a limited number of times', async () => {
    const token = await signInAs(app, 'merchantadmin');
    const headers = await proved(app, token);
    // Refused before a step-up is asked for.
    expect((await app.call(resendInvitation, { params: user('viewer'), token })).status).toBe(409);
    const { userId } = (await add('merchantadmin')).value();
    const send = async () =>
      (await app.call(resendInvitation, { params: { ...params, userId }, token, headers })).status;
    for (let count = 0; count < 5; count++) expect(await send()).toBe(204);
    expect(await send()).toBe(429);
  });
});

test('every user can change their own name and phone, and nothing else about themselves', async () => {
  const token = await signInAs(app, 'viewer');
  const put = (body: unknown) => app.call(updateSelf, { body, token });
  expect((await put({ name: ' Vi Viewer ', phone: '+44 20 7946 0199' })).status).toBe(204);
  expect((await put({ phone: null })).status).toBe(204);
  expect((await app.call(getSelf, { token })).value()).toMatchObject({ name: 'Vi Viewer', phone: null });
  expect((await put({ roles: ['MERCHANT_ADMIN'] })).status).toBe(400);
  expect((await activity(emailOf('viewer')))[0]).toMatchObject({ action: 'USER_CHANGED', actor: emailOf('viewer') });
});
