import { connect, type Socket } from 'node:net';
import { listenForChanges } from '@volume/contract/changes.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { exportPayIns } from '@volume/contract/pay-ins.ts';
import { signIn } from '@volume/contract/session.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createDocuments } from '#node/documents/create-documents.ts';
import { listen, type Listening } from '#node/listen.ts';
import { createPasswords } from '#node/passwords.ts';
import { watchQueries } from './watch-queries.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids, type PersonName } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

/**
 * Rows of 4 kB each, 40 MB in total: more than the buffers of a connection hold, which Linux lets grow to 37 MB
 * (tcp_rmem and tcp_wmem).
 */
const rows = 10_000;
const exportStall = 1_500;
let database: Database;
let api: TestApp;
let server: Listening;
let tokens: Record<'viewer' | 'operator', string>;
/** While it is set, every statement waits until it resolves, including those that look up the session. */
let slow: Promise<void> | undefined;
/** The number of statements that wait for it. */
let held = 0;
let sockets: Socket[] = [];

beforeAll(async () => {
  database = await openPeople();
  const slowed = watchQueries(database, (query) => async (statement, parameters) => {
    if (slow) held += 1;
    await slow;
    return query(statement, parameters);
  });
  api = createTestApp(slowed, { parts: { callerPatience: { once: exportStall, inAll: 300_000 } } });
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     SELECT $1, gen_random_uuid(), $2, $3, $3, 100, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, $5
     FROM generate_series(1, $4::integer)`,
    [ids.harbour, ids.harbourShop, api.services.clock.now(), rows, 'x'.repeat(4_000)],
  );
  tokens = { viewer: await signInAs(api, 'viewer'), operator: await signInAs(api, 'operator') };
  server = await listen(api.app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
});
afterEach(() => {
  slow = undefined;
  held = 0;
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(async () => {
  await server.stop(0);
  await database.close();
});

/** Sends a request over a socket that reads nothing of the response until it is resumed. */
function ask({ path }: AnyEndpoint, who: keyof typeof tokens): Socket {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET /sandbox/api/${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${tokens[who]}\r\n\r\n`);
  sockets.push(socket);
  return socket;
}

const firstBytes = async (socket: Socket): Promise<string> => {
  const text = await new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))).resume());
  socket.pause();
  return text;
};

const statusOf = async (endpoint: AnyEndpoint, who: keyof typeof tokens) => {
  const socket = ask(endpoint, who);
  const [, status] = /^HTTP\/1.1 (\d+)/.exec(await firstBytes(socket)) ?? [];
  if (status !== '200') socket.destroy();
  return Number(status);
};

/** The kinds of slots, and how many of them one user has. */
const kinds = [
  ['an export', exportPayIns, 2],
  ['a stream of changes', listenForChanges, 6],
] as const;

test.each(kinds)('frees the slots of %s when the callers disconnect in the middle', async (_, endpoint, most) => {
  const open = [];
  for (let at = 0; at < most; at++) {
    const socket = ask(endpoint, 'viewer');
    expect(await firstBytes(socket)).toMatch(/^HTTP\/1.1 200/);
    open.push(socket);
  }
  expect(await statusOf(endpoint, 'viewer')).toBe(429);
  for (const socket of open) socket.destroy();
  for (let at = 0; at < most; at++) {
    await expect.poll(() => statusOf(endpoint, 'viewer')).toBe(200);
  }
});

test.each(kinds)(
  'frees the slots of %s when the callers disconnect before the first byte',
  async (_, endpoint, most) => {
    let goOn = () => {};
    slow = new Promise((resolve) => (goOn = resolve));
    const open = Array.from({ length: most }, () => ask(endpoint, 'operator'));
    const left = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await expect.poll(() => held).toBe(most);
    for (const socket of open) socket.destroy();
    await Promise.all(left);
    slow = undefined;
    goOn();
    for (let at = 0; at < most; at++) {
      await expect.poll(() => statusOf(endpoint, 'operator')).toBe(200);
    }
  },
);

test('aborts an export whose caller reads nothing for too long, and frees its slot', async () => {
  const open = [ask(exportPayIns, 'viewer'), ask(exportPayIns, 'viewer')];
  for (const socket of open) expect(await firstBytes(socket)).toMatch(/^HTTP\/1.1 200/);
  expect(await statusOf(exportPayIns, 'viewer')).toBe(429);
  await expect.poll(() => statusOf(exportPayIns, 'viewer')).toBe(200);
  // Now it reads to the end: its file is incomplete, and HTTP signals that by ending without a last chunk.
  const [stalled] = open;
  let heard = '';
  stalled!.on('data', (part) => (heard = (heard + String(part)).slice(-100))).resume();
  await new Promise((resolve) => stalled!.once('close', resolve));
  expect(heard).not.toMatch(/0\r\n\r\n$/);
});

test('does not count the time in which an export waits for the database', async () => {
  let goOn = () => {};
  const answer = api.app.request(`/sandbox/api/${exportPayIns.path}`, {
    headers: { authorization: `Bearer ${tokens.operator}` },
  });
  const reader = (await answer).body!.getReader();
  await reader.read();
  slow = new Promise((resolve) => (goOn = resolve));
  setTimeout(() => goOn(), exportStall * 1.5);
  let batches = 0;
  while (!(await reader.read()).done) batches += 1;
  expect(batches).toBeGreaterThanOrEqual(rows / 500);
});

test(
  'makes no document for a caller who disconnected, and gives their slots to the next ones',
  { timeout: 60_000 },
  async () => {
    const documents = await createDocuments();
    if (!documents) throw new Error('No documents can be made on this platform.');
    const receipt = { name: 'receipt', template: 'receipt', data: {} } as const;
    const begun: string[] = [];
    const making = new AbortController();
    const waiting = new AbortController();
    const makeFor = (who: string, gone?: AbortSignal) =>
      documents.make(
        who,
        async () => {
          begun.push(who);
          return receipt;
        },
        gone,
      );
    const first = makeFor('one', making.signal).catch((error: Error) => error.message);
    const second = makeFor('two', waiting.signal).catch((error: Error) => error.message);
    const third = makeFor('two', waiting.signal).catch((error: Error) => error.message);
    waiting.abort();
    expect(await second).toContain('The caller went away');
    expect(await third).toContain('The caller went away');
    await expect.poll(() => begun).toEqual(['one']);
    making.abort();
    expect(await first).toContain('The caller went away');
    await makeFor('two').catch(() => undefined);
    expect(begun).toEqual(['one', 'two']);
  },
);

test('hashes no more passwords for an address than its queue has slots, and answers the next caller after others disconnected', async () => {
  const passwords = createPasswords({ waitingEach: 3 });
  let asked = 0;
  const verify: typeof passwords.verify = (...given) => {
    asked += 1;
    return passwords.verify(...given);
  };
  const own = createTestApp(database, { parts: { passwords: { ...passwords, verify } } });
  const its = await listen(own.app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
  const body = JSON.stringify({ email: emailOf('viewer' satisfies PersonName), password: 'wrong' });
  const request = `POST /sandbox/api/${signIn.path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const crowd = Array.from({ length: 8 }, () => {
    const socket = connect(its.port, '127.0.0.1', () => socket.write(request));
    return socket.on('error', () => undefined);
  });
  await expect.poll(() => asked).toBeGreaterThan(3);
  for (const socket of crowd) socket.destroy();
  const statusNow = async () =>
    (
      await fetch(`http://127.0.0.1:${its.port}/sandbox/api/${signIn.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf('editor'), password: 'wrong' }),
      })
    ).status;
  await expect.poll(statusNow, { timeout: 20_000 }).toBe(401);
  await its.stop(0);
});
