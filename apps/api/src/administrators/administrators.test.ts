import {
  confirmAdministratorProposal,
  disableAdministrator,
  enableAdministrator,
  inviteAdministrator,
  listAdministrators,
  resendAdministratorInvitation,
  resetAdministratorTwoFactor,
  withdrawAdministratorInvitation,
  withdrawAdministratorProposal,
} from '@volume/contract/administrators/administrators.ts';
import { getSelf, signIn } from '@volume/contract/session/session.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { listPlatformActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { addAdministrator, asAdministrator, proposalAbout } from '#testing/administrators.ts';
import type { CallInput } from '#testing/call-api.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { ids, password, seedPeople } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let ada: string;
let grace: string;
let tom: string;
let earlier: ReadonlySet<string>;
beforeAll(async () => {
  database = await openTestDatabase('empty');
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  await database.run('DELETE FROM accounts; DELETE FROM throttle_counters; DELETE FROM outbox_mail');
  ada = await addAdministrator(app, 'ada');
  grace = await addAdministrator(app, 'grace', { twoFactor: 'NONE' });
  tom = await addAdministrator(app, 'tom');
  // Activity cannot be deleted.
  const rows = await database.query<{ id: string }>('SELECT activity_id AS id FROM activity');
  earlier = new Set(rows.map(({ id }) => id));
});

const emailOf = (name: string) => `${name}@volume.example`;
const by = (name: string) => asAdministrator(app, name);
const about = (administratorId: string): CallInput => ({ params: { administratorId } });
const list = async (name = 'ada') => (await app.call(listAdministrators, await by(name))).value();
const find = async (id: string) => (await list()).find(({ administratorId }) => administratorId === id);
const disable = async (name: string, id: string) =>
  app.call(disableAdministrator, { ...(await by(name)), ...about(id) });
const isSignedOut = async (token: string) => (await app.call(getSelf, { token })).status === 401;

async function decide(endpoint: typeof confirmAdministratorProposal, name: string, id: string) {
  const input = await by(name);
  const proposalId = await proposalAbout(app, input.token, id);
  return app.call(endpoint, { ...input, params: { administratorId: id, proposalId } });
}
const confirm = (name: string, id: string) => decide(confirmAdministratorProposal, name, id);
const withdraw = (name: string, id: string) => decide(withdrawAdministratorProposal, name, id);
const giveFactor = (id: string) =>
  database.query(`UPDATE accounts SET two_factor = 'EMAIL' WHERE user_account_id = $1`, [id]);
const actions = async () => {
  const { content } = (await app.call(listPlatformActivity, { ...(await by('ada')), query: 'size=100' })).value();
  return content.filter(({ id, action }) => !earlier.has(id) && /^(USER|ADMINISTRATOR|TWO_FACTOR)_/.test(action));
};
/** Whether the newest mail has this subject, for each of them. */
const mailed = async (subject: string, ...names: string[]) =>
  Promise.all(names.map(async (name) => (await mailsTo(app, emailOf(name)))[0]?.subject === subject));

test('lists all administrators by name with access, second factor, last sign-in and invitation, and no merchant’s user', async () => {
  await database.run('DELETE FROM applications');
  await database.run('DELETE FROM merchants');
  await seedPeople(database);
  await addAdministrator(app, 'jess', { access: 'READ_ONLY', isInvited: true });
  await giveFactor(tom);
  const all = await list();
  expect(all.map(({ name }) => name)).toEqual(['ada', 'admin', 'grace', 'jess', 'reader', 'tom']);
  expect(all[0]).toMatchObject({
    email: emailOf('ada'),
    access: 'FULL',
    twoFactor: 'NONE',
    isOneself: true,
    lastSignInAtUtc: expect.stringMatching(/^2026-11-21T09:/),
  });
  expect(all[3]).toMatchObject({ access: 'READ_ONLY', invitation: 'PENDING', lastSignInAtUtc: null, invitedBy: null });
  expect(all[5]).toMatchObject({ twoFactor: 'EMAIL', hasPasskey: false, isOneself: false, proposal: null });
});

describe('an invitation', () => {
  const invite = async (change: Record<string, unknown> = {}, name = 'ada') =>
    app.call(inviteAdministrator, {
      ...(await by(name)),
      body: { email: emailOf('jess'), name: 'Jess', access: 'READ_ONLY', ...change },
    });

  test.each(['FULL', 'READ_ONLY'] as const)('with %s access is mailed, accepted and recorded', async (access) => {
    const added = (await invite({ access })).value();
    const invitedBy = { email: emailOf('ada'), name: 'ada' };
    expect(added).toMatchObject({ access, invitation: 'PENDING', enabled: true, invitedBy });
    expect(await mailed('An administrator was invited', 'grace', 'tom')).toEqual([true, true]);
    expect(await mailsTo(app, emailOf('ada'))).toEqual([]);
    const body = { token: await latestLink(app, emailOf('jess')), password: 'seven kites over the harbour' };
    expect((await app.call(resetPassword, { body })).status).toBe(204);
    expect(await find(added.administratorId)).toMatchObject({ invitation: 'ACCEPTED', access });
    expect((await actions()).at(-1)).toMatchObject({
      action: 'USER_ADDED',
      actor: emailOf('ada'),
      subject: emailOf('jess'),
    });
  });

  test.each([
    [{ email: 'jess' }, 'email must look like name@example.com'],
    [{ access: 'EVERYTHING' }, 'access'],
    [{ name: 'Ann\nSmith' }, 'name must be one line'],
    [{ roles: ['VOLUME_ADMIN'] }, 'roles'],
  ])('is refused with 400 for %j', async (change, words) => {
    const refused = await invite(change);
    expect([refused.status, refused.problem().errorMessage]).toEqual([400, expect.stringContaining(words)]);
  });

  test('is refused for a taken address, without a step-up, and above the daily limit', async () => {
    expect((await invite({ email: emailOf('TOM') })).problem()).toMatchObject({ statusName: 'ACCOUNT_EXISTS' });
    const { token } = await by('ada');
    const body = { email: emailOf('jess'), access: 'FULL' };
    expect((await app.call(inviteAdministrator, { token, body })).problem()).toMatchObject({
      statusName: 'STEP_UP_REQUIRED',
    });
    app = createTestApp(database, { settings: { signInsPerMinute: 100_000, invitationsPerDay: 2 } });
    expect((await invite()).status).toBe(201);
    expect((await invite({ email: emailOf('jo') })).status).toBe(429);
    expect((await invite({ email: emailOf('jo') }, 'grace')).status).toBe(201);
  });

  test('can be resent and withdrawn until it is accepted; withdrawing frees the address', async () => {
    const { administratorId } = (await invite()).value();
    const input = { ...(await by('tom')), ...about(administratorId) };
    const first = await latestLink(app, emailOf('jess'));
    app.pass({ seconds: 1 });
    expect((await app.call(resendAdministratorInvitation, input)).status).toBe(204);
    const body = { token: first, password: 'seven kites over the harbour' };
    expect((await app.call(resetPassword, { body })).status).toBe(410);
    expect((await app.call(disableAdministrator, input)).status).toBe(409);
    const last = await latestLink(app, emailOf('jess'));
    expect(
      (await app.call(withdrawAdministratorInvitation, { ...(await by('tom')), ...about(administratorId) })).status,
    ).toBe(204);
    expect((await app.call(resetPassword, { body: { ...body, token: last } })).status).toBe(404);
    expect((await invite()).status).toBe(201);
    for (const endpoint of [resendAdministratorInvitation, withdrawAdministratorInvitation]) {
      expect((await app.call(endpoint, { ...(await by('ada')), ...about(tom) })).status).toBe(409);
    }
  });
});

describe('disabling', () => {
  test('an administrator with full access waits for a second administrator, then ends their sessions immediately', async () => {
    const theirs = await by('tom');
    const proposed = (await disable('ada', tom)).value();
    expect(proposed).toMatchObject({ enabled: true, proposal: { action: 'DISABLE', isOwn: true } });
    expect(proposed.proposal?.proposedBy).toEqual({ email: emailOf('ada'), name: 'ada' });
    expect(await isSignedOut(theirs.token)).toBe(false);
    expect(await mailed('A change of an administrator waits for confirmation', 'grace', 'tom')).toEqual([true, true]);
    expect((await disable('grace', tom)).problem()).toMatchObject({ statusName: 'PROPOSAL_PENDING' });
    expect((await confirm('ada', tom)).problem()).toMatchObject({ statusCode: 403, statusName: 'OWN_PROPOSAL' });
    for (const answer of [await confirm('tom', tom), await withdraw('tom', tom)]) expect(answer.status).toBe(403);
    // A third one with full access has to remain.
    await addAdministrator(app, 'noor');
    app.pass({ seconds: 1 });
    expect((await confirm('grace', tom)).value()).toMatchObject({ enabled: false, proposal: null });
    expect(await isSignedOut(theirs.token)).toBe(true);
    expect((await app.call(signIn, { body: { email: emailOf('tom'), password } })).status).toBe(401);
    expect(await mailed('An administrator was disabled', 'ada', 'noor')).toEqual([true, true]);
    const [disabled, waiting] = await actions();
    expect(disabled).toMatchObject({
      action: 'USER_DISABLED',
      actor: emailOf('grace'),
      detail: `${emailOf('tom')}, proposed by ${emailOf('ada')}`,
    });
    expect(waiting).toMatchObject({
      action: 'ADMINISTRATOR_CHANGE_PROPOSED',
      subject: emailOf('tom'),
      detail: `disable ${emailOf('tom')}`,
    });
  });

  test('of one of two administrators with full access is refused with advice', async () => {
    await disable('ada', tom);
    await confirm('grace', tom);
    await addAdministrator(app, 'reader', { access: 'READ_ONLY' });
    await addAdministrator(app, 'invited', { isInvited: true });
    const refused = (await disable('ada', grace)).problem();
    expect(refused).toMatchObject({ statusCode: 409, statusName: 'TWO_ADMINISTRATORS' });
    expect(refused.errorMessage).toMatch(/two administrators keep full access.*Invite another/);
  });

  test('a read-only administrator needs no second one; enabling needs a step-up', async () => {
    const reader = await addAdministrator(app, 'reader', { access: 'READ_ONLY' });
    const { token } = await by('ada');
    const unproved = { token, ...about(reader) };
    expect((await app.call(disableAdministrator, unproved)).problem()).toMatchObject({
      statusName: 'STEP_UP_REQUIRED',
    });
    expect((await disable('ada', reader)).value()).toMatchObject({ enabled: false, proposal: null });
    expect((await disable('ada', reader)).status).toBe(200);
    expect((await app.call(enableAdministrator, unproved)).problem()).toMatchObject({ statusName: 'STEP_UP_REQUIRED' });
    const input = { ...(await by('ada')), ...about(reader) };
    expect((await app.call(enableAdministrator, input)).value()).toMatchObject({ enabled: true });
    expect((await actions()).filter(({ subject }) => subject === emailOf('reader'))).toHaveLength(2);
  });
});

describe('resetting a second factor', () => {
  const reset = async (name: string, id: string) =>
    app.call(resetAdministratorTwoFactor, { ...(await by(name)), ...about(id) });

  test('takes effect when a second administrator confirms, and the owner receives a mail', async () => {
    expect((await reset('ada', tom)).status).toBe(409);
    const theirs = await by('tom');
    await giveFactor(tom);
    expect((await reset('ada', tom)).value()).toMatchObject({
      twoFactor: 'EMAIL',
      proposal: { action: 'RESET_TWO_FACTOR' },
    });
    app.pass({ seconds: 1 });
    expect((await confirm('grace', tom)).value()).toMatchObject({ twoFactor: 'NONE', proposal: null, enabled: true });
    expect(await isSignedOut(theirs.token)).toBe(true);
    const [mail] = await mailsTo(app, emailOf('tom'));
    expect(mail?.subject).toBe('Your second factor was reset');
    expect(mail?.text).toContain(`grace (${emailOf('grace')}), as ${emailOf('ada')} proposed, reset the second factor`);
    expect((await actions())[0]).toMatchObject({ action: 'TWO_FACTOR_RESET', subject: emailOf('tom') });
  });

  test('says which command helps when no second administrator is left', async () => {
    await database.query('DELETE FROM accounts WHERE user_account_id = $1', [grace]);
    await giveFactor(tom);
    const refused = (await reset('ada', tom)).problem();
    expect(refused).toMatchObject({ statusCode: 409, statusName: 'NO_SECOND_ADMINISTRATOR' });
    expect(refused.errorMessage).toContain('npm run admin -- create-admin');
  });
});

describe('a proposal', () => {
  test('expires after 24 hours, and can be withdrawn by its proposer or another administrator', async () => {
    await addAdministrator(app, 'noor');
    await disable('ada', tom);
    const { token } = await by('grace');
    const proposalId = await proposalAbout(app, token, tom);
    app.pass({ hours: 24 });
    expect((await find(tom))?.proposal).toBeNull();
    const params = { administratorId: tom, proposalId };
    expect((await app.call(confirmAdministratorProposal, { ...(await by('grace')), params })).status).toBe(404);
    for (const name of ['ada', 'grace']) {
      await disable('ada', tom);
      app.pass({ seconds: 1 });
      expect((await withdraw(name, tom)).value()).toMatchObject({ enabled: true, proposal: null });
      expect((await actions())[0]).toMatchObject({ action: 'ADMINISTRATOR_CHANGE_WITHDRAWN', actor: emailOf(name) });
      app.pass({ seconds: 1 });
    }
  });

  test('cannot be confirmed without a step-up, or by an administrator invited less than 24 hours ago', async () => {
    const noor = await addAdministrator(app, 'noor');
    await disable('ada', tom);
    const { token } = await by('grace');
    const params = { administratorId: tom, proposalId: await proposalAbout(app, token, tom) };
    expect((await app.call(confirmAdministratorProposal, { token, params })).problem()).toMatchObject({
      statusName: 'STEP_UP_REQUIRED',
    });
    await database.query('UPDATE accounts SET invited_by_id = $2 WHERE user_account_id = $1', [noor, ada]);
    app.pass({ hours: 23 });
    expect((await confirm('noor', tom)).problem()).toMatchObject({ statusCode: 403, statusName: 'NEW_ADMINISTRATOR' });
    await withdraw('grace', tom);
    await disable('ada', tom);
    app.pass({ hours: 1 });
    expect((await confirm('noor', tom)).value()).toMatchObject({ enabled: false });
  });

  test('of an administrator who was disabled in the meantime can no longer be confirmed', async () => {
    const noor = await addAdministrator(app, 'noor');
    await disable('noor', tom);
    await disable('ada', noor);
    await confirm('grace', noor);
    expect((await find(tom))?.proposal).toBeNull();
    expect((await confirm('grace', tom)).status).toBe(400);
  });
});

describe('refusals', () => {
  const changes = [disableAdministrator, enableAdministrator, resetAdministratorTwoFactor];

  test('an administrator cannot change their own account', async () => {
    for (const endpoint of changes) {
      const answer = await app.call(endpoint, { ...(await by('ada')), ...about(ada) });
      expect(answer.problem()).toMatchObject({ statusCode: 409, statusName: 'OWN_ACCOUNT' });
    }
  });

  test('a merchant’s user and an unknown id are 404, a malformed one is 400', async () => {
    await database.run('DELETE FROM applications');
    await database.run('DELETE FROM merchants');
    await seedPeople(database);
    const [user] = await database.query<{ id: string }>(
      `SELECT user_account_id AS id FROM accounts WHERE merchant_id IS NOT NULL LIMIT 1`,
    );
    const input = await by('ada');
    const statuses = async (id: string) =>
      Promise.all(changes.map(async (each) => (await app.call(each, { ...input, ...about(id) })).status));
    expect(await statuses(user?.id ?? '')).toEqual([404, 404, 404]);
    expect(await statuses(ids.nobody)).toEqual([404, 404, 404]);
    expect(await statuses('seven')).toEqual([400, 400, 400]);
  });

  test('a read-only administrator sees the list and proposals, and changes nothing', async () => {
    await addAdministrator(app, 'reader', { access: 'READ_ONLY' });
    await disable('ada', tom);
    const row = (await list('reader')).find(({ administratorId }) => administratorId === tom);
    expect(row?.proposal).toMatchObject({ action: 'DISABLE', isOwn: false });
    expect((await disable('reader', grace)).status).toBe(403);
    expect((await confirm('reader', tom)).status).toBe(403);
    expect((await withdraw('reader', tom)).status).toBe(403);
  });
});
