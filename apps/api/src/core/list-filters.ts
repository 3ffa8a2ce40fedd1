import { parseUtc } from '@volume/contract/period.ts';
import { allOf, type Sql } from '#database/sql.ts';

/** What each filter of a list means in SQL, null where its value lets everything through: one that is left out does not compile. */
export type FilterRules<Filters> = {
  [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => Sql | null;
};

/** Whether a filter asks for anything: nothing and an empty list do not. */
export const isAsked = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0);

/** The condition that a list's filters make; `owner` is whose rows it reads, whatever is asked. */
export function toWhere<Filters extends object>(
  rules: FilterRules<Filters>,
  filters: Filters,
  ...owner: readonly Sql[]
): Sql {
  const asked = Object.entries(filters).filter(([name, value]) => name in rules && isAsked(value));
  return allOf([...owner, ...asked.map(([name, value]) => rules[name as keyof Filters](value as never))]);
}

/** Later than this the database's calendar and a wire time no longer write a year alike. */
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The first time outside of a period that ends at this wire time; times are kept to the millisecond. */
export function justAfter(end: string): Date {
  return new Date(Math.min(parseUtc(end) + 1, last));
}
