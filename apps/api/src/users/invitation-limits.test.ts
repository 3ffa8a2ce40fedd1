import { createUser, resendInvitation } from '@volume/contract/users/users.ts';
import { signUp, toSignUpBody } from '@volume/contract/merchants/sign-up.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database, { settings: { invitationsPerDay: 4, signUpsPerHour: 100 } });
  await database.run('DELETE FROM throttle_counters');
});

let made = 0;
const fresh = () => `guest-${++made}@invited.example`;
const places = { merchantadmin: ids.harbour, stranger: ids.stranger, admin: ids.harbour } as const;

async function stepped(by: keyof typeof places) {
  const token = await signInAs(app, by);
  return { token, headers: await proved(app, token) };
}

async function invite(by: keyof typeof places, change: Record<string, unknown> = {}) {
  const params = { merchantId: places[by] };
  const body = { ...params, email: fresh(), roles: ['MERCHANT_VIEWER'], ...change };
  return app.call(createUser, { params, body, ...(await stepped(by)) });
}
const open = (email: string) =>
  app.call(signUp, {
    body: toSignUpBody({ companyName: 'Kite', email, fullName: '', phoneNumber: '' }),
    headers: { authorization: `Basic ${btoa('sign-up@sandbox.example:sandbox-sign-up')}` },
  });

test('limits invitations per merchant and day, including rejected and resent ones, but not those of other merchants', async () => {
  const { userId } = (await invite('merchantadmin')).value();
  const params = { merchantId: ids.harbour, userId };
  expect((await app.call(resendInvitation, { params, ...(await stepped('merchantadmin')) })).status).toBe(204);
  expect((await invite('merchantadmin', { email: 'stranger@test.example' })).status).toBe(409);
  expect((await invite('merchantadmin')).status).toBe(201);
  const refused = await invite('merchantadmin');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await app.call(resendInvitation, { params, ...(await stepped('merchantadmin')) })).status).toBe(429);
  expect((await invite('stranger')).status).toBe(201);
  expect((await invite('admin')).status).toBe(201);
  app.pass({ hours: 24 });
  expect((await invite('merchantadmin')).status).toBe(201);
});

test('an unanswered invitation reserves its address for seven days, and not longer', async () => {
  const [email, other] = [fresh(), fresh()];
  expect((await invite('stranger', { email })).status).toBe(201);
  expect((await invite('stranger', { email: other })).status).toBe(201);
  app.pass({ hours: 7 * 24 - 1 });
  expect((await invite('merchantadmin', { email })).status).toBe(409);
  expect((await open(other)).status).toBe(409);
  app.pass({ hours: 1 });
  expect((await invite('merchantadmin', { email: email.toUpperCase() })).status).toBe(201);
  expect((await open(other)).status).toBe(201);
  expect(await database.query('SELECT 1 FROM accounts WHERE lower(email) = $1', [email])).toHaveLength(1);
});

test('resending an invitation extends it to seven days from then', async () => {
  const email = fresh();
  const { userId } = (await invite('stranger', { email })).value();
  app.pass({ hours: 6 * 24 });
  const params = { merchantId: ids.stranger, userId };
  expect((await app.call(resendInvitation, { params, ...(await stepped('stranger')) })).status).toBe(204);
  app.pass({ hours: 6 * 24 });
  expect((await invite('merchantadmin', { email })).status).toBe(409);
});

test.each([
  ['Ann\nYour account is locked', 'name must be one line'],
  ['Ann\u2028Smith', 'name must be one line'],
  ['Go to https://evil.example', 'name must not hold a web address'],
  ['WWW.evil.example', 'name must not hold a web address'],
])('rejects the name %j', async (name, sentence) => {
  const refused = await invite('merchantadmin', { name });
  expect([refused.status, refused.problem().errorMessage]).toEqual([400, sentence]);
});

test('the only text of a stranger in the mail is the company in quotation marks, and the subject has none', async () => {
  const company = 'Account suspended:\nverify at https://evil.example/v';
  await database.query('UPDATE merchants SET company_name = $2 WHERE merchant_id = $1', [ids.stranger, company]);
  const email = fresh();
  expect((await invite('stranger', { email, name: 'Your account is locked' })).status).toBe(201);
  const [mail] = await mailsTo(app, email);
  expect(mail?.subject).toBe('Set your password for the Volume Merchant Portal');
  expect(mail?.text).toContain('by “Account suspended: verify at https evil.example/v”');
  expect(mail?.text).not.toMatch(/locked|https:\/\/evil/);
});
