import { expect, test } from 'vitest';
import { ApiError, ProviderApiError } from '#platform/errors.ts';
import { isRetried, retryDelay } from './retries.ts';

const busy = (retryAfter?: number) => {
  const payload = { statusCode: 429, statusName: 'TOO_MANY_REQUESTS', errorMessage: 'Wait.', source: 'VOLUME' };
  return new ProviderApiError(payload, 429, retryAfter);
};

test('waits 1, 2 and 4 seconds when the server does not say how long', () => {
  expect([0, 1, 2].map((attempt) => retryDelay(attempt, busy()))).toEqual([1_000, 2_000, 4_000]);
});

test('waits at least as long as Retry-After says', () => {
  expect(retryDelay(0, busy(12))).toBe(12_000);
  expect(retryDelay(2, busy(1))).toBe(4_000);
  const failure = { status: 503, statusText: '', endpoint: 'payments', method: 'GET', body: '', retryAfter: 20 };
  expect(retryDelay(0, new Error('No rows', { cause: new ApiError(failure) }))).toBe(20_000);
});

test('reports a 429 whose Retry-After exceeds the longest delay instead of waiting', () => {
  expect(isRetried(0, busy(30))).toBe(true);
  expect(isRetried(0, busy(31))).toBe(false);
});
