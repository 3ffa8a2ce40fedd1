import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cspHash, textsOf } from './finish.ts';

test('scripts that run in place are found, data blocks and files are not', () => {
  const page =
    '<script type="application/json" id="settings">{}</script><script>a()</script><script type="module" src="/a.js"></script>';
  expect(textsOf('script', page)).toEqual(['a()']);
});

test('a hash is the one a browser computes', () => {
  expect(cspHash('a()')).toBe(`'sha256-${createHash('sha256').update('a()').digest('base64')}'`);
});
