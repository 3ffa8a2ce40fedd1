import type { Activity } from '@volume/contract/users/activity.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { titleCase } from '#design/text/format-text.ts';
import { attemptText } from './attempt-words.ts';

type Recorded = Pick<Activity, 'action' | 'subject' | 'detail'>;

/** The details of an action as the page says them; they are recorded in the words of the API. */
export function sayDetail({ action, subject, detail }: Recorded, zone: string): string | null {
  if (detail === null) return null;
  // What was called, and the sentence of its refusal, which says no more than the action.
  if (action === 'STEP_UP_REQUIRED') return attemptText(subject);
  if (action === 'ACCESS_REFUSED') return `${attemptText(subject)}. ${detail.split(': ').slice(1).join(': ')}`;
  if (action === 'EXPORTED' || action === 'VIEWED') return sayFilter(detail, zone);
  const said = wordings.find(([actions]) => actions.test(action))?.[1](detail) ?? detail;
  return sayAmounts(said).replace(/\b(MERCHANT|VOLUME)_[A-Z_]+\b/g, (role) => roles[role] ?? titleCase(role)) || null;
}

const roles: Readonly<Record<string, string>> = {
  VOLUME_ADMIN: 'full access',
  VOLUME_ADMIN_READ: 'read-only access',
};

const words: Readonly<Record<string, string>> = {
  MATCHES: 'matches',
  CLOSE: 'nearly matches',
  DIFFERS: 'differs',
  NOT_CHECKED: 'not done',
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  ALL: 'everything that is available',
  FIXED: 'a fixed amount',
  PAYMENT_HELD: 'Held payments',
  REFUND_FAILED: 'Failed refunds',
  PAYOUT_FAILED: 'Failed payouts',
  LOW_BALANCE: 'Low balances',
  WEBHOOKS_FAILING: 'Failing webhooks',
  DAILY_DIGEST: 'Daily digest',
  paymentStatusWebhookUrl: 'Pay-ins',
  refundWebhookUrl: 'Refunds',
  payoutWebhookUrl: 'Payouts',
  merchantCallbackUrlForWeb: 'Return to the web shop',
  merchantCallbackUrlForMobile: 'Return to the app',
  cancelUrl: 'Return after cancelling',
};
const wordOf = (text: string): string => words[text] ?? text;
const toSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const objects: Readonly<Record<string, string>> = { PAYMENT: 'Pay-in', REFUND: 'Refund', PAYOUT: 'Payout' };

/** How the details of these actions are said; those of others are sentences already. */
const wordings: readonly (readonly [RegExp, (detail: string) => string])[] = [
  [/^BULK_JOB/, (text) => text.replace(/^REFUND\b/, 'Refunds').replace(/^RESEND\b/, 'Webhooks sent again')],
  [
    /^FILE_SCHEDULE/,
    (text) => toSentence(text).replace(/, ([A-Z]+(?:_\d+)?), /, (_, format: string) => `, ${sayFormat(format)}, `),
  ],
  [/^(EXCEPTION|WEBHOOK_TESTED)/, (text) => text.replace(/^[A-Z]+\b/, (kind) => objects[kind] ?? kind)],
  [/^NOTICE_MAIL_SET$/, (text) => text.replace(/^[A-Z_]+/, wordOf)],
  [/^PAYOUT_SCHEDULE_SET$/, (text) => toSentence(text.replace(/^[A-Z]+\b|(?<= UTC, )[A-Z]+\b/g, wordOf))],
  [/^PAYOUT_SLOT_MISSED$/, (text) => text.replace(/^Slot of /, 'Due on ')],
  [/^BENEFICIARY_ADDED$/, (text) => text.replace(/(?<=; name check )[A-Z_]+$/, wordOf)],
  [/^KEY_/, (text) => text.replace(/(?<=: )[A-Z]+(, [A-Z]+)*(?=; )/, (scopes) => scopes.toLowerCase())],
  [/^WEBHOOKS_CHANGED$/, (text) => text.replace(/^\w+(?=: )/gm, wordOf)],
  // The id of a note opens nothing.
  [/NOTE_/, (text) => toSentence(text.replace(/^note [\da-f-]{36} ?/, ''))],
  [/^(USER_CHANGED|VIEW_)/, toSentence],
];

/** `CAMT_053` as `camt.053`. */
const sayFormat = (format: string): string =>
  format.replace(/^([A-Z]+)_(\d+)$/, (_, name: string, number: string) => `${name.toLowerCase()}.${number}`);

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
/** The owner, the number and the order of the rows, which are no filters of the reader's. */
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
