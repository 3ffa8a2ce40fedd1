import { activityActions } from '@volume/contract/users/activity.ts';
import { describe, expect, test } from 'vitest';
import { activitySearch } from './activity-filters.ts';
import { toActivityFilters } from './activity-section.tsx';
import { actionLabel, deviceName, subjectNoun } from './activity-labels.ts';

describe('the address of the activity log', () => {
  test('filters by user, action and days, whole UTC days to the last millisecond', () => {
    const search = activitySearch.read({
      activityActor: 'maya',
      activityAction: 'SIGNED_IN,DANCED,SECRET_RESET',
      activityFrom: '2026-11-20',
      activityTo: '2026-11-02',
      activityPage: '3',
    });
    expect(toActivityFilters(search)).toEqual({
      actor: 'maya',
      action: ['SIGNED_IN', 'SECRET_RESET'],
      from: '2026-11-02T00:00:00.000',
      to: '2026-11-20T23:59:59.999',
    });
    expect(search.activityPage).toBe(3);
    expect(activitySearch.isFiltered(search)).toBe(true);
  });
  test.each([
    {},
    { activityAction: 'DANCED', activityPage: '0', activityRows: '1000' },
    { activityFrom: '2026-02-31', activityTo: 'yesterday', activityActor: '' },
    { activityActor: '\u0000\ud800' },
  ])('falls back silently from %j', (given) => {
    const search = activitySearch.read(given);
    expect(toActivityFilters(search)).toEqual({});
    expect([search.activityPage, search.activityRows]).toEqual([undefined, undefined]);
  });
  test('accepts repeated and comma-separated actions', () => {
    const search = activitySearch.read({ activityAction: ['SIGNED_IN', 'SIGNED_OUT'] });
    expect(search.activityAction).toEqual(['SIGNED_IN', 'SIGNED_OUT']);
  });
});

describe('words', () => {
  test('of known actions are a sentence, of others by the label rule', () => {
    expect(actionLabel('REFUND_STARTED')).toBe('Refund started');
    expect(actionLabel('TWO_FACTOR_ENABLED')).toBe('Second factor set up');
    expect(actionLabel('TIME_TRAVELLED')).toBe('Time Travelled');
    expect(actionLabel('STEP_UP_FAILED')).toBe('Identity check failed');
    expect(activityActions.map(actionLabel).filter((words) => /step up|sign in\b/i.test(words))).toEqual([]);
  });
  test.each([
    ['EXPORTED', 'payments', 'Pay-ins'],
    ['EXPORT_ENDED', 'payments', 'Pay-ins'],
    ['VIEWED', 'webhook-deliveries', 'Webhook deliveries'],
    ['REFUND_STARTED', 'payments', null],
  ])('of an export or a view are the product’s: %s %s', (action, subject, words) => {
    expect(subjectNoun({ action, subject })).toBe(words);
  });
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
      'Edge 142, Windows',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari 19, iOS'],
    ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36', 'Chrome 142, Android'],
    ['curl/8.14.1', 'curl 8'],
    ['my-server', 'my-server'],
  ])('name the device of %s', (userAgent, device) => {
    expect(deviceName(userAgent)).toBe(device);
  });
  test('are empty for a call without a user agent', () => {
    expect(deviceName(null)).toBeNull();
  });
});
