import { expect, test } from 'vitest';
import { addDays, datePresets } from '#design/days/date-presets.ts';
import { mostDays } from '@volume/contract/screens/screen-calls.ts';
import { revenueBySteps, stepOf } from './figures.ts';
import { readPeriodChoice, spans, toPeriods } from './span.ts';

const today = '2026-11-22';

test.each(spans)('covers the same last %s days as the lists', (span) => {
  const { now } = toPeriods(readPeriodChoice({ days: span }), today);
  expect(datePresets(today).find(({ id }) => id === `last-${span}`)?.range).toEqual(now);
});

test.each(spans)('compares today and %s days with as many days before, and counts them correctly', (span) => {
  const { now, before, days: word } = toPeriods(readPeriodChoice({ days: span }), today);
  expect(addDays(before.to, 1)).toBe(now.from);
  const length = ({ from, to }: typeof now) => Date.parse(to) - Date.parse(from);
  expect(length(before)).toBe(length(now));
  expect(word).toBe(`${days(now)} days`);
});

const days = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

test.each([
  ['2026-02-28', '2026-03-01', 2, '2 days'],
  ['2026-11-01', '2026-11-01', 1, 'day'],
  ['2024-01-01', '2024-12-31', 366, '366 days'],
])('compares a custom range, %s to %s, with as many days before it', (from, to, count, word) => {
  const periods = toPeriods(readPeriodChoice({ from, to }), today);
  expect(periods.now).toEqual({ from, to });
  expect([days(periods.before), addDays(periods.before.to, 1), periods.days]).toEqual([count, from, word]);
});

test('shows the last year of a longer period', () => {
  const { now } = toPeriods(readPeriodChoice({ from: '2001-01-01', to: '2026-11-22' }), today);
  expect([days(now), now.to]).toEqual([mostDays, '2026-11-22']);
});

test.each([
  [{ from: '2026-11-09' }, {}],
  [{ from: '2026-02-30', to: '2026-03-01' }, {}],
  [{ from: 'x', to: ['2026-03-01'], days: '7' }, { days: '7' }],
  [{ days: '31' }, {}],
  [
    { days: '90', from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-03-01', to: '2026-03-02' },
  ],
])('reads the address %j as %j', (given, choice) => {
  expect(readPeriodChoice(given)).toEqual(choice);
});

test('shows more than a quarter by week, each day once, the last week ending with the period', () => {
  const { now, before } = toPeriods(readPeriodChoice({ from: '2026-01-01', to: '2026-04-10' }), today);
  expect([stepOf(now), stepOf({ from: '2026-01-01', to: '2026-04-02' })]).toEqual([7, 1]);
  const items = [before, now].flatMap(({ from }) =>
    Array.from({ length: 100 }, (_, at) => ({
      periodStartUtc: `${addDays(from, at)}T00:00:00.000`,
      currency: 'GBP' as const,
      amount: at,
      count: 1,
    })),
  );
  const steps = revenueBySteps({ items } as never, 'GBP', now, before);
  expect(steps).toHaveLength(15);
  expect(steps.at(-1)?.period).toEqual({ from: '2026-04-09', to: '2026-04-10' });
  for (const part of ['count', 'amount'] as const) {
    const sum = steps.reduce((all, step) => all + step[part], 0);
    expect([sum, steps.reduce((all, { before: earlier }) => all + earlier[part], 0)]).toEqual(
      part === 'count' ? [100, 100] : [4950, 4950],
    );
  }
});
