import type { ExplainedPart, Explanation } from '@volume/contract/explain/explain.ts';
import type { PaymentStatus } from '@volume/contract/pay-ins/labels.ts';
import { addDays, type DayRange } from '#design/days/date-presets.ts';
import { adminPaymentsHref, payInsHref, payoutsHref, type SearchOf } from '#platform/hrefs.ts';
import type { ExplainSearch } from './explain-search.ts';
import { explanationHref } from './explanation-href.ts';

/** The whole UTC days of the figure; undefined when it has no period, or one of other hours. */
export function daysOf({ startDateTimeUtc: start, endDateTimeUtc: end, month }: ExplainSearch): DayRange | undefined {
  if (month !== undefined) return { from: `${month}-01`, to: lastDayOf(month) };
  const isWhole = start?.endsWith('T00:00:00.000') === true && end?.endsWith('T23:59:59.999') === true;
  return isWhole ? { from: start.slice(0, 10), to: end.slice(0, 10) } : undefined;
}

function lastDayOf(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth) - 1).toISOString().slice(0, 10);
}

/** The exactly 30 days of a merchant's figures. */
export const last30Days = (atUtc: string): DayRange => ({
  from: addDays(atUtc.slice(0, 10), -29),
  to: atUtc.slice(0, 10),
});

const taken = ['COMPLETED', 'SETTLED'] as const;

type PayIns = Pick<SearchOf<'/payments/payin'>, 'paymentStatuses' | 'returnedFilter'>;

/** Which pay-ins of the list a part consists of; undefined for parts that no list shows. */
function payInsOf({ part, key }: ExplainedPart, figure: string): PayIns | undefined {
  switch (part) {
    case 'PAY_INS':
      return {};
    case 'PAID':
      return { paymentStatuses: taken };
    case 'RETURNED':
      return { paymentStatuses: taken, returnedFilter: 'RETURNED' };
    case 'RECEIVED':
      return { paymentStatuses: taken, returnedFilter: 'NOT_RETURNED' };
    case 'SUCCEEDED':
      return { paymentStatuses: taken, ...(figure === 'MERCHANT_FAILED_SHARE' && { returnedFilter: 'NOT_RETURNED' }) };
    case 'FAILED':
      return { paymentStatuses: ['FAILED'] };
    case 'STATUS':
      return { paymentStatuses: [key as PaymentStatus] };
    default:
      return undefined;
  }
}

/** The list with exactly the rows of a part, otherwise the page with its rows or ledger legs. Undefined for a part that has none. */
export function partHref(
  search: ExplainSearch,
  part: ExplainedPart,
  { figure, atUtc }: Explanation,
): string | undefined {
  if (part.part.startsWith('ROUNDING')) return undefined;
  const { currency, merchantId, institutionId, failureReason, failureHour, statuses, globalSearch } = search;
  const only = payInsOf(part, figure);
  if (figure.startsWith('MERCHANT_') && only) {
    const currencies = currency === undefined ? undefined : [currency as 'GBP'];
    return adminPaymentsHref({ ...last30Days(atUtc), merchantId, currencies, ...only });
  }
  const days = daysOf(search);
  if (days && figure === 'PAYOUTS' && globalSearch === undefined && part.part === 'STATUS')
    return payoutsHref({ ...days, currency: currency as 'GBP', statuses: [part.key as 'PROCESSED'] });
  // Its list has further filters, and is where the reader comes from.
  const isOfList = figure === 'FOUND_PAY_INS' || figure === 'FEES' || figure === 'ALL_FEES';
  if (days && only && !isOfList && merchantId === undefined && statuses === undefined) {
    const currencies = currency === undefined ? undefined : [currency as 'GBP'];
    const failed = { institutionId, failureReason, failureHour: failureHour as '00' | undefined };
    return payInsHref({ ...days, currencies, ...failed, ...only });
  }
  const { part: name, key } = part;
  return explanationHref({ ...search, part: name, key: key ?? undefined, page: undefined });
}
