import type { Activity } from '@volume/contract/users/activity.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { titleCase } from '#design/text/format-text.ts';

/** The details of an action as the page says them; they are recorded in the words of the API. */
export function sayDetail({ action, detail }: Pick<Activity, 'action' | 'detail'>, zone: string): string | null {
  if (detail === null) return null;
  // What was called, and the sentence of its refusal: the action says that already.
  if (action === 'STEP_UP_REQUIRED') return detail.split(': ')[0] ?? detail;
  if (action === 'EXPORTED' || action === 'VIEWED') return sayFilter(detail, zone);
  return sayAmounts(detail).replace(/\bMERCHANT_[A-Z]+\b/g, titleCase);
}

/** `100.00 GBP to 114.65 EUR` as `£100.00 to €114.65`. */
const sayAmounts = (text: string): string =>
  text.replace(/\b(\d[\d,]*)\.(\d\d) (GBP|EUR)\b/g, (_, whole: string, cents: string, currency: string) =>
    formatMoney(Number(whole.replaceAll(',', '') + cents), currency),
  );

const names: Record<string, string> = {
  startDateTimeUtc: 'From',
  endDateTimeUtc: 'To',
  globalSearch: 'Search',
  paymentStatuses: 'Statuses',
};
/** Whose rows, how many and in which order: no filter of the reader's. */
const unsaid = new Set(['applicationId', 'merchantId', 'page', 'size', 'sort', 'zone', 'includeNewPayments']);

/** `from: 2026-11-24T00:00:00.000; currencies: GBP` as `From 24 Nov 2026, 00:00 UTC; currencies GBP`. */
function sayFilter(detail: string, zone: string): string | null {
  const said = detail.split('; ').flatMap((each) => {
    const [name = '', ...rest] = each.split(': ');
    return unsaid.has(name) ? [] : [[names[name] ?? sayName(name), sayValue(rest.join(': '), zone)].join(' ').trim()];
  });
  const text = said.map((each, place) => (place === 0 ? each : each.charAt(0).toLowerCase() + each.slice(1)));
  return text.length === 0 ? null : text.join('; ');
}

/** `riskCategory` as `Risk category`. */
const sayName = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/;

function sayValue(value: string, zone: string): string {
  if (isTime.test(value)) return formatDateTime(value, zone, 'full');
  return value
    .split(',')
    .map((each) => (/^[A-Z]+(?:_[A-Z]+)+$|^[A-Z]{4,}$/.test(each) ? titleCase(each) : each))
    .join(', ');
}
