import { isAdminAuthority, isPermitted, mayViewPayments } from '@volume/contract/access.ts';

// Separate from the schemas: the page's inline script reads these lists too, and loads no schemas.

export interface OverviewAsked {
  merchantId: string;
  applicationId: string;
  /** The period in whole UTC days, inclusive. */
  from: string;
  to: string;
  /** The current UTC day, from which "Needs attention" looks back. */
  today: string;
}

export const startPath = 'merchants/{merchantId}/start';
export const overviewPath = 'merchants/{merchantId}/applications/{applicationId}/overview';

/** A call as it is sent: its path below the API prefix, with its query. */
export type ScreenCall = string;

export const startCall = ({ merchantId }: { merchantId: string }): ScreenCall => `merchants/${merchantId}/start`;

export function overviewCall({ merchantId, applicationId, ...days }: OverviewAsked): ScreenCall {
  return callOf(`merchants/${merchantId}/applications/${applicationId}/overview`, { ...days });
}

/** The calls that every page of a merchant makes, for a caller with these authorities. */
export function startCalls({ merchantId }: { merchantId: string }, authorities: readonly string[]): ScreenCall[] {
  const merchant = `merchants/${merchantId}`;
  const counts = [
    `${merchant}/notices/unread`,
    callOf(`${merchant}/approvals`, { state: 'WAITING', page: 0, size: 1 }),
  ];
  return [merchant, 'capabilities', ...(isPermitted(authorities, mayViewPayments) ? counts : [])];
}

/**
 * The calls that the overview makes for a caller with these authorities: first the figures and the newest rows, then
 * what needs attention. Administrators name the merchant in lists and sums; a merchant's own token implies it.
 */
export function overviewCalls(asked: OverviewAsked, authorities: readonly string[]): ScreenCall[] {
  const { merchantId, applicationId, from, to, today } = asked;
  const isAdmin = authorities.some(isAdminAuthority);
  const owner = { applicationId, merchantId: isAdmin ? merchantId : undefined };
  const before = { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
  const application = `merchants/${merchantId}/applications/${applicationId}`;
  const payouts = `merchants/${merchantId}/application/${applicationId}/outbound-payments`;
  const payoutsIn = (currency: string) =>
    callOf(payouts, { merchantId, applicationId, currency, ...wirePeriod(asked), sort, page: 0, size: 4 });
  return [
    callOf('payments/summary', { ...owner, sort, ...wirePeriod(asked) }),
    callOf('payments/summary', { ...owner, sort, ...wirePeriod(before) }),
    callOf('revenue', { ...owner, sort, ...wirePeriod({ from: before.from, to }), periodType: 'DAY' }),
    payInsCall(owner, { period: asked }, 6),
    payoutsIn('EUR'),
    payoutsIn('GBP'),
    `${application}/payin-accounts-with-aggregated-balances`,
    ...attentionCalls(today).map((filters) => payInsCall(owner, filters, 1)),
    ...(isPermitted(authorities, ['EDIT_SETTINGS']) ? [failingWebhooksCall(application, today)] : []),
    callOf(`merchants/${merchantId}/notices`, {
      kinds: failedOrders.join(','),
      applicationId,
      page: 0,
      size: mostFailedOrders,
    }),
    callOf('payments/failures', { ...owner, ...wirePeriod(asked) }),
  ];
}

const sort = 'createdAt,desc';
const lookBackDays = 90;
/** Failed payouts and refunds that need a decision; no list shows them. */
export const failedOrders = ['PAYOUT_FAILED', 'REFUND_FAILED'] as const;
export const mostFailedOrders = 5;

interface Period {
  from: string;
  to: string;
}

interface PayInFilters {
  period: Period;
  statuses?: string;
  others?: Query;
}

/** What needs attention: held, risky, being refunded, pending for a day, failed today; and the reviewed ones. */
function attentionCalls(today: string): PayInFilters[] {
  const period = { from: addDays(today, -lookBackDays), to: today };
  const open = { reviewedFilter: 'NOT_REVIEWED' };
  return [
    { period, others: { heldFilter: 'HELD', ...open } },
    {
      period,
      statuses: 'COMPLETED,SETTLED',
      others: { refundedFilter: 'NOT_REFUNDED', riskCategory: 'HIGH', ...open },
    },
    { period: { from: addDays(today, -365), to: today }, others: { refundedFilter: 'REFUNDING' } },
    { period: { from: period.from, to: addDays(today, -2) }, statuses: 'AUTHORIZED,PENDING', others: open },
    { period: { from: today, to: today }, statuses: 'FAILED', others: open },
    { period, others: { reviewedFilter: 'REVIEWED' } },
  ];
}

type Query = Record<string, string | number | boolean | undefined>;

function payInsCall(owner: Query, { period, statuses: paymentStatuses, others }: PayInFilters, size: number) {
  const { merchantId, applicationId } = owner;
  const filters = { paymentStatuses, ...wirePeriod(period), merchantId, applicationId, ...others };
  return callOf('payments', { ...filters, includeNewPayments: true, sort, page: 0, size });
}

function failingWebhooksCall(application: string, today: string): ScreenCall {
  const { startDateTimeUtc: from, endDateTimeUtc: to } = wirePeriod({ from: addDays(today, -lookBackDays), to: today });
  return callOf(`${application}/webhook-deliveries`, { state: 'FAILING,GAVE_UP', from, to, page: 0, size: 1 });
}

const wirePeriod = ({ from, to }: Period) => ({
  startDateTimeUtc: `${from}T00:00:00.000`,
  endDateTimeUtc: `${to}T23:59:59.999`,
});

/** The longest period of an overview. */
export const mostDays = 366;

const dayMs = 86_400_000;
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** The parameters are in the order of the contract's schemas, as callers write them. */
function callOf(path: string, query: Query): ScreenCall {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return `${path}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
