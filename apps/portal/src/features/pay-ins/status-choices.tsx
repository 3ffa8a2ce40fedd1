import { useQuery } from '@tanstack/react-query';
import { type PayInQuery, type PaymentStatus, paymentStatuses } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPaymentsSummary } from '@volume/contract/balances/revenue.ts';
import { CheckList } from '#design/filter/editors/check-list.tsx';
import { titleCase } from '#design/text/format-text.ts';
import type { ChoicesEditorProps } from '#lists/list.ts';
import { call } from '#platform/provider-api.ts';
import { payInKeys } from '#platform/queries/shared-keys.ts';

export function StatusChoices({ query: listQuery, ...props }: ChoicesEditorProps) {
  const query = listQuery as PayInQuery;
  const { data } = useQuery({ ...countsQuery(query), enabled: isCountable(query) });
  const count = (status: PaymentStatus) =>
    data?.totals
      .filter(({ paymentStatus, currency }) => paymentStatus === status && isCurrencyShown(query, currency))
      .reduce((sum, { count }) => sum + count, 0);
  const options = paymentStatuses.map((value) => ({ value, label: titleCase(value), count: count(value) }));
  return <CheckList label="Status" options={options} {...props} />;
}

/** With any other field the counts would not match the list: the summary endpoint filters only by owner and dates (§7). */
const countable: readonly string[] = [
  'applicationId',
  'merchantId',
  'startDateTimeUtc',
  'endDateTimeUtc',
  'paymentStatuses',
  'currencies',
  'includeNewPayments',
  'sort',
  'page',
  'size',
] satisfies (keyof PayInQuery)[];

const isCountable = (query: PayInQuery): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || countable.includes(name));

const isCurrencyShown = ({ currencies = [] }: PayInQuery, currency: string): boolean =>
  currencies.length === 0 || currencies.some((each) => each === currency);

function countsQuery({ applicationId, merchantId, startDateTimeUtc, endDateTimeUtc, sort }: PayInQuery) {
  const query = { applicationId, merchantId, startDateTimeUtc, endDateTimeUtc, sort };
  return {
    queryKey: payInKeys.of('counts', query),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(getPaymentsSummary, { query, signal, applicationId }),
    // The counts are optional, so a failed request is not retried.
    retry: false,
  };
}
