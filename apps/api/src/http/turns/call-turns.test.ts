import { endpoint } from '@volume/contract/endpoint.ts';
import { signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Database } from '#database/database.ts';
import { handle } from '#core/handler.ts';
import { signIn as answerSignIn } from '#session/sign-in.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';
import { createCallTurns } from './fair-queue.ts';

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

const readSlowly = endpoint({
  name: 'readSlowly',
  summary: 'What takes until it is let go',
  origin: 'ours',
  method: 'GET',
  path: 'slow',
  access: { kind: 'signed-in', effect: 'read' },
  response: z.object({ word: z.string() }),
});

/** A caller counts as active for a second after signing in. */
const untilAlone = { timeout: 60_000 };

/** An app whose calls last until they are released, and the list of calls in progress. */
function slowApp(callsPerSecond = 100) {
  const begun: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const answered = handle(readSlowly, async ({ caller }) => {
    begun.push(caller.email);
    await held;
    return { word: 'done' };
  });
  const parts = { endpoints: { readSlowly, signIn }, handlers: [answered, answerSignIn] };
  const app = createTestApp(database, { parts: { ...parts, turns: createCallTurns(callsPerSecond) } });
  const countOf = (email: string) => begun.filter((by) => by === email).length;
  return { app, countOf, letGo };
}

test('answers six calls of one user at a time across all sessions, three while another user is active, and all in the end', async () => {
  const { app, countOf, letGo } = slowApp();
  const [flooder, other] = [await signInAs(app, 'viewer'), await signInAs(app, 'editor')];
  const sessions = [flooder, await signInAs(app, 'viewer'), await signInAs(app, 'viewer')];
  const crowd = Array.from({ length: 40 }, (_, at) => app.call(readSlowly, { token: sessions[at % 3]! }));
  await expect.poll(() => countOf(emailOf('viewer')), untilAlone).toBe(6);
  const others = Array.from({ length: 5 }, () => app.call(readSlowly, { token: other }));
  await expect.poll(() => countOf(emailOf('editor'))).toBe(3);
  const body = { email: emailOf('viewer'), password };
  expect((await app.call(signIn, { body, address: '203.0.113.9' })).status).toBe(200);
  expect(countOf(emailOf('viewer'))).toBe(6);
  letGo();
  const statuses = (await Promise.all([...crowd, ...others])).map(({ status }) => status);
  expect(statuses).toEqual(Array<number>(45).fill(200));
});

test('rejects calls beyond the places of one session while another session is answered', async () => {
  const { app, countOf, letGo } = slowApp(20);
  const [flooder, other] = [await signInAs(app, 'viewer'), await signInAs(app, 'editor')];
  const crowd = Array.from({ length: 20 }, () => app.call(readSlowly, { token: flooder }));
  await expect.poll(() => countOf(emailOf('viewer')), untilAlone).toBe(6);
  app.pass({ seconds: 1 });
  const more = Array.from({ length: 10 }, () => app.call(readSlowly, { token: flooder }));
  const refused = (await Promise.race(more)).problem();
  expect([refused.statusCode, refused.errorMessage]).toEqual([429, 'Too many calls at once. Please slow down.']);
  const answered = app.call(readSlowly, { token: other });
  letGo();
  expect((await answered).status).toBe(200);
  const crowdStatuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(crowdStatuses).toEqual(Array<number>(20).fill(200));
});

test('gives the places of callers who disconnected while waiting to the next callers', async () => {
  const { app, countOf, letGo } = slowApp(20);
  const token = await signInAs(app, 'viewer');
  const left = new AbortController();
  const init = { headers: { authorization: `Bearer ${token}` }, signal: left.signal };
  const crowd = Array.from({ length: 19 }, async () => app.app.request('/sandbox/api/slow', init));
  await expect.poll(() => countOf(emailOf('viewer')), untilAlone).toBe(6);
  left.abort();
  await Promise.race(crowd);
  app.pass({ seconds: 1 });
  const after = Array.from({ length: 19 }, () => app.call(readSlowly, { token }));
  letGo();
  expect((await Promise.all(after)).map(({ status }) => status)).toEqual(Array<number>(19).fill(200));
  expect(countOf(emailOf('viewer'))).toBe(6 + 19);
});
