import { expect, test } from 'vitest';
import { formatDateTime, formatRelative, zoneName } from './format-date.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('shows day, month and time in a row, and the year only if it differs', () => {
  expect(formatDateTime('2026-11-21T09:59:12.026', 'UTC', 'row', now)).toBe('21 Nov, 09:59');
  expect(formatDateTime('2024-11-07T07:55:26.026', 'UTC', 'row', now)).toBe('7 Nov 2024, 07:55');
});

test('formats an instant the same with and without its Z', () => {
  expect(formatDateTime('2026-11-21T09:05:00Z', 'UTC', 'full')).toBe('21 Nov 2026, 09:05 UTC');
  expect(formatDateTime('2026-11-21T09:05:00', 'UTC', 'full')).toBe('21 Nov 2026, 09:05 UTC');
});

test('always names the zone in the full form, in summer and winter', () => {
  expect(formatDateTime('2026-07-01T09:05:00', 'Europe/London', 'full')).toBe('1 Jul 2026, 10:05 BST');
  expect(formatDateTime('2026-01-01T09:05:00', 'Europe/London', 'full')).toBe('1 Jan 2026, 09:05 GMT');
});

test('names a zone with daylight saving by its city above times of both seasons', () => {
  expect(zoneName('Europe/London', new Date('2026-07-01T09:05:00Z'))).toBe('BST');
  expect(zoneName('Europe/London')).toBe('London');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneName('UTC')).toBe('UTC');
  expect(zoneName('Etc/GMT+3')).toBe('GMT-3');
});

test('formats midnight as 00:00, possibly on another day in another zone', () => {
  expect(formatDateTime('2026-11-21T00:00:00', 'UTC', 'row', now)).toBe('21 Nov, 00:00');
  expect(formatDateTime('2026-11-21T00:00:00', 'America/New_York', 'date', now)).toBe('20 Nov 2026');
});

test('shows seconds in the time style', () => {
  expect(formatDateTime('2026-11-21T09:42:07.5', 'UTC', 'time')).toBe('09:42:07');
});

test('decides whether to show the year by the zone', () => {
  const newYear = new Date('2026-01-01T00:30:00Z');
  expect(formatDateTime('2025-12-31T23:00:00', 'UTC', 'row', newYear)).toBe('31 Dec 2025, 23:00');
  expect(formatDateTime('2025-12-31T23:00:00', 'America/New_York', 'row', newYear)).toBe('31 Dec, 18:00');
});

test('formats an invalid date as a dash and an unknown zone as UTC', () => {
  for (const text of ['', 'yesterday', '2026-13-45T00:00:00', 'null', '1'])
    expect(formatDateTime(text, 'UTC')).toBe('–');
  expect(formatDateTime('2026-11-21T09:05:00', 'Mars/Olympus', 'full')).toBe('21 Nov 2026, 09:05 UTC');
  expect(zoneName('Mars/Olympus')).toBe('UTC');
});

test('shows relative times in the largest unit that fits', () => {
  expect(formatRelative('2026-11-21T11:59:40', now)).toBe('just now');
  expect(formatRelative('2026-11-21T11:57:00', now)).toBe('3 minutes ago');
  expect(formatRelative('2026-11-20T11:00:00', now)).toBe('yesterday');
  expect(formatRelative('2026-11-21T14:10:00', now)).toBe('in 2 hours');
  expect(formatRelative('never', now)).toBe('–');
});

test('formats relative times like the browser in English', () => {
  const browser = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
  const lengths = { minute: 60, hour: 3_600, day: 86_400, month: 2_592_000, year: 31_536_000 } as const;
  for (const unit of ['minute', 'hour', 'day', 'month', 'year'] as const) {
    for (const count of [-11, -2, -1, 1, 2, 11]) {
      const at = new Date(now.getTime() + count * lengths[unit] * 1000).toISOString();
      expect(formatRelative(at, now)).toBe(browser.format(count, unit));
    }
  }
});
