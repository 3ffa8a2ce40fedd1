import { approveOrder, getApproval, listApprovals, refuseOrder } from '@volume/contract/approvals/approvals.ts';
import { confirmApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { acceptInvitation } from '@volume/contract/session/passwords.ts';
import type { SignedIn } from '@volume/contract/session/session.ts';
import { createUser, disableUser, enableUser, updateUser } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { latestLink } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { proved } from '#testing/sign-in-as.ts';
import { type ApprovalWorld, createApprovalWorld, keyed } from './approval-world.ts';

const harbour = { merchantId: ids.harbour };
const chosen = 'plum tractor velvet moon';
let database: Database;
let world: ApprovalWorld;
beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await world.setPolicy({ GBP: 500, EUR: 500 });
});
afterAll(() => database.close());

/** Invites an address and accepts with it, as its owner does within a minute. */
async function join(email: string, by: TestPerson) {
  const { api } = world;
  const body = { ...harbour, email, roles: ['MERCHANT_EDITOR'] };
  expect((await api.call(createUser, { ...(await world.as(by)), params: harbour, body })).status).toBe(201);
  const token = await latestLink(api, email);
  const answer = await api.call(acceptInvitation, { body: { token, password: chosen } });
  return (answer.value() as SignedIn).accessToken;
}

const waiting = async () => (await world.payOut(await world.openAccount(200_000), 60_000)).value().payoutPaymentId;
const sorry = 'You got the right to move money less than 24 hours ago, so another user has to approve this.';

async function expectRefused(orderId: string, input: Awaited<ReturnType<typeof world.as>>) {
  const refused = await world.api.call(approveOrder, { ...input, params: { ...harbour, orderId } });
  expect([refused.status, refused.problem().statusName]).toEqual([403, 'EXCLUDED_APPROVER']);
  expect(refused.problem().errorMessage).toContain(sorry);
  expect(await world.stateOf(orderId)).toBe('WAITING');
}

test('a user cannot approve their own payout with a second account that they invite', async () => {
  const { api } = world;
  const orderId = await waiting();
  const email = 'second.self@invited.example';
  const token = await join(email, 'editor');
  const input = { token, headers: { ...(await proved(api, token, { password: chosen })), ...keyed() } };
  await expectRefused(orderId, input);
  const shown = await api.call(getApproval, { token, params: { ...harbour, orderId } });
  expect(shown.value().excluded).toContainEqual({ email, reason: 'NEW' });
  const [listed] = (await api.call(listApprovals, { token, params: harbour, query: `orderId=${orderId}` })).value()
    .content;
  expect(listed?.excluded).toContainEqual({ email, reason: 'NEW' });
});

test('nor with one that a platform administrator invites, promotes or enables, until a day has passed', async () => {
  const { api } = world;
  const admin = await world.as('admin');
  const change = (name: TestPerson, roles: string[]) =>
    api.call(updateUser, { ...admin, params: { ...harbour, userId: accountIdOf(name) }, body: { roles } });
  expect((await change('operator', ['MERCHANT_EDITOR'])).status).toBe(200);
  const byId = { ...admin, params: { userId: accountIdOf('bytotp') } };
  expect([(await api.call(disableUser, byId)).status, (await api.call(enableUser, byId)).status]).toEqual([200, 200]);
  await database.query(`UPDATE accounts SET two_factor = 'NONE' WHERE user_account_id = $1`, [accountIdOf('bytotp')]);
  const orderId = await waiting();
  for (const name of ['operator', 'bytotp'] as const) await expectRefused(orderId, await world.as(name));
  // More rights for a user who could already move money take nothing away.
  expect((await change('operator', ['MERCHANT_ADMIN'])).status).toBe(200);
  api.pass({ hours: 23, minutes: 59 });
  await expectRefused(orderId, await world.as('operator'));
  api.pass({ minutes: 1 });
  const approved = await world.approve(orderId, 'operator');
  expect(approved.value()).toMatchObject({ state: 'APPROVED', decidedBy: emailOf('operator') });
  const shown = await api.call(getApproval, { ...(await world.as('viewer')), params: { ...harbour, orderId } });
  expect(shown.value().excluded).toEqual([{ email: emailOf('editor'), reason: 'REQUESTED' }]);
});

test('a new user cannot confirm a looser policy, and can refuse an order', async () => {
  const { api } = world;
  const token = await join('third.self@invited.example', 'editor');
  const orderId = await waiting();
  const { proposal } = (await world.setPolicy({ GBP: null, EUR: null }, 'editor')).value();
  const headers = { ...(await proved(api, token, { password: chosen })), ...keyed() };
  const params = { ...harbour, proposalId: proposal?.proposalId ?? '' };
  const refused = await api.call(confirmApprovalPolicy, { token, headers, params });
  expect([refused.status, refused.problem().statusName]).toEqual([403, 'EXCLUDED_APPROVER']);
  const call = { token, headers, params: { ...harbour, orderId }, body: { reason: null } };
  expect((await api.call(refuseOrder, call)).value().state).toBe('REFUSED');
});
