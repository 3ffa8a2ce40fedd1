import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signInHref } from '#platform/hrefs.ts';
import { encodeStrictly, stringifySearch } from '#platform/search-text.ts';
import { safeRedirect } from './after-sign-in.ts';

const text = fc.string({ unit: 'binary', maxLength: 10 });
const origin = 'https://portal.example';

test.each([
  '/',
  '/payments/payin',
  '/payments/payin?page=2&searchFilter=a%3Ab#top',
  '/payments/018cc778-5000-7fb8-ab33-93f5e60e9f83',
  '/auth/x?next=%2F%2Fevil.example',
  '/a?b=//evil.example',
])('a target that is safe is followed: %s', (target) => {
  expect(safeRedirect(target, origin)).toBe(target);
});

test.each([
  '',
  'payments',
  '//evil.example',
  '/\\evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%2f/evil.example',
  '/%2Fevil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie',
  '/%7f',
  '/a\n//evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a b',
  '/a@b',
  '/a:b',
  '/a?b=c;d',
  '/ä',
  '/a\u0000',
  null,
  undefined,
  ['/a'],
  42,
])('a target that is not safe is refused: %j', (target) => {
  expect(safeRedirect(target, origin)).toBeUndefined();
});

test('every accepted target stays on our own origin', () => {
  const hostile = fc.array(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5C',
      '%09',
      '%0a',
      'evil.example',
      '@',
      '?',
      '#',
      ':',
      'a',
      '%',
      ' ',
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        hostile.map((parts) => `/${parts.join('')}`),
        text,
      ),
      (target) => {
        const followed = safeRedirect(target, origin);
        if (followed === undefined) return;
        const url = new URL(followed, origin);
        expect(url.origin).toBe(origin);
        expect(url.pathname.startsWith('//')).toBe(false);
      },
    ),
    { numRuns: 20_000 },
  );
});

test('sign-in remembers path and query, but not the root (§2 Redirects after sign-in)', () => {
  expect(signInHref('/payments/payin?rows=25')).toBe('/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin%3Frows%3D25');
  expect(['/', '/?applicationId=a', undefined].map(signInHref)).toEqual(Array(3).fill('/auth/signin'));
});

test('every address that the portal writes is accepted', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text, { maxKeys: 3 }), text, (search, id) => {
      const target = `/payments/a${encodeStrictly(id).replace(/%(?:[01].|7F|2F|5C)/g, '')}${stringifySearch(search)}`;
      expect(safeRedirect(target, origin)).toBe(target);
    }),
  );
});
