import { expect, test } from 'vitest';
import { scrubDeep, scrubText } from './telemetry-options.ts';

test.each([
  'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIxIn0.x-y_z',
  'amelia@harbourbloom.example',
  'GB29 NWBK 6016 1331 9268 19',
  'DE89370400440532013000',
  '20-00-00',
  '12345678',
  '£1,234.56',
  '1234.56',
  'EUR 12',
  'dGhpcyBpcyBhIHNlY3JldCB0b2tlbiBvZiBhIHJlc2V0',
])('removes %s anywhere in a text', (secret) => {
  for (const text of [secret, `before ${secret} after`, `"${secret}"`, `(${secret})`])
    expect(scrubText(text)).not.toContain(secret);
});

test('removes query, ids and reset token from a URL', () => {
  expect(scrubText('https://portal.example/payments/payin?searchFilter=a%40b.example&amountFrom=12#x')).toBe(
    'https://portal.example/payments/payin',
  );
  expect(scrubText('/auth/reset-password/short-token')).toBe('/auth/reset-password/…');
  expect(scrubText('/auth/reset-password/link#short-token')).toBe('/auth/reset-password/…');
  expect(scrubText('/payments/018cc778-5000-7fb8-ab33-93f5e60e9f83')).toBe('/payments/:id');
});

test('keeps words, code positions and versions', () => {
  const text = 'TypeError: x is undefined at f (https://portal.example/assets/base-3Qm16LKc.js:2:134483)';
  expect(
    scrubText(text).startsWith('TypeError: x is undefined at f (https://portal.example/assets/base-3Qm16LKc.js'),
  ).toBe(true);
  expect(scrubText('react 19.3.1, 99.9 %')).toBe('react 19.3.1, 99.9 %');
});

test('keeps allowed fields and scrubs everything else recursively', () => {
  const scrubbed = scrubDeep(
    { token: 'a@b.example', list: [{ text: 'a@b.example', count: 3 }] },
    (name) => name === 'token',
  );
  expect(scrubbed).toEqual({ token: 'a@b.example', list: [{ text: '…', count: 3 }] });
});
