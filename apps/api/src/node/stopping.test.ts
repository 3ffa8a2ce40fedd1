import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Env } from '#http/kernel.ts';
import { createMetrics } from '#http/telemetry/metrics.ts';
import { type RealServer, startRealServer } from '#testing/money/real-server.ts';
import { openPeople } from '#testing/open-people.ts';
import type { TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';
import { listen } from './listen.ts';

const near = { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] };

/** A connection that keeps everything it receives. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  const kept = { socket, received: '', closed: once(socket, 'close') };
  socket.on('data', (part) => (kept.received += part.toString())).on('error', () => undefined);
  await once(socket, 'connect');
  return kept;
}
const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);

/** A server whose calls to /slow end when they are released, and whose /long has already sent its headers. */
async function startServer() {
  const begun: string[] = [];
  const lets = new Map<string, () => void>();
  const wait = (path: string) => new Promise<void>((resolve) => lets.set(path, resolve));
  const app = new Hono<Env>();
  app.get('/long', () => {
    const start = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      controller.enqueue(new TextEncoder().encode('first row;'));
      begun.push('/long');
      await wait('/long');
      controller.enqueue(new TextEncoder().encode('last row'));
      controller.close();
    };
    return new Response(new ReadableStream({ start: (controller) => void start(controller) }));
  });
  app.get('*', async (context) => {
    const path = context.req.path;
    begun.push(path);
    if (path.startsWith('/slow')) await wait(path);
    return context.text(`answer to ${path}`);
  });
  const listening = await listen(app, near);
  return { ...listening, begun, letGo: (path: string) => lets.get(path)?.() };
}

test('stopping closes idle connections immediately, also those that have sent nothing yet', async () => {
  const server = await startServer();
  const [used, fresh] = [await open(server.port), await open(server.port)];
  ask(used.socket, '/quick');
  await expect.poll(() => used.received).toContain('answer to /quick');
  await server.stop(60_000);
  await Promise.all([used.closed, fresh.closed]);
});

test('a call that is running when the server stops is answered with Connection: close, and its connection ends', async () => {
  const server = await startServer();
  const kept = await open(server.port);
  ask(kept.socket, '/slow');
  await expect.poll(() => server.begun).toEqual(['/slow']);
  const stopped = server.stop(60_000);
  server.letGo('/slow');
  await Promise.all([stopped, kept.closed]);
  expect(kept.received).toContain('answer to /slow');
  expect(kept.received.toLowerCase()).toContain('connection: close');
});

test('a response that has begun when the server stops is sent completely, and then its connection ends', async () => {
  const server = await startServer();
  const kept = await open(server.port);
  ask(kept.socket, '/long');
  await expect.poll(() => kept.received).toContain('first row');
  const stopped = server.stop(60_000);
  server.letGo('/long');
  await Promise.all([stopped, kept.closed]);
  expect(kept.received).toContain('last row');
});

test('accepts no call once the port is free, not even after a running one on the same connection', async () => {
  const server = await startServer();
  const kept = await open(server.port);
  ask(kept.socket, '/slow');
  await expect.poll(() => server.begun).toEqual(['/slow']);
  const stopped = server.stop(60_000);
  ask(kept.socket, '/behind');
  const late = connect(server.port, '127.0.0.1');
  const [refusal] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  expect(refusal.code).toBe('ECONNREFUSED');
  server.letGo('/slow');
  await Promise.all([stopped, kept.closed]);
  expect(server.begun).toEqual(['/slow']);
  expect(kept.received).not.toContain('/behind');
});

test('a refusal that waits is sent when the server stops', async () => {
  const database = await openPeople();
  const stopping = new AbortController();
  const parts = { slowRefusal: 60_000, stopping: stopping.signal };
  const metrics = createMetrics();
  const refuse = vi.spyOn(metrics, 'refuse');
  const { app } = createTestApp(database, { settings: { callsPerSecond: 1 }, parts: { ...parts, metrics } });
  const server = await listen(app, near);
  const pages = [await open(server.port), await open(server.port)];
  for (const { socket } of pages) ask(socket, '/sandbox/api/payments');
  const received = () => pages.map((each) => each.received).join('');
  await expect.poll(received).toContain('HTTP/1.1 401');
  await expect.poll(() => refuse.mock.calls).toEqual([['address']]);
  expect(received()).not.toContain('HTTP/1.1 429');
  stopping.abort();
  // Otherwise it would wait for ten seconds at least.
  await server.stop(5_000);
  await Promise.all(pages.map(({ closed }) => closed));
  expect(received()).toContain('HTTP/1.1 429');
  await database.close();
});

test('aborts a call that takes longer than the given time', async () => {
  const server = await startServer();
  const kept = await open(server.port);
  ask(kept.socket, '/slow');
  await expect.poll(() => server.begun).toEqual(['/slow']);
  await server.stop(50);
  await kept.closed;
  expect(kept.received).toBe('');
});

const given = process.env['TEST_DATABASE_URL'];

// A second process needs a shared database; the embedded one supports a single process.
describe.runIf(given)('a real server with a hundred pages open', () => {
  let database: Database;
  let server: RealServer;
  const tokens: string[] = [];
  beforeAll(async () => {
    database = await openPeople();
    const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
    const app = createTestApp(database);
    app.pass({ seconds: (Date.now() - app.services.clock.now().getTime()) / 1000 });
    const people: TestPerson[] = ['merchantadmin', 'editor', 'operator', 'viewer', 'admin', 'reader', 'stranger'];
    for (const person of people) tokens.push(await signInAs(app, person));
    server = await startRealServer(Object.assign(new URL(given ?? ''), { pathname: `/${name}` }).href);
  });
  afterAll(async () => {
    await server?.kill();
    await database.close();
  });

  /** The connection of an open page: its change stream, or a kept-alive connection after a call. */
  async function openPage(index: number) {
    const { port } = new URL(server.address);
    const kept = await open(Number(port));
    const token = tokens[Math.floor(index / 6)];
    const path = token === undefined ? '/health/live' : '/sandbox/api/changes';
    const sign = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    kept.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${sign}\r\n`);
    await expect.poll(() => kept.received, { timeout: 60_000 }).toContain('\r\n\r\n');
    expect(kept.received).toMatch(/^HTTP\/1.1 200/);
    return kept;
  }

  test('ends long before the ten seconds that running calls are given', async () => {
    const pages = await Promise.all(Array.from({ length: 100 }, (_, index) => openPage(index)));
    expect(pages.filter(({ received }) => received.includes('text/event-stream'))).toHaveLength(42);
    const { code, milliseconds } = await server.stop('SIGTERM');
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(5_000);
    await Promise.all(pages.map(({ closed }) => closed));
  });
});
