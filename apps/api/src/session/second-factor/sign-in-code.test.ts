import { resendOtp, signIn, verifyOtp } from '@volume/contract/session/session.ts';
import { resetPassword, forgotPassword } from '@volume/contract/session/passwords.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { pausingBefore, untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { latestLink, mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, password } from '#testing/seed-people.ts';
import { mailedCode, wrongCodeFor } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const owner = { address: '203.0.113.1', headers: { 'user-agent': 'Firefox' } };
const stranger = { address: '198.51.100.9', headers: { 'user-agent': 'curl' } };
type From = typeof owner;
const twenty = Array.from({ length: 20 }, (_, index) => index);

let database: Database;
let app: TestApp;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  await database.run(`DELETE FROM throttle_counters; DELETE FROM sessions; DELETE FROM one_time_requests;
    DELETE FROM sign_in_codes; DELETE FROM known_places; DELETE FROM outbox_mail; DELETE FROM due_work`);
  await database.query('UPDATE accounts SET password_hash = $2 WHERE user_account_id = $1', [
    accountIdOf('byemail'),
    `plain:${password}`,
  ]);
});

async function begin(from: From, name: 'byemail' | 'bytotp' = 'byemail', given = password): Promise<string> {
  const answer = (await app.call(signIn, { body: { email: emailOf(name), password: given }, ...from })).value();
  return 'otpRequestId' in answer ? answer.otpRequestId : '';
}
const verify = (otpRequestId: string, code: string, from: From = owner) =>
  app.call(verifyOtp, { params: { otpRequestId }, body: { code }, ...from });
const statusOf = async (otpRequestId: string, code: string, from: From = owner) =>
  (await verify(otpRequestId, code, from)).status;
const countMails = async () => (await mailsTo(app, emailOf('byemail'))).length;
const countRequests = async () => (await database.query('SELECT FROM one_time_requests')).length;
/** Makes the owner's network and browser a known place. */
async function signInOnce(): Promise<void> {
  const id = await begin(owner);
  expect(await statusOf(id, await mailedCode(app, 'byemail'))).toBe(200);
  await database.run('DELETE FROM outbox_mail; DELETE FROM one_time_requests');
}

describe('the mailed code', () => {
  test('is mailed once in half a minute, however many sign-ins are begun', async () => {
    for (const _ of twenty) await begin(stranger);
    expect([await countMails(), await countRequests()]).toEqual([1, 1]);
    app.pass({ seconds: 30 });
    await begin(stranger);
    expect([await countMails(), await countRequests()]).toEqual([2, 1]);
  });

  test('finishes a sign-in that was begun after it was mailed', async () => {
    await signInOnce();
    await begin(stranger);
    const code = await mailedCode(app, 'byemail');
    app.pass({ seconds: 29 });
    const own = await begin(owner);
    expect(await countMails()).toBe(1);
    expect(await statusOf(own, code)).toBe(200);
  });

  test('is the same in every mail of its first five minutes, and each mail says how long it is valid', async () => {
    const id = await begin(owner);
    const first = await mailedCode(app, 'byemail');
    app.pass({ minutes: 4, seconds: 30 });
    await begin(stranger);
    const [mail] = await mailsTo(app, emailOf('byemail'));
    expect(mail?.text).toContain(`is ${first}.\n\nIt is valid for 5 minutes`);
    expect(await statusOf(id, first)).toBe(200);
  });

  test('is replaced by a new one that is valid for ten minutes when less than five are left', async () => {
    await begin(owner);
    app.pass({ minutes: 5, seconds: 1 });
    const id = await begin(owner);
    app.pass({ minutes: 9, seconds: 59 });
    expect(await statusOf(id, await mailedCode(app, 'byemail'))).toBe(200);
  });

  test('expires ten minutes after it was made, also for a sign-in that was begun later', async () => {
    await begin(owner);
    const code = await mailedCode(app, 'byemail');
    app.pass({ minutes: 4 });
    const id = await begin(owner);
    app.pass({ minutes: 6 });
    expect(await statusOf(id, code)).toBe(400);
  });

  test('works once, and the next sign-in is mailed another', async () => {
    await signInOnce();
    const [own, other] = [await begin(owner), await begin(stranger)];
    const code = await mailedCode(app, 'byemail');
    const statuses = await Promise.all([statusOf(own, code), statusOf(other, code)]);
    expect(statuses.toSorted()).toEqual([200, 400]);
    await begin(owner);
    expect(await countMails()).toBe(2);
  });

  test('can be requested again at most once in half a minute, from any sign-in', async () => {
    await signInOnce();
    const [own, other] = [await begin(owner), await begin(stranger)];
    app.pass({ seconds: 31 });
    const resend = (otpRequestId: string) => app.call(resendOtp, { params: { otpRequestId } });
    expect((await resend(other)).status).toBe(204);
    app.pass({ seconds: 10 });
    const early = await resend(own);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '20']);
    expect(await countMails()).toBe(2);
  });

  test('from before a password change is invalid after it', async () => {
    await begin(owner);
    const before = await mailedCode(app, 'byemail');
    await app.call(forgotPassword, { body: { email: emailOf('byemail') }, ...owner });
    await app.runDueWork();
    const chosen = 'seven kites over the harbour';
    await app.call(resetPassword, { body: { token: await latestLink(app, emailOf('byemail')), password: chosen } });
    const id = await begin(owner, 'byemail', chosen);
    const code = await mailedCode(app, 'byemail');
    if (before !== code) expect(await statusOf(id, before)).toBe(400);
    expect(await statusOf(id, code)).toBe(200);
  });

  test('is not stored in clear text', async () => {
    await begin(owner);
    const rows = JSON.stringify(await database.query('SELECT * FROM sign_in_codes'));
    expect(rows).toMatch(/v1\./);
    expect(rows).not.toContain(await mailedCode(app, 'byemail'));
  });
});

describe('wrong codes from a stranger who knows the password', () => {
  async function spendTheHour(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const id = await begin(stranger);
      for (let guess = 0; guess < 5; guess++) await verify(id, 'aaaa-bbbb-cccc', stranger);
    }
  }

  test("do not use up the owner's tries at a known place", async () => {
    await signInOnce();
    await spendTheHour();
    expect(await statusOf(await begin(stranger), '123456', stranger)).toBe(429);
    const id = await begin(owner);
    const code = await mailedCode(app, 'byemail');
    expect(await statusOf(id, wrongCodeFor(code))).toBe(400);
    expect(await statusOf(id, code)).toBe(200);
  });

  test('write no rows once they are rejected', async () => {
    await spendTheHour();
    const before = await countRequests();
    expect(before).toBeLessThanOrEqual(30);
    await spendTheHour();
    expect(await countRequests()).toBe(before);
  });

  test('end with a new password, after which the owner can sign in from any place', async () => {
    await spendTheHour();
    await app.call(forgotPassword, { body: { email: emailOf('byemail') }, ...owner });
    await app.runDueWork();
    const chosen = 'seven kites over the harbour';
    const body = { token: await latestLink(app, emailOf('byemail')), password: chosen };
    expect((await app.call(resetPassword, { body, ...owner })).status).toBe(204);
    const id = await begin(owner, 'byemail', chosen);
    expect(await statusOf(id, await mailedCode(app, 'byemail'))).toBe(200);
  });
});

test('signing in with an authenticator many times writes one row, and another after a wrong code', async () => {
  const ids = [];
  for (const _ of twenty) ids.push(await begin(stranger, 'bytotp'));
  expect([new Set(ids).size, await countRequests()]).toEqual([1, 1]);
  expect(await statusOf(ids[0]!, 'aaaa-bbbb-cccc', stranger)).toBe(400);
  expect(await begin(stranger, 'bytotp')).not.toBe(ids[0]);
});

describe('concurrent sign-ins', () => {
  test('send one mail and write one row at two instances', async () => {
    let running: Promise<string> | undefined;
    const paused = pausingBefore(database, /^\s*INSERT INTO sign_in_codes/, () => {
      running = begin(stranger);
      return untilDoneOrBlocked(database, running);
    });
    const body = { email: emailOf('byemail'), password };
    const answer = await createTestApp(paused).call(signIn, { body, ...owner });
    const ids = new Set([JSON.stringify(answer.value()), JSON.stringify({ otpRequestId: await running })]);
    expect([await countMails(), await countRequests(), ids.size]).toEqual([1, 1, 1]);
  });

  test('would send two mails in a naive implementation that checks and then mails without a lock', async () => {
    await database.run('CREATE TABLE IF NOT EXISTS naive_codes (account int, sent int); DELETE FROM naive_codes');
    const mail = (pause: () => Promise<unknown>) =>
      database.transaction(async ({ query }) => {
        const sent = await query('SELECT FROM naive_codes WHERE account = 1');
        await pause();
        if (sent.length === 0) await query('INSERT INTO naive_codes VALUES (1, 1)');
      });
    let running: Promise<unknown> = Promise.resolve();
    await mail(() => untilDoneOrBlocked(database, (running = mail(async () => undefined))));
    await running;
    const mails = (await database.query('SELECT FROM naive_codes')).length;
    expect(mails).toBe(database.kind === 'postgres' ? 2 : 1);
  });
});
