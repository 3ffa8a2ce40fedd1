import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cspHash, textsOf } from './finish.ts';

test('finds inline scripts, but neither data blocks nor files', () => {
  const page =
    '<script type="application/json" id="settings">{}</script><script>a()</script><script type="module" src="/a.js"></script>';
  expect(textsOf('script', page)).toEqual(['a()']);
});

test('a hash equals the one that a browser computes', () => {
  expect(cspHash('a()')).toBe(`'sha256-${createHash('sha256').update('a()').digest('base64')}'`);
});
