import {
  type ApprovalPolicy,
  confirmApprovalPolicy,
  getApprovalPolicy,
  withdrawApprovalPolicy,
} from '@volume/contract/approvals/policy.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { type ApprovalWorld, createApprovalWorld } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';

const harbour = { merchantId: ids.harbour };
const off = { GBP: null, EUR: null };
const above = (GBP: number | null, EUR: number | null = null) => ({ GBP, EUR });
const minor = (GBP: number | null, EUR: number | null = null) => ({ GBP: GBP && GBP * 100, EUR: EUR && EUR * 100 });
let database: Database;
let world: ApprovalWorld;
beforeEach(async () => {
  await database?.close();
  database = await openPeople();
  world = await createApprovalWorld(database);
});
afterAll(() => database.close());

const read = async (): Promise<ApprovalPolicy> =>
  (await world.api.call(getApprovalPolicy, { ...(await world.as('editor')), params: harbour })).value();
const decide = async (proposalId: string, name: TestPerson, how = confirmApprovalPolicy) =>
  world.api.call(how, { ...(await world.as(name)), params: { ...harbour, proposalId } });
const proposed = async (): Promise<string> => (await read()).proposal?.proposalId ?? 'none';
const disable = (...names: TestPerson[]) =>
  database.query('UPDATE accounts SET is_enabled = false WHERE email = ANY($1)', [names.map(emailOf)]);

test('is off at first; an administrator switches it on immediately after a step-up when two users can move money', async () => {
  expect(await read()).toMatchObject({ thresholds: off, proposal: null });
  expect((await read()).approvers.map(({ email }) => email)).toEqual(
    ['byemail', 'bytotp', 'editor', 'merchantadmin'].map((name) => emailOf(name)),
  );
  expect((await world.setPolicy(above(1000))).value()).toMatchObject({ thresholds: minor(1000), proposal: null });
  expect((await mailsTo(world.api, emailOf('merchantadmin')))[0]?.subject).toMatch(/approval of large/);
});

test('cannot be switched on when only one user can move money', async () => {
  await disable('editor', 'byemail', 'bytotp');
  const refused = { statusCode: 409, statusName: 'TOO_FEW_APPROVERS' };
  expect((await world.setPolicy(above(1000))).problem()).toMatchObject(refused);
  expect((await database.query('SELECT 1 FROM approval_policies WHERE above_gbp IS NOT NULL')).length).toBe(0);
});

test('a lower threshold applies immediately; a higher one or none needs the confirmation of another user', async () => {
  await world.setPolicy(above(1000));
  await world.setPolicy(above(800), 'editor');
  expect(await read()).toMatchObject({ thresholds: minor(800), proposal: null });
  const answer = (await world.setPolicy(above(2000), 'editor')).value();
  expect(answer).toMatchObject({ thresholds: minor(800), proposal: { thresholds: minor(2000) } });
  expect((await decide(await proposed(), 'editor')).status).toBe(403);
  expect((await decide(await proposed(), 'merchantadmin')).value().thresholds).toEqual(minor(2000));
  await world.setPolicy(off);
  expect((await read()).thresholds).toEqual(minor(2000));
  expect((await decide(await proposed(), 'editor')).value()).toMatchObject({ thresholds: off, proposal: null });
});

test('applies the stricter half of a change immediately while the looser half waits', async () => {
  await world.setPolicy(above(1000, 1000));
  const answer = (await world.setPolicy(above(500, 3000))).value();
  expect(answer).toMatchObject({ thresholds: minor(500, 1000), proposal: { thresholds: minor(500, 3000) } });
});

test('a proposal expires after 72 hours, can be withdrawn by either user, and is dropped by the next change', async () => {
  await world.setPolicy(above(1000));
  await world.setPolicy(off);
  const first = await proposed();
  world.api.pass({ hours: 72 });
  expect((await read()).proposal).toBeNull();
  expect((await decide(first, 'editor')).status).toBe(404);
  await world.setPolicy(off);
  expect((await decide(await proposed(), 'editor', withdrawApprovalPolicy)).value().proposal).toBeNull();
  await world.setPolicy(off);
  const third = await proposed();
  await world.setPolicy(above(500), 'editor');
  expect((await decide(third, 'editor')).status).toBe(404);
  expect((await read()).thresholds).toEqual(minor(500));
});

test('a platform administrator can confirm when only one user is left; users can always be disabled', async () => {
  await world.setPolicy(above(1000));
  await disable('editor', 'byemail', 'bytotp');
  await world.setPolicy(off);
  const [{ proposalId } = { proposalId: 'none' }] = await database.query<{ proposalId: string }>(
    'SELECT proposal_id AS "proposalId" FROM approval_policies',
  );
  expect((await decide(proposalId, 'reader')).status).toBe(403);
  expect((await decide(proposalId, 'admin')).value().thresholds).toEqual(off);
});

test('two concurrent confirmations loosen it once; a loosening concurrent with a tightening never gives a policy that neither requested', async () => {
  for (let round = 0; round < 3; round++) {
    await world.setPolicy(above(1000));
    await world.setPolicy(off);
    const proposalId = await proposed();
    const both = await Promise.all([decide(proposalId, 'editor'), decide(proposalId, 'admin')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]));
    await world.setPolicy(above(1000));
    await world.setPolicy(above(5000));
    const raced = await proposed();
    await Promise.all([decide(raced, 'editor'), world.setPolicy(above(400))]);
    expect((await read()).thresholds).toEqual(minor(400));
    expect((await read()).proposal).toBeNull();
    await world.setPolicy(off);
    await decide(await proposed(), 'editor');
  }
});

test('returns 400 for invalid amounts', async () => {
  for (const body of [above(0), above(-1), above(1.001), { GBP: 1 }, { GBP: 1, EUR: null, USD: 1 }]) {
    expect((await world.setPolicy(body as never)).status).toBe(400);
  }
});
