import { forgotPassword, resetPassword } from '@volume/contract/session/passwords.ts';
import { signIn, stepUp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const owner = { address: '203.0.113.1', headers: { 'user-agent': 'Firefox' } };
const stranger = { address: '198.51.100.9', headers: { 'user-agent': 'curl' } };
type From = typeof owner;

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database, { settings: { failedSignInsPerAddress: 20 } });
  await database.run(
    'DELETE FROM throttle_counters; DELETE FROM known_places; DELETE FROM due_work; DELETE FROM outbox_mail',
  );
});

const enter = async (name: string, given: string, from: From = stranger) =>
  (await app.call(signIn, { body: { email: emailOf(name), password: given }, ...from })).status;
const ask = async (name: string, from: From = stranger) =>
  (await app.call(forgotPassword, { body: { email: emailOf(name) }, ...from })).status;
const repeat = (count: number) => Array.from({ length: count }, (_, at) => at);
/** A different address each time, like an attacker with many addresses. */
const elsewhere = (at: number): From => ({ ...stranger, address: `198.51.${at}.9` });

describe('sign-in limits', () => {
  test('count only failed sign-ins', async () => {
    for (const _ of repeat(30)) expect(await enter('viewer', password)).toBe(200);
  });

  test('let an owner sign in from a known place despite failures from elsewhere', async () => {
    expect(await enter('viewer', password, owner)).toBe(200);
    for (const at of repeat(12)) await enter('viewer', 'wrong', elsewhere(at));
    expect(await enter('viewer', password, elsewhere(99))).toBe(429);
    expect(await enter('viewer', password, owner)).toBe(200);
  });

  test('apply to a known place separately', async () => {
    expect(await enter('viewer', password, owner)).toBe(200);
    const statuses = [];
    for (const _ of repeat(11)) statuses.push(await enter('viewer', 'wrong', owner));
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  test('are lifted for an owner at a new place by a link from the mail while guessing continues', async () => {
    for (const at of repeat(12)) await enter('editor', 'wrong', elsewhere(at));
    expect(await enter('editor', password, owner)).toBe(429);
    expect(await ask('editor', owner)).toBe(204);
    await app.runDueWork();
    const chosen = 'seven kites over the harbour';
    const token = await latestLink(app, emailOf('editor'));
    expect((await app.call(resetPassword, { body: { token, password: chosen }, ...owner })).status).toBe(204);
    expect(await enter('editor', chosen, owner)).toBe(200);
  });

  test('stop one password tried on many accounts at the limit of the address, for unknown accounts too', async () => {
    const statuses = [];
    for (const at of repeat(25)) statuses.push(await enter(at % 2 === 0 ? `made-up-${at}` : 'viewer', 'autumn-2026'));
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect(statuses.slice(20)).toEqual(Array(5).fill(429));
    expect(await enter('operator', password, elsewhere(1))).toBe(200);
  });

  test('verify no more passwords than allowed when forty sign-ins are concurrent', async () => {
    await Promise.all(repeat(40).map((at) => enter('viewer', 'wrong', elsewhere(at))));
    expect(app.verifications()).toBe(10);
  });

  test('remember at most ten places per account, as hashes only', async () => {
    for (const at of repeat(12)) {
      app.pass({ seconds: 1 });
      expect(await enter('viewer', password, elsewhere(at))).toBe(200);
    }
    const places = await database.query('SELECT * FROM known_places');
    expect(places).toHaveLength(10);
    expect(JSON.stringify(places)).not.toMatch(/198\.51|curl|viewer/);
  });

  test('cannot be bypassed with a letter that folds to another one only in some languages', async () => {
    const other = emailOf('admin').replace('i', 'İ');
    for (const at of repeat(10)) await enter('admin', 'wrong', elsewhere(at));
    const answer = await app.call(signIn, { body: { email: other, password }, ...elsewhere(50) });
    expect(answer.status).toBe(401);
    expect(await enter('ADMIN', password, elsewhere(51))).toBe(429);
  });
});

test('accepts at most thirty wrong step-ups an hour', async () => {
  const token = await signInAs(app, 'operator');
  const statuses: number[] = [];
  for (const at of repeat(35)) {
    if (at % 10 === 0) app.pass({ minutes: 1 });
    statuses.push((await app.call(stepUp, { body: { password: 'wrong' }, token })).status);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(400), ...Array<number>(5).fill(429)]);
});

describe('forgotten passwords', () => {
  test('requests of a stranger do not use up the five of the owner', async () => {
    expect(await enter('viewer', password, owner)).toBe(200);
    for (const at of repeat(30)) await ask('viewer', elsewhere(at % 6));
    await app.runDueWork();
    const before = (await mailsTo(app, emailOf('viewer'))).length;
    expect(before).toBeLessThanOrEqual(20);
    for (const _ of repeat(5)) expect(await ask('viewer', owner)).toBe(204);
    await app.runDueWork();
    expect(await mailsTo(app, emailOf('viewer'))).toHaveLength(before + 5);
  });

  test('one address can request twenty links an hour; unknown accounts add no rows beyond that', async () => {
    const statuses = [];
    for (const at of repeat(25)) statuses.push(await ask(`made-up-${at}`));
    expect(statuses).toEqual([...Array<number>(20).fill(204), ...Array<number>(5).fill(429)]);
    expect(await database.query('SELECT 1 FROM due_work')).toHaveLength(20);
    expect((await database.query('SELECT 1 FROM throttle_counters')).length).toBeLessThanOrEqual(21);
  });
});

test('a flood beyond its limit reads the counter from the database once a second', async () => {
  let counted = 0;
  const query: Database['query'] = (statement, parameters) => {
    if (toStatement(statement).text.includes('SET count = throttle_counters.count + 1')) counted += 1;
    return database.query(statement, parameters);
  };
  app = createTestApp({ ...database, query }, { settings: { failedSignInsPerAddress: 20 } });
  const statuses = await Promise.all(repeat(60).map((at) => enter(`made-up-${at}`, 'wrong')));
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  // 21 for the address (the last one was rejected), and one for each account that was looked up.
  expect(counted).toBe(41);
  for (const at of repeat(60)) expect(await enter(`made-up-${at}`, 'wrong')).toBe(429);
  expect(counted).toBe(41);
  app.pass({ seconds: 1 });
  expect(await enter('viewer', 'wrong')).toBe(429);
  expect(counted).toBe(42);
});
