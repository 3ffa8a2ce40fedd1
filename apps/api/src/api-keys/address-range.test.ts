import fc from 'fast-check';
import { BlockList, isIP } from 'node:net';
import { expect, test } from 'vitest';
import { isAddressRange, isAddressWithin, isWithinRanges } from '@volume/contract/text/address-range.ts';

const address = fc.oneof(fc.ipV4(), fc.ipV6());

test('agrees with the platform about what is an address', () => {
  const text = fc.oneof(address, fc.string({ unit: fc.constantFrom(...'0123456789abcdef:./') }));
  fc.assert(
    fc.property(text, (given) => isAddressRange(given) === isIP(given) > 0 || given.includes('/')),
    { numRuns: 2000 },
  );
});

test('an address is in the same ranges as for the platform', () => {
  const pair = fc.tuple(address, address, fc.nat(128), fc.boolean());
  fc.assert(
    fc.property(pair, ([base, other, wanted, isNear]) => {
      const family = isIP(base) === 4 ? 'ipv4' : 'ipv6';
      const shared = Math.min(wanted, family === 'ipv4' ? 32 : 128);
      const platform = new BlockList();
      platform.addSubnet(base, shared, family);
      const asked = isNear ? base : other;
      // The platform sometimes compares an IPv4 address as IPv6; here `::/0` means IPv6 only, as users expect.
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
])('rejects %s', (text) => {
  expect(isAddressRange(text)).toBe(false);
  expect(isAddressWithin('203.0.113.7', [text])).toBe(false);
});

test('a mapped IPv4 address equals that address, in both directions', () => {
  expect(isAddressWithin('::ffff:203.0.113.7', ['203.0.113.0/24'])).toBe(true);
  expect(isAddressWithin('203.0.113.7', ['::ffff:203.0.113.0/120'])).toBe(true);
  expect(isAddressWithin('203.0.113.7', ['::/0'])).toBe(false);
});

test('no address is in an empty list, and a range is not an address', () => {
  expect(isAddressWithin('203.0.113.7', [])).toBe(false);
  expect(isAddressWithin('203.0.113.0/24', ['203.0.113.0/24'])).toBe(false);
  expect(isAddressWithin('', ['0.0.0.0/0', '::/0'])).toBe(false);
});

test('a list is narrower when each of its ranges is in one of the other list; an empty list allows every address', () => {
  expect(isWithinRanges(['203.0.113.7'], ['203.0.113.0/24'])).toBe(true);
  expect(isWithinRanges(['203.0.113.0/24'], ['203.0.113.7'])).toBe(false);
  expect(isWithinRanges(['203.0.113.7'], [])).toBe(true);
  expect(isWithinRanges([], ['203.0.113.7'])).toBe(false);
  expect(isWithinRanges([], [])).toBe(true);
});
