import { expect, test } from 'vitest';
import { formatDateTime, formatRelative, zoneName } from './format-date.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('a row says day, month and time, and the year only when it is another', () => {
  expect(formatDateTime('2026-11-21T09:59:12.026', 'UTC', 'row', now)).toBe('21 Nov, 09:59');
  expect(formatDateTime('2024-11-07T07:55:26.026', 'UTC', 'row', now)).toBe('7 Nov 2024, 07:55');
});

test('the same instant with and without its Z is the same text', () => {
  expect(formatDateTime('2026-11-21T09:05:00Z', 'UTC', 'full')).toBe('21 Nov 2026, 09:05 UTC');
  expect(formatDateTime('2026-11-21T09:05:00', 'UTC', 'full')).toBe('21 Nov 2026, 09:05 UTC');
});

test('the full form always names its zone, summer and winter', () => {
  expect(formatDateTime('2026-07-01T09:05:00', 'Europe/London', 'full')).toBe('1 Jul 2026, 10:05 BST');
  expect(formatDateTime('2026-01-01T09:05:00', 'Europe/London', 'full')).toBe('1 Jan 2026, 09:05 GMT');
});

test('a zone with seasons is named by its city where times of both stand below it', () => {
  expect(zoneName('Europe/London', new Date('2026-07-01T09:05:00Z'))).toBe('BST');
  expect(zoneName('Europe/London')).toBe('London');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneName('UTC')).toBe('UTC');
  expect(zoneName('Etc/GMT+3')).toBe('GMT-3');
});

test('midnight is 00:00 and may belong to another day elsewhere', () => {
  expect(formatDateTime('2026-11-21T00:00:00', 'UTC', 'row', now)).toBe('21 Nov, 00:00');
  expect(formatDateTime('2026-11-21T00:00:00', 'America/New_York', 'date', now)).toBe('20 Nov 2026');
});

test('a time has its seconds', () => {
  expect(formatDateTime('2026-11-21T09:42:07.5', 'UTC', 'time')).toBe('09:42:07');
});

test('whether the year is said depends on the zone it is read in', () => {
  const newYear = new Date('2026-01-01T00:30:00Z');
  expect(formatDateTime('2025-12-31T23:00:00', 'UTC', 'row', newYear)).toBe('31 Dec 2025, 23:00');
  expect(formatDateTime('2025-12-31T23:00:00', 'America/New_York', 'row', newYear)).toBe('31 Dec, 18:00');
});

test('what is no date is a dash, and an unknown zone is UTC', () => {
  for (const text of ['', 'yesterday', '2026-13-45T00:00:00', 'null', '1'])
    expect(formatDateTime(text, 'UTC')).toBe('–');
  expect(formatDateTime('2026-11-21T09:05:00', 'Mars/Olympus', 'full')).toBe('21 Nov 2026, 09:05 UTC');
  expect(zoneName('Mars/Olympus')).toBe('UTC');
});

test('how long ago is said in the largest unit that fits', () => {
  expect(formatRelative('2026-11-21T11:59:40', now)).toBe('just now');
  expect(formatRelative('2026-11-21T11:57:00', now)).toBe('3 minutes ago');
  expect(formatRelative('2026-11-20T11:00:00', now)).toBe('yesterday');
  expect(formatRelative('2026-11-21T14:10:00', now)).toBe('in 2 hours');
  expect(formatRelative('never', now)).toBe('–');
});

test('how long ago is said as the browser would say it in English', () => {
  const browser = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
  const lengths = { minute: 60, hour: 3_600, day: 86_400, month: 2_592_000, year: 31_536_000 } as const;
  for (const unit of ['minute', 'hour', 'day', 'month', 'year'] as const) {
    for (const count of [-11, -2, -1, 1, 2, 11]) {
      const at = new Date(now.getTime() + count * lengths[unit] * 1000).toISOString();
      expect(formatRelative(at, now)).toBe(browser.format(count, unit));
    }
  }
});
