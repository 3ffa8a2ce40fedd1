import { connect, type Socket } from 'node:net';
import { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Env } from '#http/kernel.ts';
import { listen, type Listening } from './listen.ts';
import { requireFreePorts } from './require-free-port.ts';

const near = { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] };
let taken = 0;
const endless = { made: 0, cancel: () => {} };

function appOf(): Hono<Env> {
  const app = new Hono<Env>();
  app.post('/all', async (context) => {
    for await (const part of context.req.raw.body ?? []) taken += (part as Uint8Array).byteLength;
    return context.text('all');
  });
  app.get('/endless', () => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      endless.made += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    };
    return new Response(new ReadableStream({ pull, cancel: () => endless.cancel() }));
  });
  app.all('*', (context) => context.text('read'));
  return app;
}

let listening: Listening;
beforeAll(async () => {
  listening = await listen(appOf(), near);
});
afterAll(() => listening.stop(1_000));

/** Returns everything received until the server closes the connection. */
const send = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (part) => (received += part.toString()));
    socket.on('end', () => resolve(received)).on('error', reject);
  });

test.each([
  [431, 'headers that are too large', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  [431, 'an address that is too long', `GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: here\r\n\r\n`],
  [400, 'a method that does not exist', 'EAT / HTTP/1.1\r\nHost: here\r\n\r\n'],
  [400, 'a length that is none', 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: -1\r\n\r\n'],
  [400, 'no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [400, 'a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  [400, 'a target that is none', 'OPTIONS * HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n'],
])('%d with the error payload for %s', async (status, _what, text) => {
  const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const payload = ProviderErrorPayload.parse(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)));
  expect(payload).toMatchObject({
    statusCode: status,
    source: 'VOLUME',
    traceId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(head.toLowerCase()).toContain(`x-trace-id: ${payload.traceId}`);
  expect(head.toLowerCase()).toContain('cache-control: no-store');
});

test.each(['', 'Expect: something\r\n'])(
  'a valid request is answered by the app, with the header "%s"',
  async (header) => {
    expect(await send(`GET / HTTP/1.1\r\nHost: here\r\n${header}Connection: close\r\n\r\n`)).toContain('read');
  },
);

// HAProxy's `option httpchk GET /health/ready` sends this.
test('a request of HTTP/1.0 needs no host', async () => {
  expect(await send('GET / HTTP/1.0\r\n\r\n')).toContain('read');
});

test('a burst from one address holds up no request from another', async () => {
  let begun: string[] = [];
  const app = new Hono<Env>();
  app.get('/:from', (context) => {
    begun.push(context.req.param('from'));
    // Takes the processor, as reading a call does.
    for (const until = performance.now() + 5; performance.now() < until;);
    return context.text('read');
  });
  const server = await listen(app, near);
  const open = (from: string) =>
    new Promise<Socket>((resolve) => {
      const socket: Socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from }, () =>
        resolve(socket),
      );
    });
  const sockets = [...Array.from({ length: 40 }, () => '127.0.0.66'), '127.0.0.1'].map(open);
  const ask = async (pending: Promise<Socket>) => {
    const socket = await pending;
    const answer = new Promise((resolve) => socket.once('data', resolve));
    socket.write(`GET /${socket.localAddress} HTTP/1.1\r\nHost: here\r\n\r\n`);
    await answer;
  };
  // The server accepts one connection at a time, so each has to be open before the burst.
  await Promise.all(sockets.map(ask));
  begun = [];
  await Promise.all(sockets.map(ask));
  for (const socket of sockets) (await socket).destroy();
  await server.stop(0);
  expect(begun).toHaveLength(41);
  expect(begun.indexOf('127.0.0.1')).toBeLessThan(10);
});

/** Writes `text` repeatedly until the server closes the connection; returns the response and how much was sent. */
const pour = (begin: string, part: string) =>
  new Promise<{ received: string; sent: number }>((resolve) => {
    let received = '';
    let sent = 0;
    const socket = connect(listening.port, '127.0.0.1', () => {
      socket.write(begin);
      more();
    });
    const more = () => {
      do sent += part.length;
      while (socket.write(part));
    };
    socket.on('drain', more).on('data', (receivedPart) => (received += receivedPart.toString()));
    socket.on('error', () => undefined).on('close', () => resolve({ received, sent }));
  });
const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;

test.each(['GET', 'POST', 'PUT', 'DELETE'])(
  'a %s with an endless body is answered and its connection closed, after reading no more of it than allowed',
  async (method) => {
    const { received, sent } = await pour(
      `${method} / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n`,
      chunk,
    );
    expect(received).toContain('read');
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  },
);

test('a route that reads an endless body gets at most a megabyte of it', async () => {
  const { sent } = await pour('POST /all HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n', chunk);
  expect(taken).toBeLessThanOrEqual(1024 * 1024);
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

const until = (text: string, port: number) =>
  new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => (received += part.toString()));
    socket.on('close', () => resolve(received)).on('error', reject);
  });

test.each([
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: he', '408'],
  ['a body that never comes', 'POST /all HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n', ''],
])('%s are closed after their timeout', async (_, text, status) => {
  const hurried = await listen(appOf(), { ...near, times: { headers: 200, request: 200, look: 50 } });
  expect(await until(text, hurried.port)).toContain(status);
  await hurried.stop(0);
});

test('closes the connection of a caller that never reads, and stops producing the response', async () => {
  const hurried = await listen(appOf(), { ...near, times: { silence: 300 } });
  const ended = new Promise<void>((resolve) => (endless.cancel = resolve));
  const socket = connect(hurried.port, '127.0.0.1', () => socket.write('GET /endless HTTP/1.1\r\nHost: here\r\n\r\n'));
  socket.on('error', () => undefined).pause();
  await ended;
  expect(endless.made).toBeLessThan(32 * 1024 * 1024);
  socket.destroy();
  await hurried.stop(0);
});

test('pipelined requests of one connection are started one after another, and all are answered', async () => {
  const begun: string[] = [];
  const app = new Hono<Env>();
  const lets: (() => void)[] = [];
  app.get('/:name', async (context) => {
    begun.push(context.req.param('name'));
    await new Promise<void>((resolve) => lets.push(resolve));
    return context.text(`answer ${context.req.param('name')}.`);
  });
  const own = await listen(app, near);
  const socket = connect(own.port, '127.0.0.1');
  let received = '';
  socket.on('data', (part) => (received += part.toString()));
  const names = ['one', 'two', 'three'];
  socket.write(names.map((name) => `GET /${name} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''));
  for (const [at, name] of names.entries()) {
    await expect.poll(() => begun).toEqual(names.slice(0, at + 1));
    lets[at]!();
    await expect.poll(() => received).toContain(`answer ${name}.`);
  }
  socket.destroy();
  await own.stop(0);
});

/** Sends the calls in one piece; the one named `refused` gets 429, and `held` no answer. */
async function pipeline(names: readonly string[]) {
  const begun: string[] = [];
  const app = new Hono<Env>();
  app.get('/:name', async (context) => {
    const name = context.req.param('name');
    begun.push(name);
    return name === 'held' ? new Promise<Response>(() => {}) : context.text(name, name === 'refused' ? 429 : 200);
  });
  const own = await listen(app, near);
  const received = await until(names.map((name) => `GET /${name} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''), own.port);
  await own.stop(0);
  return { begun, received };
}

test('a refusal ends a connection with more pipelined requests, so that a flood is not refused once for each of them', async () => {
  const { begun, received } = await pipeline(['read', 'refused', 'read', 'read']);
  expect(begun).toEqual(['read', 'refused']);
  expect(received).toContain('HTTP/1.1 429');
});

test('a connection on which more than a hundred requests wait is closed', async () => {
  const { begun } = await pipeline(['held', ...Array.from({ length: 101 }, () => 'read')]);
  expect(begun).toEqual(['held']);
});

test('a port that is in use is reported with the setting that chooses another', async () => {
  const other = await listen(new Hono<Env>(), near);
  const start = (wanted: number, metrics: number | null) =>
    requireFreePorts({ ...near, port: wanted, metrics: { port: metrics } });
  const sentence = `Port ${other.port} is in use by another program. Stop it, or choose another with`;
  await expect(start(other.port, null)).rejects.toThrow(`${sentence} PORT.`);
  await expect(start(0, other.port)).rejects.toThrow(`${sentence} METRICS_PORT.`);
  await other.stop(0);
});
