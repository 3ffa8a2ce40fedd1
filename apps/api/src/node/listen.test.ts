import { connect } from 'node:net';
import { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Env } from '#http/kernel.ts';
import { listen, type Listening } from './listen.ts';

let listening: Listening;
beforeAll(async () => {
  const app = new Hono<Env>();
  app.all('*', (context) => context.text('read'));
  listening = await listen(app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
});
afterAll(() => listening.stop(1_000));

/** What comes back until the other side ends the connection. */
const send = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', (part) => (heard += part.toString()));
    socket.on('end', () => resolve(heard)).on('error', reject);
  });

test.each([
  [431, 'headers that are too large', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  [431, 'an address that is too long', `GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: here\r\n\r\n`],
  [400, 'a method that does not exist', 'EAT / HTTP/1.1\r\nHost: here\r\n\r\n'],
  [400, 'a length that is none', 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: -1\r\n\r\n'],
  [400, 'a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  [400, 'a target that is none', 'OPTIONS * HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n'],
])('%d with the payload of every error answers %s', async (status, _what, text) => {
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

test('what can be read is answered by the app', async () => {
  expect(await send('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n')).toContain('read');
});
