import { noValue } from '@volume/contract/pay-ins/labels.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { daysText } from '#design/days/days-text.ts';
import { amountsText } from '#design/filter/summaries.ts';
import { useNow } from '#platform/preferences.ts';
import { daysIn, type Filter, isOn, type Values } from './filters.ts';
import { valueLabel } from './offered-filters.ts';
import type { List } from './list.ts';

export interface PrintedFiltersProps {
  // Only the filters are read, which are the same for all rows.
  list: Pick<List<never, never>, 'labels'> & { search: { filters: readonly Filter[] } };
  search: unknown;
}

/** Printed only: the filters in words, always with the dates: `Created: 22 Oct 2026 to 21 Nov 2026, UTC days · Status: Held`. */
export default function PrintedFilters({ list: { search: of, labels }, search }: PrintedFiltersProps) {
  const today = utcDay(useNow());
  const texts = of.filters.flatMap((filter) => {
    const text = filterText(filter, search as Values, { labels, today });
    return text === undefined ? [] : [`${filter.label}: ${text}`];
  });
  return texts.length > 0 ? <p className="printed m-0 mb-3" title={texts.join(' · ')} /> : null;
}

function filterText(
  filter: Filter,
  search: Values,
  { labels, today }: { labels: List<never, never>['labels']; today: string },
): string | undefined {
  if (filter.kind === 'days') {
    if (filter.disabledBy !== undefined && search[filter.disabledBy] !== undefined) return 'all dates (search)';
    const text = daysText(daysIn(filter, search, today));
    return text && `${text}, UTC days`;
  }
  if (filter.kind === 'switch')
    return valueLabel(labels, filter.param, String(search[filter.param] ?? filter.values[0]));
  if (!isOn(filter, search)) return undefined;
  if (filter.kind === 'amounts') {
    return amountsText({ from: search[filter.from] as string, to: search[filter.to] as string });
  }
  const values = [search[filter.param] ?? []].flat().map(String);
  if (filter.kind === 'search') return values.map((typed) => (typed === noValue ? 'none' : `“${typed}”`)).join();
  return values.map((value) => (filter.kind === 'id' ? value : valueLabel(labels, filter.param, value))).join(', ');
}
