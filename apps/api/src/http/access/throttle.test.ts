import { exportPayIns, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportActivity } from '@volume/contract/users/activity.ts';
import { getSelf, signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { createSlowRefusal, createThrottle } from './throttle.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(() => {
  app = createTestApp(database, { settings: { callsPerSecond: 5 } });
});

const flooder = '203.0.113.9';
const madeUp = (at: number) => `${at}.${'x'.repeat(200)}.y`;
const statusOf = async (token: string, address: string) => (await app.call(getSelf, { token, address })).status;

test('counts invalid bearers together by address, without affecting other callers', async () => {
  const token = await signInAs(app, 'viewer');
  const statuses = [];
  for (let at = 0; at < 7; at++) statuses.push(await statusOf(madeUp(at), flooder));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(await statusOf(token, flooder)).toBe(200);
  expect(await statusOf(madeUp(8), '203.0.113.10')).toBe(401);
});

test('counts the addresses of one IPv6 network as one', async () => {
  for (let at = 0; at < 5; at++) expect(await statusOf(madeUp(at), `2001:db8:1:2::${at}`)).toBe(401);
  expect(await statusOf(madeUp(6), '2001:db8:1:2:ffff::1')).toBe(429);
  expect(await statusOf(madeUp(7), '2001:db8:1:3::1')).toBe(401);
});

test('delays a rejection, but not an accepted call', async () => {
  app = createTestApp(database, { settings: { callsPerSecond: 5 }, parts: { slowRefusal: 200 } });
  const timeOf = async (at: number) => {
    const begun = performance.now();
    const status = await statusOf(madeUp(at), flooder);
    return { status, took: performance.now() - begun };
  };
  for (let at = 0; at < 5; at++) expect(await timeOf(at)).toMatchObject({ status: 401 });
  const { status, took } = await timeOf(5);
  expect(status).toBe(429);
  // Timers count whole milliseconds.
  expect(took).toBeGreaterThanOrEqual(99);
});

test('a flood waits for its rejections, and a rejected caller from another address does not', async () => {
  const refuse = createSlowRefusal(1);
  const over: string[] = [];
  const ask = async (from: string) => {
    await expect(refuse(from, async () => Promise.reject(tooMany('Too many.', 1)))).rejects.toBeInstanceOf(Problem);
    over.push(from);
  };
  const flood = Array.from({ length: 50 }, () => ask(flooder));
  await ask('198.51.100.1');
  // Counted together with the flood, it would wait for at least 255 ms, until 17 calls of the flood are answered.
  expect(over.at(-1)).toBe('198.51.100.1');
  expect(over.length).toBeLessThan(10);
  await Promise.all(flood);
  expect(over).toHaveLength(51);
});

test('a caller that cannot succeed for an hour gets its rejections more slowly than one that can in a second', async () => {
  const refuse = createSlowRefusal(1);
  let later = 0;
  const ask = (seconds: number) => refuse(flooder, async () => Promise.reject(tooMany('Too many.', seconds)));
  const forAnHour = Array.from({ length: 40 }, () => ask(3600).catch(() => (later += 1)));
  await Promise.allSettled(Array.from({ length: 40 }, () => ask(1)));
  // The last of these has waited for 0.6 s at most, the last of the others waits for 1 s at least.
  expect(later).toBeLessThan(40);
  await Promise.all(forAnHour);
  expect(later).toBe(40);
});

test('a public call that was refused begins again in turn, and other calls and addresses begin immediately', async () => {
  const refuse = createSlowRefusal(1);
  const begun: string[] = [];
  const ask = async (from: string, call: string) => {
    const work = () => (begun.push(`${from} ${call}`), Promise.reject(tooMany('Too many.', 3600)));
    await expect(refuse(from, work, call)).rejects.toThrow('Too many.');
  };
  await ask(flooder, 'signIn');
  const flood = Array.from({ length: 10 }, () => ask(flooder, 'signIn'));
  const others = [ask('198.51.100.1', 'signIn'), ask(flooder, 'health')];
  // Each of the flood waits for the one before it, so at most the first has begun.
  await Promise.resolve();
  expect(begun.slice(1, 4)).toEqual(expect.arrayContaining(['198.51.100.1 signIn', `${flooder} health`]));
  expect(begun.length).toBeLessThan(5);
  await Promise.all([...flood, ...others]);
  expect(begun).toHaveLength(13);
});

test('when the process stops, calls that wait to begin are refused and never begin, also those that come later', async () => {
  const stopping = new AbortController();
  const refuse = createSlowRefusal(60_000, stopping.signal);
  const work = () => Promise.reject(tooMany('Too many.', 3600));
  const ask = () => refuse(flooder, work, 'signIn').catch(({ message }: Problem) => message);
  const before = [ask()];
  await new Promise(setImmediate);
  // The second one still begins immediately.
  before.push(ask(), ask(), ask());
  await new Promise(setImmediate);
  stopping.abort();
  const stops = 'This server is stopping. Try again.';
  expect(await Promise.all([...before, ask()])).toEqual(['Too many.', 'Too many.', stops, stops, stops]);
});

test.each([
  { retryAfter: 3600, begunInFirstMoment: 2 },
  { retryAfter: 1, begunInFirstMoment: 11 },
])(
  'a minute after a refusal for $retryAfter seconds, $begunInFirstMoment calls have begun in the first moment',
  async ({ retryAfter, begunInFirstMoment }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const refuse = createSlowRefusal(1);
      let begun = 0;
      const ask = () => {
        const work = () => ((begun += 1), Promise.reject(tooMany('Too many.', retryAfter)));
        return refuse(flooder, work, 'signIn').catch(() => undefined);
      };
      const first = ask();
      await vi.advanceTimersByTimeAsync(60_000);
      const flood = Array.from({ length: 10 }, ask);
      await vi.advanceTimersByTimeAsync(1);
      expect(begun).toBe(begunInFirstMoment);
      await vi.advanceTimersByTimeAsync(60_000);
      await Promise.all([first, ...flood]);
      expect(begun).toBe(11);
    } finally {
      vi.useRealTimers();
    }
  },
);

test('a shorter refusal does not shorten how long an earlier one is remembered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const refuse = createSlowRefusal(1);
    let begun = 0;
    const ask = (retryAfter: number) => {
      const work = () => ((begun += 1), Promise.reject(tooMany('Too many.', retryAfter)));
      return refuse(flooder, work, 'signIn').catch(() => undefined);
    };
    const first = [ask(3600), ask(1)];
    await vi.advanceTimersByTimeAsync(60_000);
    const flood = Array.from({ length: 10 }, () => ask(1));
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all([...first, ...flood]);
  } finally {
    vi.useRealTimers();
  }
});

test('when a thousand refused calls wait to begin, the next is refused without being tried', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const refuse = createSlowRefusal(1);
    let tries = 0;
    const ask = () => refuse(flooder, () => ((tries += 1), Promise.reject(tooMany('Too many.', 3600))), 'signIn');
    const flood = [ask()].map((each) => each.catch(() => undefined));
    await vi.advanceTimersByTimeAsync(100);
    for (let at = 0; at < 1010; at++) flood.push(ask().catch(() => undefined));
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(flood);
    expect(tries).toBeGreaterThan(1000);
    expect(tries).toBeLessThan(1005);
  } finally {
    vi.useRealTimers();
  }
});

test('a bearer longer than 2 kB is 401, and does not prevent a public call', async () => {
  const token = 'x'.repeat(15_000);
  expect(await statusOf(token, flooder)).toBe(401);
  const body = { email: emailOf('viewer'), password };
  expect((await app.call(signIn, { body, token, address: flooder })).status).toBe(200);
});

test('the same token with other letter case uses the same bucket', async () => {
  const token = await signInAs(app, 'viewer');
  for (let at = 0; at < 5; at++) expect(await statusOf(token, flooder)).toBe(200);
  const { headers } = { headers: { authorization: `bearer   ${token}` } };
  expect((await app.call(getSelf, { headers, address: '203.0.113.77' })).status).toBe(429);
});

test('all users and keys of a merchant share a limit, and another merchant is not affected', async () => {
  app = createTestApp(database, { settings: { merchantCallsPerSecond: 5 } });
  const own = [await signInAs(app, 'viewer'), await signInAs(app, 'editor'), await signInAs(app, 'operator')];
  const other = await signInAs(app, 'stranger');
  const admin = await signInAs(app, 'admin');
  const answers = [];
  for (let at = 0; at < 6; at++) answers.push(await app.call(getSelf, { token: own[at % 3]!, address: flooder }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  const refused = answers[5]!;
  expect([refused.problem().errorMessage, refused.headers.get('retry-after')]).toEqual([
    'Too many calls by the users and keys of this merchant together. Please slow down.',
    '1',
  ]);
  expect(await statusOf(other, flooder)).toBe(200);
  for (let at = 0; at < 6; at++) expect(await statusOf(admin, flooder)).toBe(200);
  app.pass({ seconds: 1 });
  expect(await statusOf(own[0]!, flooder)).toBe(200);
});

test('an expensive call has a lower limit per merchant, and other calls continue', async () => {
  app = createTestApp(database, { settings: { expensiveCallsPerMinute: 2 } });
  const [viewer, editor, other] = [
    await signInAs(app, 'viewer'),
    await signInAs(app, 'editor'),
    await signInAs(app, 'stranger'),
  ];
  const exportAs = (token: string) => app.call(exportPayIns, { token });
  expect((await exportAs(viewer)).status).toBe(200);
  expect((await exportAs(editor)).status).toBe(200);
  const refused = await exportAs(viewer);
  expect([refused.status, refused.problem().errorMessage, refused.headers.get('retry-after')]).toEqual([
    429,
    'This was requested too often in the last minute. Please wait a moment and try again.',
    '30',
  ]);
  expect((await exportAs(other)).status).toBe(200);
  expect((await app.call(exportActivity, { token: editor, params: { merchantId: ids.harbour } })).status).toBe(200);
  expect((await app.call(listPayIns, { token: viewer })).status).toBe(200);
  app.pass({ seconds: 30 });
  expect((await exportAs(viewer)).status).toBe(200);
});

test('the metrics count what each limit refuses, from zero', async () => {
  app = createTestApp(database, { settings: { merchantCallsPerSecond: 1 } });
  const counted = async () => (await (await app.app.request('/metrics')).text()).match(/^rate_limited_total.*$/gm);
  const zeros = ['session', 'address', 'merchant', 'route'].map((limit) => `rate_limited_total{limit="${limit}"} 0`);
  expect(await counted()).toEqual(zeros);
  const token = await signInAs(app, 'viewer');
  for (let at = 0; at < 3; at++) await statusOf(token, flooder);
  expect(await counted()).toEqual(zeros.with(2, 'rate_limited_total{limit="merchant"} 2'));
});

test("a flood of other keys resets no caller's bucket, and idle buckets are deleted", () => {
  let now = 0;
  const throttle = createThrottle(
    { callsPerSecond: 2, merchantCallsPerSecond: 2, expensiveCallsPerMinute: 2 },
    { now: () => new Date(now) },
  );
  const spend = () => throttle.session('own');
  spend();
  spend();
  expect(spend).toThrow('Too many calls');
  for (let at = 0; at < 30_000; at++) throttle.address(`203.0.113.${at}`);
  expect(spend).toThrow('Too many calls');
  now = 1000;
  spend();
});
