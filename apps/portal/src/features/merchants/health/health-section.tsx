import { useQuery } from '@tanstack/react-query';
import { gapsOfApplication, getMerchantHealth, type MerchantHealth } from '@volume/contract/merchants/health.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { addDays, dayRangeText, utcDay } from '#design/days/date-presets.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { type Description, DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { Figure } from '#features/explain/figure.tsx';
import { adminPaymentsHref, type SearchOf } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { CanDo } from '#platform/calls/capabilities.ts';
import { PartError } from '#lists/part-error.tsx';
import { healthQuery } from './health-query.ts';
import { failedShareText, gapName, gapSentence } from '#features/merchants/merchant-labels.ts';

export function HealthSection({ merchant }: { merchant: Merchant }) {
  return (
    <CanDo call={getMerchantHealth}>
      <Health merchant={merchant} />
    </CanDo>
  );
}

function Health({ merchant }: { merchant: Merchant }) {
  const { data, error, isFetching, refetch } = useQuery(healthQuery(merchant.merchantId));
  const zone = useZone();
  const today = utcDay(useNow());
  if (error && !data) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <>
      <Section title="Last 30 days" aside={`${dayRangeText({ from: firstDay(today), to: today }, today)}, UTC`}>
        {data ? <DescriptionList items={figures(data, zone, today)} /> : <Waiting />}
      </Section>
      <Section title="Set-up" aside={data && (data.gaps.length === 0 ? 'Complete' : undefined)}>
        {data ? <Gaps gaps={data.gaps} merchant={merchant} /> : <Waiting />}
      </Section>
    </>
  );
}

/** The first of exactly 30 days. */
const firstDay = (today: string): string => addDays(today, -29);

function figures(health: MerchantHealth, zone: string, today: string): Description[] {
  const { merchantId, volumes, payments30Days, lastPaymentAtUtc: last } = health;
  const hrefOf = (filter: SearchOf<'/admin/payments'>) =>
    adminPaymentsHref({ merchantId, from: firstDay(today), to: today, ...filter });
  const taken = volumes.map(({ currency, amount }) => ({
    term: `Received in ${currency}`,
    detail: (
      <Figure
        of={{ figure: 'MERCHANT_VOLUME', merchantId, currency }}
        name={`Received in ${currency}`}
        shows={amount}
        href={hrefOf({
          currencies: [currency],
          paymentStatuses: ['COMPLETED', 'SETTLED'],
          returnedFilter: 'NOT_RETURNED',
        })}
      >
        <Money minor={amount} currency={currency} />
      </Figure>
    ),
  }));
  const failed = failedShareText(health);
  return [
    ...taken,
    {
      term: 'Pay-ins',
      detail: (
        <Figure of={{ figure: 'MERCHANT_PAY_INS', merchantId }} name="Pay-ins" shows={payments30Days} href={hrefOf({})}>
          {formatCount(payments30Days)}
        </Figure>
      ),
    },
    {
      term: 'Failed',
      detail: failed && (
        <Figure
          of={{ figure: 'MERCHANT_FAILED_SHARE', merchantId }}
          name="Failed"
          href={hrefOf({ paymentStatuses: ['FAILED'] })}
        >
          {failed}
        </Figure>
      ),
    },
    { term: 'Last pay-in', detail: last && formatDateTime(last, zone, 'full') },
  ];
}

function Gaps({ gaps, merchant: { applications } }: { gaps: readonly string[]; merchant: Merchant }) {
  if (gaps.length === 0) return <p className="m-0 text-ink-3">Nothing is missing.</p>;
  return (
    <ul className="m-0 list-none border-t border-line p-0">
      {gaps.map((gap) => {
        const lacking = applications.filter((each) => (gapsOfApplication(each) as string[]).includes(gap));
        const where = lacking.length > 0 && lacking.length < applications.length ? lacking : [];
        return (
          <li key={gap} className="border-b border-line py-2">
            <span className="font-medium text-held">{gapName(gap)}</span>
            <span className="block text-ink-3">
              {gapSentence(gap)}
              {where.length > 0 && (
                <>
                  :{' '}
                  <bdi>
                    {where
                      .slice(0, mostNamed)
                      .map((each) => each.applicationName)
                      .join(', ')}
                  </bdi>
                  {where.length > mostNamed && ` and ${where.length - mostNamed} more`}
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const mostNamed = 3;

function Waiting() {
  return (
    <div className="late grid gap-4 py-2" aria-hidden="true">
      {[70, 90, 55].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
