import { fileFrequencies } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { expect, test } from 'vitest';
import { addDays, daysOfFile, nextFileOn } from './periods.ts';

test.each([
  ['DAILY', '2026-11-21', '2026-11-22', '2026-11-21', '2026-11-21'],
  ['DAILY', '2026-12-31', '2027-01-01', '2026-12-31', '2026-12-31'],
  // 21 November 2026 is a Saturday.
  ['WEEKLY', '2026-11-21', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['WEEKLY', '2026-11-23', '2026-11-30', '2026-11-23', '2026-11-29'],
  ['MONTHLY', '2026-11-30', '2026-12-01', '2026-11-01', '2026-11-30'],
  ['MONTHLY', '2028-02-01', '2028-03-01', '2028-02-01', '2028-02-29'],
] as const)('%s from %s: the next file is made on %s, for %s to %s', (frequency, day, madeOn, first, last) => {
  expect(nextFileOn(frequency, day)).toBe(madeOn);
  expect(daysOfFile(frequency, madeOn)).toEqual({ first, last });
});

test.each(fileFrequencies)('%s files leave out no day and contain none twice', (frequency) => {
  const days: string[] = [];
  for (
    let madeOn = nextFileOn(frequency, '2026-01-17');
    madeOn < '2031-01-01';
    madeOn = nextFileOn(frequency, madeOn)
  ) {
    const { first, last } = daysOfFile(frequency, madeOn);
    expect(addDays(last, 1)).toBe(madeOn);
    for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  }
  expect(days.length).toBeGreaterThan(1_700);
  expect(days.slice(1)).toEqual(days.slice(0, -1).map((day) => addDays(day, 1)));
});
