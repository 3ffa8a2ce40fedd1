import { expect, test } from 'vitest';
import { addDays, datePresets, isDay, rangeText } from './date-presets.ts';
import { dayText, parseDay, parseDayAndTime } from './typed-day.ts';

test('counts days across months, leap years and clock changes', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
});

test('accepts only existing days', () => {
  expect(isDay('2026-02-28')).toBe(true);
  for (const text of ['2026-02-31', '2026-2-1', 'today', '', '0000-00-00', '0000-01-01'])
    expect(isDay(text)).toBe(false);
});

test('offers the whole last month, also on 31 March', () => {
  const preset = datePresets('2026-03-31').find(({ id }) => id === 'last-month');
  expect(preset?.range).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('shows the days of every range, with the year if it differs, after the name of a preset', () => {
  expect(rangeText({ from: '2026-10-22', to: '2026-11-21' }, '2026-11-21')).toBe(
    'last 30 days and today, 22 Oct – 21 Nov',
  );
  expect(rangeText({ from: '2026-10-23', to: '2026-11-21' }, '2026-11-21')).toBe('23 Oct – 21 Nov');
  expect(rangeText({ from: '2026-10-02', to: '2026-11-20' }, '2026-11-21')).toBe('2 Oct – 20 Nov');
  expect(rangeText({ from: '2025-12-30', to: '2026-01-02' }, '2026-11-21')).toBe('30 Dec 2025 – 2 Jan');
  expect(rangeText({ from: '2026-10-02' }, '2026-11-21')).toBe('since 2 Oct');
  expect(rangeText({}, '2026-11-21')).toBeUndefined();
});

test('reads a day in any usual notation and writes it in one', () => {
  for (const text of ['2026-11-05', '5/11/2026', '05.11.2026', '5 Nov 2026', '5 november 2026']) {
    expect(parseDay(text)).toBe('2026-11-05');
  }
  for (const text of ['31/02/2026', '5 Foo 2026', '11/2026', 'x', '']) expect(parseDay(text)).toBeUndefined();
  expect(dayText('2026-11-05')).toBe('5 Nov 2026');
  expect(dayText('never')).toBe('');
});

test('reads a day with a 24-hour time', () => {
  for (const text of ['5 Nov 2026, 09:05', '5/11/2026 9:05', ' 2026-11-05 09:05 '])
    expect(parseDayAndTime(text)).toBe('2026-11-05T09:05');
  for (const text of ['5 Nov 2026', '09:05', '5 Nov 2026, 24:00', '5 Nov 2026, 9:5', '31/02/2026 09:05'])
    expect(parseDayAndTime(text)).toBeUndefined();
});
