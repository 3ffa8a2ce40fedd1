import { currencies } from '@volume/contract/money/currencies.ts';
import { addDays, utcDay } from '#design/days/date-presets.ts';
import { defineSearch } from '#lists/list-search.ts';

/** The month in the address as `2026-10`; undefined for the last whole month and for anything invalid. */
export function readMonth(given: unknown): string | undefined {
  return typeof given === 'string' && /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(given) ? given : undefined;
}

export const readFeeSearch = (given: Readonly<Record<string, unknown>>) => ({ month: readMonth(given['month']) });
export type FeeSearch = ReturnType<typeof readFeeSearch>;

/** The month that ended last, in UTC. */
const lastWholeMonth = (today: string): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

export const monthIn = ({ month }: FeeSearch, now = Date.now()): string => month ?? lastWholeMonth(utcDay(now));

export function lastDayOf(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth) - 1).toISOString().slice(0, 10);
}

/** Apart from the list, because the route reads the address before the list has loaded. */
export const feesSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'search',
      wire: 'search',
      label: 'Search merchants',
      placeholder: 'Company or id',
      shortcut: '/',
    },
    { kind: 'choice', param: 'currency', wire: 'currency', label: 'Currency', values: currencies },
  ],
  sizes: [50, 10, 25, 100],
  // Names sort ascending first, figures descending.
  sorts: ['name-asc', 'name-desc', 'count-desc', 'count-asc', 'amount-desc', 'amount-asc', 'fee-desc', 'fee-asc'],
  readOther: readFeeSearch,
});
export type FeesSearch = ReturnType<typeof feesSearch.read>;
