import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { csvAmount, csvClock, toCsvHeader, toCsvLine } from './csv.ts';
import { CsvZone } from './period.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  // Spreadsheets treat the full-width signs like the ASCII ones.
  ['＝1+1', "'＝1+1"],
  ['＋44 20', "'＋44 20"],
  ['－1+1', "'－1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['-2', "'-2"],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  [null, ''],
  [-3, '-3'],
])('the cell %j is written as %j', (given, written) => {
  expect(toCsvLine([given])).toBe(`${written}\r\n`);
});

test('an amount has two decimals, also when it is negative', () => {
  expect(toCsvLine([csvAmount(1250), csvAmount(-5), csvAmount(0)])).toBe('12.50,-0.05,0.00\r\n');
});

test('with semicolons and decimal commas only a cell with a semicolon, a quote or a line break is quoted', () => {
  const format = { separator: 'SEMICOLON', decimalMark: 'COMMA' } as const;
  const cells = ['a,b', 'a;b', 'a"b', 'a\nb', '=1', 'v1.2', csvAmount(-1250), 1.5, 3, true, null];
  expect(toCsvLine(cells, format)).toBe('a,b;"a;b";"a""b";"a\nb";\'=1;v1.2;-12,50;1,5;3;true;\r\n');
});

test('with commas and decimal commas an amount is quoted', () => {
  expect(toCsvLine([csvAmount(1250), 'a;b'], { decimalMark: 'COMMA' })).toBe('"12,50",a;b\r\n');
});

test('the byte order mark is before the first line only', () => {
  expect(toCsvHeader(['a'], { byteOrderMark: true })).toBe('\uFEFFa\r\n');
  expect(toCsvHeader(['a'])).toBe('a\r\n');
});

test.each([
  ['UTC', '2026-07-21T09:05:00.026', '2026-07-21T09:05:00.026'],
  ['Europe/London', '2026-07-21T09:05:00.026', '2026-07-21T10:05:00.026+01:00'],
  ['Europe/London', '2026-01-21T23:59:59.999', '2026-01-21T23:59:59.999+00:00'],
  // Both sides of the hour that occurs twice in London.
  ['Europe/London', '2026-10-25T00:59:59.000', '2026-10-25T01:59:59.000+01:00'],
  ['Europe/London', '2026-10-25T01:00:00.000', '2026-10-25T01:00:00.000+00:00'],
  ['America/St_Johns', '2026-01-01T00:00:00.000', '2025-12-31T20:30:00.000-03:30'],
  ['Asia/Kathmandu', '2026-01-01T20:00:00.000', '2026-01-02T01:45:00.000+05:45'],
])('in %s the time %s is written as %s', (zone, utc, written) => {
  const clock = csvClock(zone);
  expect(clock.time(utc)).toBe(written);
  expect(clock.time(utc)).toBe(written);
  expect(clock.header('Created')).toBe(`Created (${zone})`);
});

test('rejects an unknown time zone', () => {
  expect(z.safeParse(CsvZone, 'Europe/London').success).toBe(true);
  expect(z.safeParse(CsvZone, 'Europe/Nowhere').success).toBe(false);
  expect(z.safeParse(CsvZone, '').success).toBe(false);
});
