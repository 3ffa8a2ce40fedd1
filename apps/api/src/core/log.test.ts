import { expect, test } from 'vitest';
import { redact } from './log.ts';

test('redacts secrets by field name at any depth', () => {
  const given = { accessToken: 'a', body: { password: 'b', code: '1', list: [{ totpSecret: 'c', status: 'ok' }] } };
  expect(redact(given)).toEqual({
    accessToken: '[redacted]',
    body: { password: '[redacted]', code: '[redacted]', list: [{ totpSecret: '[redacted]', status: 'ok' }] },
  });
});

test('redacts tokens and addresses with passwords by their form', () => {
  expect(redact({ note: 'got eyJhbGciOi.eyJzdWIi.c2ln and Bearer abc.def' })).toEqual({
    note: 'got [redacted] and [redacted]',
  });
  expect(redact({ note: 'postgres://me:hunter2@db:5432/x' })).toEqual({ note: 'postgres[redacted]db:5432/x' });
});
