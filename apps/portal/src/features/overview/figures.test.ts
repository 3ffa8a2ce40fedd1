import { expect, test } from 'vitest';
import { addDays, datePresets } from '#design/days/date-presets.ts';
import { toPeriods } from './figures.ts';
import { spans } from './span.ts';

const today = '2026-11-22';

test.each(spans)('the last %s days are the same days here and in the lists', (span) => {
  const { now } = toPeriods(span, today);
  expect(datePresets(today).find(({ id }) => id === `last-${span}`)?.range).toEqual(now);
});

test.each(spans)('the %s days before are as many, and end on the day before', (span) => {
  const { now, before } = toPeriods(span, today);
  expect(addDays(before.to, 1)).toBe(now.from);
  const length = ({ from, to }: typeof now) => Date.parse(to) - Date.parse(from);
  expect(length(before)).toBe(length(now));
});
