import { signUp, toSignUpBody } from '@volume/contract/merchants/sign-up.ts';
import { createUser, resendInvitation } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createAdmin } from '#node/administrators/create-admin.ts';
import { dyingAfter, unanswered } from '#testing/devices/dying-after.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const settings = { signUpsPerHour: 1000 };
let database: Database;
let app: TestApp;
let token: string;
let proof: Record<string, string>;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings });
  token = await signInAs(app, 'merchantadmin');
  proof = await proved(app, token);
});
afterAll(() => database.close());

const invite = (by: TestApp, email: string) =>
  by.call(createUser, {
    token,
    params: { merchantId: ids.harbour },
    body: { merchantId: ids.harbour, email, roles: ['MERCHANT_VIEWER'], name: 'New' },
    headers: proof,
  });
const open = (by: TestApp, email: string) =>
  by.call(signUp, {
    body: toSignUpBody({ companyName: 'New', email, fullName: 'Ada New', phoneNumber: '' }),
    headers: { authorization: `Basic ${btoa('sign-up@sandbox.example:sandbox-sign-up')}` },
  });

const most = 40;
const addressOf = (name: string, commits: number) => `${name}-${commits}@crash.example`;
const accountOf = (email: string) => database.query('SELECT 1 FROM accounts WHERE email = $1', [email]);

test.each(Object.entries({ invite, open }))(
  'a process that dies at any point while it adds an account by %s leaves the account with its link, or no account',
  async (name, act) => {
    const found: [accounts: number, mails: number][] = [];
    for (let commits = 0; commits < most && found.at(-1)?.[1] !== 1; commits++) {
      const email = addressOf(name, commits);
      await act(createTestApp(dyingAfter(database, commits), { settings }), email).catch(unanswered);
      found.push([(await accountOf(email)).length, (await mailsTo(app, email)).length]);
    }
    expect(found.filter(([accounts, mails]) => accounts !== mails)).toEqual([]);
    expect(found.at(-1)).toEqual([1, 1]);
  },
);

test('a process that dies at any point while it resends an invitation leaves the old link valid or the new one mailed', async () => {
  await invite(app, addressOf('again', most));
  const email = addressOf('again', most);
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    'SELECT user_account_id AS id FROM accounts WHERE email = $1',
    [email],
  );
  const again = (by: TestApp) =>
    by.call(resendInvitation, { token, params: { merchantId: ids.harbour, userId: id }, headers: proof });
  const works = () => database.query(`SELECT 1 FROM reset_tokens WHERE user_account_id = $1 AND NOT is_used`, [id]);
  const recorded = () =>
    database.query(`SELECT 1 FROM activity WHERE action = 'USER_INVITED_AGAIN' AND subject = $1`, [email]);
  const first = await latestLink(app, email);
  for (let commits = 0; commits < most && (await latestLink(app, email)) === first; commits++) {
    await database.run(`DELETE FROM throttle_counters WHERE key LIKE 'invitation:%'`);
    await again(createTestApp(dyingAfter(database, commits), { settings })).catch(unanswered);
    const mails = (await mailsTo(app, email)).length;
    expect([commits, (await works()).length, (await recorded()).length]).toEqual([commits, 1, mails - 1]);
  }
  expect(await mailsTo(app, email)).toHaveLength(2);
});

test('create-admin leaves an administrator with a link, or none, when it dies at any point', async () => {
  for (let commits = 0, isDone = false; !isDone; commits++) {
    const email = addressOf('admin', commits);
    const given = { email, mayOnlyRead: false };
    await createAdmin(createTestApp(dyingAfter(database, commits)).services, given).then(
      () => (isDone = true),
      unanswered,
    );
    const links = await database.query(
      'SELECT 1 FROM reset_tokens t JOIN accounts a USING (user_account_id) WHERE a.email = $1',
      [email],
    );
    expect([commits, (await accountOf(email)).length]).toEqual([commits, links.length]);
  }
});
