import { signIn } from '@volume/contract/session/session.ts';
import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createPasswords } from '#node/passwords.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const fewest = process.env['TEST_COUNTS'] === 'full' ? 100 : 9;
const most = 200;

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  const passwords = createPasswords();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 }, parts: { passwords } });
  await database.query('UPDATE accounts SET password_hash = $1', [await passwords.hash(password)]);
});
afterAll(() => database.close());

/** One password comparison takes at least a dozen milliseconds; without it, the ratio would be a small fraction. */
const alike = 0.5;
const names = ['viewer', 'nobody', 'disabled', 'ofclosed'];

/**
 * The shortest time of the fastest account divided by that of the slowest account. The shortest time is the cost of the
 * call itself, without other load on the machine. A busy machine needs more rounds until every account had a quiet
 * moment; a difference in the call itself remains however many rounds there are.
 */
async function likenessOf(ask: (email: string) => Promise<unknown>): Promise<number> {
  const shortest = new Map(names.map((name) => [name, Infinity]));
  const likeness = () => Math.min(...shortest.values()) / Math.max(...shortest.values());
  for (const name of names) await ask(emailOf(name));
  for (let round = 0; round < most && (round < fewest || likeness() <= alike); round++) {
    for (const name of names) {
      // Makes every request the first: a rate-limited one is answered without any work.
      await database.query('DELETE FROM throttle_counters');
      const begun = performance.now();
      await ask(emailOf(name));
      shortest.set(name, Math.min(shortest.get(name)!, performance.now() - begun));
    }
  }
  return likeness();
}

test('a wrong sign-in takes as long for an existing account as for an unknown one, and has the same answer', async () => {
  const received = new Set<string>();
  const likeness = await likenessOf(async (email) => {
    const given = email === emailOf('viewer') ? 'wrong password' : password;
    const { status, text } = await app.call(signIn, { body: { email, password: given } });
    received.add(`${status} ${text.replace(/"traceId":"\w+"/, '')}`);
  });
  expect(received.size).toBe(1);
  expect(likeness).toBeGreaterThan(alike);
}, 300_000);

test('requesting a link takes as long for an existing account as for an unknown one', async () => {
  const received = new Set<string>();
  const likeness = await likenessOf(async (email) => {
    const { status, text } = await app.call(forgotPassword, { body: { email } });
    received.add(`${status} ${text}`);
  });
  expect([...received]).toEqual(['204 ']);
  expect(likeness).toBeGreaterThan(alike);
}, 300_000);
