import { expect, test } from 'vitest';
import { findMissingCalls, type Known } from '#scripts/check-calls.ts';

const usage = { name: 'getUsage', method: 'GET', path: 'merchants/{merchantId}/usage', origin: 'ours' };
const complete: Known = {
  handled: new Set(['getUsage']),
  oracle: new Set(['getUsage']),
  onScreens: new Set(['GET merchants/{}/usage']),
  answered: new Set(['GET merchants/{}/usage']),
};

test('accepts a call with a handler, a row in the oracle and an answer for its screen', () => {
  expect(findMissingCalls([usage], complete)).toEqual([]);
});

test('names each file that lacks the call', () => {
  const none: Known = { handled: new Set(), oracle: new Set(), onScreens: complete.onScreens, answered: new Set() };
  expect(findMissingCalls([usage], none)).toEqual([
    'apps/api/src/handlers.ts: has no handler for getUsage',
    'apps/api/src/testing/oracle: has no row that says who can make getUsage',
    'e2e/faults/own-answers.ts: has no answer to GET merchants/{}/usage',
  ]);
});
