import { endOwnSession, listOwnSessions } from '@volume/contract/session/own-security.ts';
import { getSelf, renewSession, signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const newerFirefox = firefox.replaceAll('128', '131');
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';

let database: Database;
let app: TestApp;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  await database.run(
    'DELETE FROM throttle_counters; DELETE FROM sessions; DELETE FROM outbox_mail; DELETE FROM known_places',
  );
});

async function signInWith(userAgent: string | null, address = '203.0.113.7', name = 'viewer'): Promise<string> {
  const headers = userAgent === null ? {} : { 'user-agent': userAgent };
  const answer = await app.call(signIn, { body: { email: emailOf(name), password }, headers, address });
  return (answer.value() as { accessToken: string }).accessToken;
}
const sessionsOf = async (token: string) => (await app.call(listOwnSessions, { token })).value();
const statusOf = async (token: string) => (await app.call(getSelf, { token })).status;

test("lists each of the user's sessions once, the current one first, and none of other users", async () => {
  await signInWith(safari, '203.0.113.7', 'editor');
  await signInWith(safari, '198.51.100.4');
  app.pass({ minutes: 1 });
  await signInWith(null);
  app.pass({ minutes: 1 });
  const token = await signInWith(firefox);
  const now = app.services.clock.now().toISOString().slice(0, -1);
  const listed = await sessionsOf(token);
  expect(listed.map(({ device, address, isCurrent }) => [device, address, isCurrent])).toEqual([
    ['Firefox on Windows', '203.0.113.7', true],
    [null, '203.0.113.7', false],
    ['Safari on macOS', '198.51.100.4', false],
  ]);
  expect(listed[0]?.signedInAtUtc).toBe(now);
});

test('a renewed session keeps its sign-in time and is one session, also for its previous token', async () => {
  const token = await signInWith(firefox);
  const [before] = await sessionsOf(token);
  app.pass({ minutes: 56 });
  const renewed = (await app.call(renewSession, { token })).value().accessToken;
  for (const each of [token, renewed]) {
    expect(await sessionsOf(each)).toMatchObject([
      { isCurrent: true, device: 'Firefox on Windows', signedInAtUtc: before?.signedInAtUtc },
    ]);
  }
});

test('ends one session, also by an id from before its renewal, and leaves the others', async () => {
  const lost = await signInWith(safari);
  const sessionId = (await sessionsOf(lost))[0]?.sessionId ?? '';
  const token = await signInWith(firefox);
  app.pass({ minutes: 56 });
  const renewed = (await app.call(renewSession, { token: lost })).value().accessToken;
  expect((await app.call(endOwnSession, { token, params: { sessionId } })).status).toBe(204);
  expect([await statusOf(lost), await statusOf(renewed), await statusOf(token)]).toEqual([401, 401, 200]);
  expect(await sessionsOf(token)).toHaveLength(1);
  expect((await app.call(endOwnSession, { token, params: { sessionId } })).status).toBe(404);
});

test('a user cannot end the session of another user', async () => {
  const theirs = await signInWith(safari, '203.0.113.7', 'editor');
  const sessionId = (await sessionsOf(theirs))[0]?.sessionId ?? '';
  const token = await signInWith(firefox);
  expect((await app.call(endOwnSession, { token, params: { sessionId } })).status).toBe(404);
  expect(await statusOf(theirs)).toBe(200);
});

test('emails the owner about a new browser or network, but not about the first, a known or an updated one', async () => {
  const subjects = async () => (await mailsTo(app, emailOf('viewer'))).map(({ subject }) => subject);
  await signInWith(firefox);
  await signInWith(firefox);
  await signInWith(newerFirefox);
  expect(await subjects()).toEqual([]);
  await signInWith(safari, '198.51.100.4');
  await signInWith(safari, '198.51.100.4');
  const mails = await mailsTo(app, emailOf('viewer'));
  expect(mails.map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
  expect(mails[0]?.text).toContain('Safari on macOS, network address 198.51.100.4.');
});
