import type { OfferedFilter } from '#design/filter/filter-menu.tsx';
import { titleCase } from '#design/text/format-text.ts';
import type { Filter } from './filters.ts';
import type { List } from './list.ts';

/** The label of a value: the list's own, otherwise by the label rule (§9 Labels). */
export const valueLabel = (labels: List<never, never>['labels'], param: string, value: string): string =>
  labels?.[param]?.[value] ?? titleCase(value);

/** True for a filter that the menu offers: not the search, not one that is always set, and not one only links set. */
export const isAdded = (filter: Filter, chips: Readonly<Record<string, unknown>> | undefined): boolean =>
  filter.kind !== 'search' &&
  filter.kind !== 'switch' &&
  !(filter.kind === 'days' && filter.lastDays !== undefined) &&
  !('param' in filter && chips?.[filter.param] === null);

export const offer = (filter: Filter, labels: List<never, never>['labels']): OfferedFilter => {
  const { label } = filter;
  if (filter.kind === 'amounts') return { label, hint: 'above, below, between' };
  if (!('values' in filter)) return { label };
  const hint = filter.values.map((value) => valueLabel(labels, filter.param, value)).join(', ');
  return { label, hint: hint.length < 20 ? hint : undefined };
};
