import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OverviewPage } from '#features/overview/overview-page.tsx';
import { prefetchOverview } from '#features/overview/overview-queries.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { type PeriodChoice, readPeriodChoice, toPeriods } from '#features/overview/span.ts';
import { overviewHref } from '#platform/hrefs.ts';
import { useNow } from '#platform/preferences.ts';

/** Revenue, its comparison with the previous period, and what needs attention (§2). */
export const Route = createFileRoute('/_merchant/')({
  staticData: { title: 'Overview' },
  validateSearch: (search): PeriodChoice => readPeriodChoice(search),
  loaderDeps: ({ search }) => search,
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context: { queryClient, merchantId, merchantIdInCalls }, deps: { applicationId, ...choice } }) => {
    const today = utcDay(Date.now());
    const scopes = overviewScopes(merchantId, merchantIdInCalls, applicationId);
    prefetchOverview(queryClient, { ...scopes, ...toPeriods(choice, today), today });
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
