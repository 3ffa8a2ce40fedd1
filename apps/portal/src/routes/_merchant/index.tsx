import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OverviewPage } from '#features/overview/overview-page.tsx';
import { prefetchRevenue } from '#features/overview/overview-queries.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { toPeriods } from '#features/overview/figures.ts';
import { readSpan } from '#features/overview/span.ts';
import { overviewHref } from '#platform/hrefs.ts';
import { useNow } from '#platform/preferences.ts';

/** What came in, how it compares, and what needs a person (§2). */
export const Route = createFileRoute('/_merchant/')({
  staticData: { title: 'Overview' },
  validateSearch: ({ days }): { days?: string | undefined } => ({ days: readSpan(days) }),
  loaderDeps: ({ search: { days, applicationId } }) => ({ days, applicationId }),
  // Not awaited: the page stands at once and its figures come into their place.
  loader: ({ context, deps: { days, applicationId } }) => {
    const { now, before } = toPeriods(readSpan(days) ?? '30', utcDay(Date.now()));
    prefetchRevenue(context.queryClient, { applicationId, merchantId: context.merchantIdInCalls }, now, before);
  },
  component: Overview,
});

function Overview() {
  const router = useRouter();
  const { merchantId, merchantIdInCalls } = Route.useRouteContext();
  const { days, applicationId } = Route.useSearch();
  return (
    <OverviewPage
      span={readSpan(days) ?? '30'}
      today={utcDay(useNow())}
      whose={{ applicationId, merchantId: merchantIdInCalls }}
      scope={applicationId ? { merchantId, applicationId } : undefined}
      onSpan={(span) =>
        void router.navigate({ href: overviewHref({ days: span === '30' ? undefined : span, applicationId }) })
      }
    />
  );
}
