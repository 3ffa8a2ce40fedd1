import { disableUser, updateUser } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 200 : 3;
const admins = ['merchantadmin', 'byemail', 'bytotp'] as const satisfies TestPerson[];

let database: Database;
let app: TestApp;
let token: string;
let headers: Record<string, string>;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  // A platform administrator, who has every permission and is not one of the merchant's administrators.
  token = await signInAs(app, 'admin');
  headers = await proved(app, token);
});
afterAll(() => database.close());

const merchantId = ids.harbour;
const demote = (name: TestPerson) =>
  app.call(updateUser, {
    params: { merchantId, userId: accountIdOf(name) },
    body: { roles: ['MERCHANT_VIEWER'] },
    token,
    headers,
  });
const disable = (name: TestPerson) => app.call(disableUser, { params: { userId: accountIdOf(name) }, token });
const restore = () =>
  database.query(
    `UPDATE accounts SET is_enabled = true, roles = '{MERCHANT_ADMIN}', invitation = 'ACCEPTED'
     WHERE user_account_id = ANY($1)`,
    [admins.map(accountIdOf)],
  );
const left = () =>
  database.query(
    `SELECT 1 FROM accounts WHERE merchant_id = $1 AND admin_id IS NULL AND is_enabled AND 'MERCHANT_ADMIN' = ANY(roles)`,
    [merchantId],
  );

test('the last enabled administrator can be neither disabled nor demoted, and the error says so', async () => {
  await restore();
  expect((await disable('byemail')).status).toBe(200);
  expect((await demote('bytotp')).status).toBe(200);
  for (const refused of [await disable('merchantadmin'), await demote('merchantadmin')]) {
    expect([refused.status, refused.problem().statusName]).toEqual([409, 'LAST_MERCHANT_ADMIN']);
  }
  expect(await left()).toHaveLength(1);
});

test('a user who has not accepted the invitation does not count as an administrator', async () => {
  await restore();
  await disable('byemail');
  await database.query(`UPDATE accounts SET invitation = 'PENDING' WHERE user_account_id = $1`, [
    accountIdOf('bytotp'),
  ]);
  expect((await demote('merchantadmin')).status).toBe(409);
  expect((await demote('bytotp')).status).toBe(200);
});

test(
  `in ${rounds} rounds of concurrent changes one administrator always remains`,
  { timeout: 120_000 + rounds * 2_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      await restore();
      const answers = await Promise.all(admins.flatMap((name) => [disable(name), demote(name)]));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await left()).toHaveLength(1);
    }
  },
);

test('no SQL statement can bypass the rule', async () => {
  await restore();
  const all = 'UPDATE accounts SET is_enabled = false WHERE merchant_id = $1';
  await expect(database.query(all, [merchantId])).rejects.toMatchObject({ constraint: 'accounts_last_admin' });
  expect(await left()).toHaveLength(3);
});
