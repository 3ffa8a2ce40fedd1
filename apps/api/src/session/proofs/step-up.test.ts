import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { createUser, disableUser, enableUser, resendInvitation, updateUser } from '@volume/contract/users/users.ts';
import { setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let token: string;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'merchantadmin');
  await seedAccount(app.services, { ...shop, payInAccountId: 71, currency: 'GBP' });
  await database.query(`UPDATE accounts SET invitation = 'PENDING' WHERE email = $1`, [emailOf('viewer')]);
});
afterAll(() => database.close());

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const user = (name: TestPerson) => ({ merchantId: ids.harbour, userId: accountIdOf(name) });
const daily = { payInAccountId: 71, enabled: true, frequency: 'DAILY', timeUtc: '06:00' };
type Headers = Record<string, string>;

/** Actions that a stolen access token must not allow, each with the subject of the mail that reports it. */
const powers: Record<string, { as: (headers: Headers) => Promise<{ status: number; text: string }>; mail?: RegExp }> = {
  'adding a user': {
    as: (headers) =>
      app.call(createUser, {
        params: { merchantId: ids.harbour },
        body: { merchantId: ids.harbour, email: 'evil@attacker.example', roles: ['MERCHANT_ADMIN'] },
        token,
        headers,
      }),
    mail: /user was added/,
  },
  'raising a role': {
    as: (headers) =>
      app.call(updateUser, { params: user('operator'), body: { roles: ['MERCHANT_ADMIN'] }, token, headers }),
    mail: /more rights/,
  },
  'lowering a role': {
    as: (headers) =>
      app.call(updateUser, { params: user('bytotp'), body: { roles: ['MERCHANT_VIEWER'] }, token, headers }),
  },
  'enabling an account': {
    as: (headers) => app.call(enableUser, { params: user('disabled'), token, headers }),
    mail: /user was enabled/,
  },
  'sending an invitation again': {
    as: (headers) => app.call(resendInvitation, { params: user('viewer'), token, headers }),
  },
  'a webhook address': {
    as: (headers) =>
      app.call(setWebhooksCallbacks, {
        params: shop,
        body: { payoutWebhookUrl: 'https://attacker.example/hook' },
        token,
        headers,
      }),
    mail: /addresses/,
  },
  'a callback address': {
    as: (headers) =>
      app.call(setWebhooksCallbacks, {
        params: shop,
        body: { cancelUrl: 'https://attacker.example/' },
        token,
        headers,
      }),
    mail: /addresses/,
  },
  'a schedule of everything': {
    as: (headers) =>
      app.call(setPayoutSchedule, { params: shop, body: { ...daily, amountType: 'ALL' }, token, headers }),
    mail: /schedule/,
  },
  'a schedule of a small sum': {
    as: (headers) =>
      app.call(setPayoutSchedule, {
        params: shop,
        body: { ...daily, amountType: 'FIXED', amount: 1 },
        token,
        headers,
      }),
    mail: /schedule/,
  },
  'switching a schedule off': {
    as: (headers) =>
      app.call(setPayoutSchedule, {
        params: shop,
        body: { ...daily, enabled: false, amountType: 'ALL' },
        token,
        headers,
      }),
    mail: /schedule/,
  },
};

test.each(Object.keys(powers))('%s requires a step-up and is reported to the administrators', async (name) => {
  const { as, mail } = powers[name]!;
  const news = async () => (await mailsTo(app, emailOf('byemail'))).length;
  const before = await news();
  const refused = await as({});
  expect(refused.status, refused.text).toBe(403);
  expect(JSON.parse(refused.text)).toMatchObject({ statusName: 'STEP_UP_REQUIRED' });
  expect(await news()).toBe(before);
  const done = await as(await proved(app, token));
  expect(done.status, done.text).toBeLessThan(300);
  const [latest] = await mailsTo(app, emailOf('byemail'));
  expect(await news()).toBe(before + (mail ? 1 : 0));
  if (mail) expect(latest?.subject).toMatch(mail);
  if (mail) expect(latest?.text).toContain(emailOf('merchantadmin'));
  app.pass({ seconds: 1 });
});

test('mails only enabled administrators of that merchant', async () => {
  const text = ['editor', 'stranger', 'ofclosed', 'admin', 'both'] as const;
  for (const name of text) expect(await mailsTo(app, emailOf(name))).toEqual([]);
});

test('requires no step-up for changes that grant no additional power', async () => {
  const done = [
    await app.call(updateUser, { params: user('editor'), body: { name: 'Ed', roles: ['MERCHANT_EDITOR'] }, token }),
    await app.call(disableUser, { params: user('editor'), token }),
    await app.call(setWebhooksCallbacks, { params: shop, body: { cancelUrl: 'https://attacker.example/' }, token }),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('rejects a step-up of another session, or one older than five minutes', async () => {
  const headers = await proved(app, await signInAs(app, 'merchantadmin'));
  const email = 'late@test.example';
  const body = { merchantId: ids.harbour, email, roles: ['MERCHANT_VIEWER'] };
  const add = (given: Headers) =>
    app.call(createUser, { params: { merchantId: ids.harbour }, body, token, headers: given });
  expect((await add(headers)).status).toBe(403);
  const own = await proved(app, token);
  app.pass({ minutes: 5, seconds: 1 });
  expect((await add(own)).status).toBe(403);
});
