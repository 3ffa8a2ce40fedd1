import { signIn } from '@volume/contract/session.ts';
import { forgotPassword } from '@volume/contract/passwords.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createPasswords } from '#node/passwords.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 100 : 9;

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  const passwords = createPasswords();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 }, parts: { passwords } });
  await database.query('update accounts set password_hash = $1', [await passwords.hash(password)]);
});
afterAll(() => database.close());

const names = ['viewer', 'nobody', 'disabled', 'ofclosed'];

/** The shortest time of each, asked in turn: what the call itself costs, without what else the machine was doing. */
async function timesOf(ask: (email: string) => Promise<unknown>): Promise<number[]> {
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (const name of names) await ask(emailOf(name));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const begun = performance.now();
      await ask(emailOf(name));
      times.get(name)!.push(performance.now() - begun);
    }
  }
  return [...times.values()].map((each) => Math.min(...each));
}

test('a wrong sign-in takes as long for an account that exists as for one that does not, and says the same', async () => {
  const heard = new Set<string>();
  const times = await timesOf(async (email) => {
    const given = email === emailOf('viewer') ? 'wrong password' : password;
    const { status, text } = await app.call(signIn, { body: { email, password: given } });
    heard.add(`${status} ${text.replace(/"traceId":"\w+"/, '')}`);
  });
  expect(heard.size).toBe(1);
  // One comparison costs a dozen milliseconds and more; leaving it out would show as a fraction.
  expect(Math.min(...times) / Math.max(...times)).toBeGreaterThan(0.5);
}, 300_000);

test('asking for a link takes as long for an account that exists as for one that does not', async () => {
  const heard = new Set<string>();
  const times = await timesOf(async (email) => {
    const { status, text } = await app.call(forgotPassword, { body: { email } });
    heard.add(`${status} ${text}`);
  });
  expect([...heard]).toEqual(['204 ']);
  expect(Math.min(...times) / Math.max(...times)).toBeGreaterThan(0.5);
}, 300_000);
