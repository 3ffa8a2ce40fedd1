import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OverviewPage } from '#features/overview/overview-page.tsx';
import { prefetchOverview } from '#features/overview/overview-queries.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { toPeriods } from '#features/overview/figures.ts';
import { type PeriodChoice, readPeriodChoice } from '#features/overview/span.ts';
import { overviewHref } from '#platform/hrefs.ts';
import { useNow } from '#platform/preferences.ts';

/** Revenue, its comparison with the previous period, and what needs attention (§2). */
export const Route = createFileRoute('/_merchant/')({
  staticData: { title: 'Overview' },
  validateSearch: (search): PeriodChoice => readPeriodChoice(search),
  loaderDeps: ({ search }) => search,
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context: { queryClient, merchantId, merchantIdInCalls }, deps: { applicationId, ...choice } }) => {
    prefetchOverview(queryClient, {
      ...overviewScopes(merchantId, merchantIdInCalls, applicationId),
      ...toPeriods(choice, utcDay(Date.now())),
    });
  },
  component: Overview,
});

const overviewScopes = (
  merchantId: string,
  merchantIdInCalls: string | undefined,
  applicationId: string | undefined,
) => ({
  owner: { applicationId, merchantId: merchantIdInCalls },
  scope: applicationId === undefined ? undefined : { merchantId, applicationId },
});

function Overview() {
  const router = useRouter();
  const { merchantId, merchantIdInCalls } = Route.useRouteContext();
  const { applicationId, ...choice } = Route.useSearch();
  return (
    <OverviewPage
      choice={choice}
      today={utcDay(useNow())}
      {...overviewScopes(merchantId, merchantIdInCalls, applicationId)}
      onChoice={(next) => void router.navigate({ href: overviewHref({ ...next, applicationId }) })}
    />
  );
}
