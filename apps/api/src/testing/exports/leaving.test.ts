import { connect, type Socket } from 'node:net';
import { listenForChanges } from '@volume/contract/changes.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { signIn } from '@volume/contract/session/session.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createDocuments } from '#node/documents/create-documents.ts';
import { listen, type Listening } from '#node/listen.ts';
import { createPasswords } from '#node/passwords.ts';
import { watchQueries } from './watch-queries.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

/**
 * Rows of 4 kB each, 40 MB in total: more than the buffers of a connection hold, which Linux lets grow to 37 MB
 * (tcp_rmem and tcp_wmem).
 */
const rows = 10_000;
const exportStall = 1_500;
let database: Database;
let tokens: Record<'viewer' | 'operator', string>;
/** The app of one test: what an earlier test left running neither takes its slots nor is counted by it. */
let app: TestApp;
let server: Listening;
/** While `held` is set, every statement of that app waits, including those that look up the session. */
let statements: { held?: { end: Promise<void>; goOn: () => void; count: number } };
let sockets: Socket[] = [];

beforeAll(async () => {
  database = await openPeople();
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     SELECT $1, gen_random_uuid(), $2, $3, $3, 100, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, $5
     FROM generate_series(1, $4::integer)`,
    [ids.harbour, ids.harbourShop, new Date(), rows, 'x'.repeat(4_000)],
  );
});
beforeEach(async () => {
  const own: typeof statements = {};
  statements = own;
  const slowed = watchQueries(database, (query) => async (statement, parameters) => {
    if (own.held) own.held.count += 1;
    await own.held?.end;
    return query(statement, parameters);
  });
  app = createTestApp(slowed, { parts: { callerPatience: { once: exportStall, inAll: 300_000 } } });
  // It reads its signing keys once, so the tests below count no statement for them.
  tokens = { viewer: await signInAs(app, 'viewer'), operator: await signInAs(app, 'operator') };
  server = await listen(app.app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
});
afterEach(async () => {
  goOn();
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.stop(0);
});
afterAll(() => database.close());

function holdStatements() {
  let end = () => {};
  const held = { end: new Promise<void>((resolve) => (end = resolve)), goOn: () => end(), count: 0 };
  statements.held = held;
  return held;
}

function goOn() {
  statements.held?.goOn();
  delete statements.held;
}

/** Sends a request over a socket that reads nothing of the response until it is resumed. */
function ask({ path }: AnyEndpoint, who: keyof typeof tokens): Socket {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(
    `GET /sandbox/api/${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer ${tokens[who]}\r\n\r\n`,
  );
  sockets.push(socket);
  return socket;
}

const firstBytes = async (socket: Socket): Promise<string> => {
  const text = await new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))).resume());
  socket.pause();
  return text;
};

/** The last bytes that a socket reads before the server closes it. */
const lastBytes = async (socket: Socket): Promise<string> => {
  let end = '';
  socket.on('data', (part) => (end = (end + String(part)).slice(-100))).resume();
  await new Promise((resolve) => socket.once('close', resolve));
  return end;
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
    const held = holdStatements();
    const open = Array.from({ length: most }, () => ask(endpoint, 'operator'));
    const left = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await expect.poll(() => held.count).toBe(most);
    for (const socket of open) socket.destroy();
    await Promise.all(left);
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
  // Both now read to the end. An aborted file is incomplete, which HTTP signals by a missing last chunk. One free slot
  // is enough for the call above, so the other file may still be complete.
  const ends = await Promise.all(open.map(lastBytes));
  expect(ends.filter((end) => !end.endsWith('0\r\n\r\n'))).not.toEqual([]);
});

test('does not count the time in which an export waits for the database', async () => {
  const answer = app.app.request(`/sandbox/api/${exportPayIns.path}`, {
    headers: { authorization: `Bearer ${tokens.operator}` },
  });
  const reader = (await answer).body!.getReader();
  await reader.read();
  holdStatements();
  setTimeout(goOn, exportStall * 1.5);
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
  const body = JSON.stringify({ email: emailOf('viewer' satisfies TestPerson), password: 'wrong' });
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
