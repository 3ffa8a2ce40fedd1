import fc from 'fast-check';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAddressFault } from '@volume/contract/webhooks/address.ts';
import { createWebhookSender, isGlobalAddress } from './create-webhook-sender.ts';

/** A server on this machine that must never receive a request. */
let received = 0;
const inner = createServer((_, response) => {
  received += 1;
  response.end('secret');
});
let port = 0;
beforeAll(async () => {
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  port = (inner.address() as AddressInfo).port;
});
afterAll(() => inner.close());

const count = process.env['TEST_COUNTS'] === 'full' ? 500 : 60;
const octet = fc.integer({ min: 0, max: 255 });
const innerV4 = fc.oneof(
  fc.tuple(fc.constant(127), octet, octet, octet),
  fc.tuple(fc.constant(10), octet, octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.constant(0), octet, octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
);
const hex = (numbers: readonly number[]) => numbers.map((each) => each.toString(16).padStart(2, '0'));
const dotted = innerV4.map((numbers) => numbers.join('.'));
const innerV6 = fc.oneof(
  fc.constantFrom(
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ),
  dotted.map((text) => `::ffff:${text}`),
  innerV4.map((numbers) => `::ffff:${hex(numbers).slice(0, 2).join('')}:${hex(numbers).slice(2).join('')}`),
);
/** The same address in the many notations that a URL allows. */
const literal = fc.oneof(
  dotted,
  dotted.map((text) => `${text}.`),
  innerV4.map(([a, b, c, d]) => String(((a * 256 + b) * 256 + c) * 256 + d)),
  innerV4.map((numbers) => `0x${hex(numbers).join('')}`),
  innerV4.map((numbers) => numbers.map((each) => `0${each.toString(8)}`).join('.')),
  innerV4.map((numbers) => numbers.map((each) => `0x${each.toString(16)}`).join('.')),
  innerV4.map(([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`),
  innerV4.map(([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`),
  innerV6.map((text) => `[${text}]`),
  fc.constantFrom(
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer.local',
    'db.internal',
    'intranet',
    '127。0。0。1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
  ),
);
const sender = createWebhookSender({ isLocal: false, timeout: 2000 });
const put = (url: string, from = sender) =>
  from.send({ merchantId: 'any', url, body: '{}', authorization: 'x', keyId: '1', headers: {} });

describe(`${count} hostile addresses`, () => {
  test('are rejected when saved and when sent, as literals in any notation and as internal names', async () => {
    const addresses = fc.sample(
      fc.tuple(literal, fc.constantFrom('https', 'http'), fc.constantFrom('', 'user@', 'a:b@')),
      { numRuns: count, seed: 7 },
    );
    for (const [host, scheme, user] of addresses) {
      const url = `${scheme}://${user}${host}:${port}/hook`;
      expect(findAddressFault(url, 'webhook', { isLocal: false }), url).not.toBeNull();
      expect(await put(url), url).toHaveProperty('error');
    }
    expect(received).toBe(0);
  });

  test('are not called when any address of a name is internal', async () => {
    const names = fc.sample(fc.oneof(dotted, innerV6), { numRuns: count, seed: 8 });
    for (const address of names) {
      const resolve = async () => ['93.184.215.14', address];
      const reply = await put(`https://rebound.example.com:${port}/`, createWebhookSender({ isLocal: false, resolve }));
      expect(reply, address).toEqual({ error: expect.stringContaining('does not lead to a server on the internet') });
    }
    expect(received).toBe(0);
  });

  test('with another answer to the second lookup are called only at the first address', async () => {
    let asked = 0;
    const resolve = async () => (++asked === 1 ? ['192.0.2.1'] : ['127.0.0.1']);
    // A global address where no server answers.
    const rebinding = createWebhookSender({
      isLocal: false,
      timeout: 300,
      resolve,
      mayReach: (address) => address === '192.0.2.1',
    });
    expect(await put(`https://rebound.example.com:${port}/`, rebinding)).toHaveProperty('error');
    expect([asked, received]).toEqual([1, 0]);
  });
});

test.each(['8.8.8.8', '93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4009:80b::200e'])(
  '%s is on the internet',
  (address) => expect(isGlobalAddress(address)).toBe(true),
);

test('in local use this machine can be called, its network cannot', async () => {
  const local = createWebhookSender({ isLocal: true });
  expect(await put(`http://127.0.0.1:${port}/`, local)).toMatchObject({ status: 200 });
  expect(await put(`http://localhost:${port}/`, local)).toMatchObject({ status: 200 });
  expect(await put('http://10.0.0.1/', local)).toHaveProperty('error');
  expect(received).toBe(2);
});

test.each(['https://shop.example.com/hooks?a=b', 'https://xn--bcher-kva.example:8443/', 'https://1.example.com'])(
  '%s can be saved',
  (url) => expect(findAddressFault(url, 'webhook', { isLocal: false })).toBeNull(),
);

test.each([
  'ftp://shop.example.com',
  'https:/shop.example.com',
  'https:\\\\shop.example.com',
  'shop.example.com',
  'javascript:alert(1)',
  'https://shop.example.com/#a',
  'https://shop.example.com/a b',
  `https://shop.example.com/${'a'.repeat(1000)}`,
  'https://a..b',
  'https://.example.com',
  'https://shop.example.com..',
  `https://${'a'.repeat(64)}.example.com`,
  `https://${'a.'.repeat(124)}example`,
  'https://10.0.0.1/back',
  'https://[2606:4700:4700::1111]/back',
  'https://user@shop.example.com/',
])('%j cannot be saved', (url) => {
  for (const use of ['webhook', 'callback'] as const)
    expect(findAddressFault(url, use, { isLocal: true })).not.toBeNull();
});
