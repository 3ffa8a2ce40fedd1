import { Hono } from 'hono';
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Env } from '#http/kernel.ts';
import { listen, type Listening } from './listen.ts';

let listening: Listening | undefined;
afterEach(() => listening?.stop(1_000));

/** The address that the app sees for a caller at 127.0.0.1 with these headers. */
async function addressOf(trustedProxies: readonly string[], forwarded: string | string[] = []): Promise<string> {
  const app = new Hono<Env>();
  app.get('*', (context) => context.text(String(context.env.remoteAddress)));
  // On all addresses, so that IPv4 arrives as a mapped IPv6 address where IPv6 is available.
  listening = await listen(app, { port: 0, listenOn: [undefined], trustedProxies });
  const headers = { 'x-forwarded-for': forwarded };
  const { port } = listening;
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', headers, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (part: Buffer) => (body += part.toString())).on('end', () => resolve(body));
    });
    asked.on('error', reject).end();
  });
}

const here = ['127.0.0.0/8'];
test.each([
  ['nobody is trusted', [], '203.0.113.9', '127.0.0.1'],
  ['the peer is not one of the trusted', ['10.0.0.0/8'], '203.0.113.9', '127.0.0.1'],
  ['nothing was forwarded', here, [], '127.0.0.1'],
  ['one proxy is in front', here, '203.0.113.9', '203.0.113.9'],
  ['the caller wrote addresses of their own', here, '198.51.100.1, 127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies are in front', [...here, '10.0.0.0/8'], '203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['the header comes twice', [...here, '10.0.0.0/8'], ['198.51.100.1, 203.0.113.9', '10.1.2.3'], '203.0.113.9'],
  ['all are trusted', [...here, '10.0.0.0/8'], '10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['it is IPv6', [...here, 'fd00::/8'], '2001:DB8::9, fd00::1', '2001:db8::9'],
  ['it is a mapped address', here, '::ffff:203.0.113.9', '203.0.113.9'],
  ['it is a mapped address in hex', here, '::ffff:cb00:7109', '203.0.113.9'],
  ['a trusted one is mapped', [...here, '10.0.0.0/8'], '203.0.113.9, ::ffff:10.1.2.3', '203.0.113.9'],
  ['it has a port', here, '203.0.113.9:51234', '203.0.113.9'],
  ['it has a port and brackets', here, '[2001:db8::9]:51234', '2001:db8::9'],
  ['what the proxy wrote is no address', here, '203.0.113.9, unknown', '127.0.0.1'],
])("the caller's address is found where %s", async (_what, trusted, forwarded, expected) => {
  expect(await addressOf(trusted, forwarded)).toBe(expected);
});

test('listens on the given addresses, with the same port on all of them', async () => {
  const app = new Hono<Env>();
  app.get('*', (context) => context.text('here'));
  listening = await listen(app, { port: 0, listenOn: ['127.0.0.1', '::1'], trustedProxies: [] });
  const { port } = listening;
  const statuses = await Promise.allSettled(
    [`http://127.0.0.1:${port}`, `http://[::1]:${port}`, `http://127.0.0.2:${port}`].map(
      async (address) => (await fetch(address)).status,
    ),
  );
  expect(statuses.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});
