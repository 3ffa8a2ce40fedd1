import { useQuery } from '@tanstack/react-query';
import { figureTexts } from '@volume/contract/explain/figure-texts.ts';
import type { FigureName } from '@volume/contract/explain/figures.ts';
import { countDays } from '@volume/contract/screens/screen-calls.ts';
import { dayRangeText } from '#design/days/date-presets.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { useZone } from '#platform/preferences.ts';
import { explanationQuery } from './explain-query.ts';
import type { ExplainSearch } from './explain-search.ts';
import { daysOf, last30Days } from './part-href.ts';

/** The period of a figure with its days, or its time, and the time zone; only the parts that are known before the response. */
export function When({ figure, search }: { figure: FigureName; search: ExplainSearch }) {
  const { data } = useQuery({ ...explanationQuery(search), enabled: false });
  const zone = useZone();
  return <>{whenText(figure, search, data?.atUtc ?? search.at, zone)}</>;
}

export function whenText(figure: FigureName, search: ExplainSearch, atUtc: string | undefined, zone: string): string {
  const { period } = figureTexts[figure];
  const { startDateTimeUtc: start, endDateTimeUtc: end } = search;
  const days = figure.startsWith('MERCHANT_') && atUtc !== undefined ? last30Days(atUtc) : daysOf(search);
  const asAt = search.at === undefined ? '' : `, as at ${formatDateTime(search.at, zone, 'full')}`;
  if (figure === 'OPENING_BALANCE' && start !== undefined)
    return `${period} ${formatDateTime(start, 'UTC', 'full')}${asAt}`;
  if (days) {
    const count = countDays(days.from, days.to);
    const words = period.startsWith('Created') ? 'Created' : period;
    return `${words} ${dayRangeText(days, '')}, ${count} ${count === 1 ? 'day' : 'days'} in UTC${asAt}`;
  }
  if (start !== undefined || end !== undefined) {
    const from = start === undefined ? '' : ` from ${formatDateTime(start, 'UTC', 'full')}`;
    return `${period}${from}${end === undefined ? '' : ` to ${formatDateTime(end, 'UTC', 'full')}`}${asAt}`;
  }
  if (figure.startsWith('MERCHANT_')) return period;
  return `As at ${atUtc === undefined ? 'now' : formatDateTime(atUtc, zone, 'full')}`;
}
