import fc from 'fast-check';
import { BlockList, isIP } from 'node:net';
import { expect, test } from 'vitest';
import { isAddressRange, isAddressWithin, isWithinRanges } from '@volume/contract/address-range.ts';

const address = fc.oneof(fc.ipV4(), fc.ipV6());

test('what the platform calls an address is one, what it does not is none', () => {
  const text = fc.oneof(address, fc.string({ unit: fc.constantFrom(...'0123456789abcdef:./') }));
  fc.assert(
    fc.property(text, (given) => isAddressRange(given) === isIP(given) > 0 || given.includes('/')),
    { numRuns: 2000 },
  );
});

test('an address is within the ranges that the platform finds it in', () => {
  const pair = fc.tuple(address, address, fc.nat(128), fc.boolean());
  fc.assert(
    fc.property(pair, ([base, other, wanted, isNear]) => {
      const family = isIP(base) === 4 ? 'ipv4' : 'ipv6';
      const shared = Math.min(wanted, family === 'ipv4' ? 32 : 128);
      const platform = new BlockList();
      platform.addSubnet(base, shared, family);
      const asked = isNear ? base : other;
      // The platform reads an IPv4 address as IPv6 where it must; here `::/0` is IPv6 alone, as people mean it.
      fc.pre(isIP(asked) === isIP(base) && !/ffff/i.test(base + asked));
      const isIn = platform.check(asked, isIP(asked) === 4 ? 'ipv4' : 'ipv6');
      return isAddressWithin(asked, [`${base}/${shared}`]) === isIn;
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '',
  'shop',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/2 4',
  '2001:db8::/129',
  '::1::',
  '10.0.0.0/8/8',
])('refuses %s', (text) => {
  expect(isAddressRange(text)).toBe(false);
  expect(isAddressWithin('203.0.113.7', [text])).toBe(false);
});

test('a mapped IPv4 address is that address, both ways', () => {
  expect(isAddressWithin('::ffff:203.0.113.7', ['203.0.113.0/24'])).toBe(true);
  expect(isAddressWithin('203.0.113.7', ['::ffff:203.0.113.0/120'])).toBe(true);
  expect(isAddressWithin('203.0.113.7', ['::/0'])).toBe(false);
});

test('no address is within a list of none; a range that is asked for is no address', () => {
  expect(isAddressWithin('203.0.113.7', [])).toBe(false);
  expect(isAddressWithin('203.0.113.0/24', ['203.0.113.0/24'])).toBe(false);
  expect(isAddressWithin('', ['0.0.0.0/0', '::/0'])).toBe(false);
});

test('a list is narrower when each of its ranges lies in one of the other’s; an empty one is all there is', () => {
  expect(isWithinRanges(['203.0.113.7'], ['203.0.113.0/24'])).toBe(true);
  expect(isWithinRanges(['203.0.113.0/24'], ['203.0.113.7'])).toBe(false);
  expect(isWithinRanges(['203.0.113.7'], [])).toBe(true);
  expect(isWithinRanges([], ['203.0.113.7'])).toBe(false);
  expect(isWithinRanges([], [])).toBe(true);
});
