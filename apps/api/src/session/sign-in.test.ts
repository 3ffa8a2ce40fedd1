import { getSelf, renewSession, signIn, signOut } from '@volume/contract/session/session.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
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
afterEach(() => database.run('DELETE FROM throttle_counters; DELETE FROM sessions'));

test('the right email and password return a token with the claims of the specification', async () => {
  const token = await signInAs(app, 'operator');
  const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
    string,
    unknown
  >;
  expect(claims).toMatchObject({
    userAccountId: accountIdOf('operator'),
    merchantId: ids.harbour,
    authorities: ['VIEW_ONLY', 'PAY_BY_LINK'],
    iss: expect.any(String),
    sub: expect.any(String),
    jti: expect.any(String),
  });
  expect(claims['exp']).toBe((claims['iat'] as number) + 3600);
  expect(claims).not.toHaveProperty('adminId');
});

test("an administrator's token names no merchant", async () => {
  const token = await signInAs(app, 'admin');
  const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
    string,
    unknown
  >;
  expect(claims).toMatchObject({ adminId: expect.any(String), authorities: ['VOLUME_ADMIN'] });
  expect(claims).not.toHaveProperty('merchantId');
});

test('finds the address in any case and with spaces around it', async () => {
  const answer = await app.call(signIn, { body: { email: ` ${emailOf('viewer').toUpperCase()} `, password } });
  expect(answer.status).toBe(200);
});

test.each(['unknown', 'disabled', 'ofclosed', 'viewer'])(
  'a rejection for %s reveals nothing: same answer, same work',
  async (name) => {
    const wrong = name === 'viewer' ? 'wrong' : password;
    const answer = await app.call(signIn, { body: { email: emailOf(name), password: wrong } });
    expect(answer.status).toBe(401);
    expect(answer.problem()).toMatchObject({
      statusName: 'UNAUTHORIZED',
      errorMessage: 'The email address or password is incorrect.',
    });
    expect(app.verifications()).toBe(1);
  },
);

test.each(['viewer', 'unknown'])(
  'the eleventh sign-in of %s within a minute is 429, and works in the next minute',
  async (name) => {
    const body = { email: emailOf(name), password: 'wrong' };
    for (let count = 0; count < 10; count++) expect((await app.call(signIn, { body })).status).toBe(401);
    const refused = await app.call(signIn, { body });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(app.verifications()).toBe(10);
    app.pass({ minutes: 1 });
    expect((await app.call(signIn, { body })).status).toBe(401);
  },
);

test('a sign-in updates the time of the last sign-in', async () => {
  const token = await signInAs(app, 'editor');
  const self = (await app.call(getSelf, { token })).value();
  expect(self).toMatchObject({ userId: accountIdOf('editor'), lastSignInAtUtc: '2026-11-21T09:05:00.000' });
});

test('a token expires after 60 minutes', async () => {
  const token = await signInAs(app, 'viewer');
  app.pass({ minutes: 59 });
  expect((await app.call(getSelf, { token })).status).toBe(200);
  app.pass({ minutes: 1 });
  expect((await app.call(getSelf, { token })).status).toBe(401);
});

test('a renewal before the last five minutes is rejected and changes nothing', async () => {
  const token = await signInAs(app, 'viewer');
  app.pass({ minutes: 54 });
  const early = await app.call(renewSession, { token });
  expect(early.status).toBe(409);
  expect(early.problem().statusName).toBe('RENEWAL_TOO_EARLY');
  expect(early.headers.get('retry-after')).toBe('60');
  expect((await app.call(getSelf, { token })).status).toBe(200);
});

test('a renewed token works, and the previous one for another 60 seconds', async () => {
  const token = await signInAs(app, 'viewer');
  app.pass({ minutes: 56 });
  const fresh = (await app.call(renewSession, { token })).value().accessToken;
  app.pass({ seconds: 59 });
  expect((await app.call(getSelf, { token })).status).toBe(200);
  app.pass({ seconds: 2 });
  expect((await app.call(getSelf, { token })).status).toBe(401);
  app.pass({ minutes: 50 });
  expect((await app.call(getSelf, { token: fresh })).status).toBe(200);
});

test('two tabs that renew concurrently get the same new session', async () => {
  const token = await signInAs(app, 'viewer');
  app.pass({ minutes: 56 });
  const answers = await Promise.all([app.call(renewSession, { token }), app.call(renewSession, { token })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0].value().accessToken).toBe(answers[1].value().accessToken);
});

test('no renewal extends a session beyond twelve hours after sign-in', async () => {
  let token = await signInAs(app, 'viewer');
  let renewed = 0;
  for (;;) {
    app.pass({ minutes: 56 });
    const answer = await app.call(renewSession, { token });
    if (answer.status !== 200) break;
    token = answer.value().accessToken;
    renewed += 1;
  }
  expect(renewed).toBe(12);
  const { exp } = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number };
  expect(exp).toBe((Date.UTC(2026, 10, 21, 9, 5) + 12 * 3_600_000) / 1000);
});

test('signing out takes effect on the next call, also for the token that was renewed', async () => {
  const token = await signInAs(app, 'viewer');
  const other = await signInAs(app, 'viewer');
  app.pass({ minutes: 56 });
  const fresh = (await app.call(renewSession, { token })).value().accessToken;
  const answer = await app.call(signOut, { token: fresh });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect((await app.call(getSelf, { token: fresh })).status).toBe(401);
  expect((await app.call(getSelf, { token })).status).toBe(401);
  expect((await app.call(getSelf, { token: other })).status).toBe(200);
});

test('disabling an account or its merchant, or changing its roles, takes effect on the next call', async () => {
  const token = await signInAs(app, 'operator');
  const set = (roles: string[], isEnabled: boolean) =>
    database.query('UPDATE accounts SET roles = $2, is_enabled = $3 WHERE user_account_id = $1', [
      accountIdOf('operator'),
      roles,
      isEnabled,
    ]);
  await set(['MERCHANT_OPERATOR'], false);
  expect((await app.call(getSelf, { token })).status).toBe(401);
  await set(['MERCHANT_VIEWER'], true);
  expect((await app.call(getSelf, { token })).value().roles).toEqual(['MERCHANT_VIEWER']);
  await set(['MERCHANT_OPERATOR'], true);
  await database.query('UPDATE merchants SET is_enabled = false WHERE merchant_id = $1', [ids.harbour]);
  expect((await app.call(getSelf, { token })).status).toBe(401);
  await database.query('UPDATE merchants SET is_enabled = true WHERE merchant_id = $1', [ids.harbour]);
});
