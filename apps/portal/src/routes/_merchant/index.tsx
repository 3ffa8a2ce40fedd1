import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OverviewPage } from '#features/overview/overview-page.tsx';
import { prefetchRevenue } from '#features/overview/overview-queries.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { toPeriods } from '#features/overview/figures.ts';
import { type Look, readLook } from '#features/overview/span.ts';
import { overviewHref } from '#platform/hrefs.ts';
import { useNow } from '#platform/preferences.ts';

/** What came in, how it compares, and what needs a person (§2). */
export const Route = createFileRoute('/_merchant/')({
  staticData: { title: 'Overview' },
  validateSearch: (search): Look => readLook(search),
  loaderDeps: ({ search }) => search,
  // Not awaited: the page stands at once and its figures come into their place.
  loader: ({ context, deps: { applicationId, ...look } }) => {
    const { now, before } = toPeriods(look, utcDay(Date.now()));
    prefetchRevenue(context.queryClient, { applicationId, merchantId: context.merchantIdInCalls }, now, before);
  },
  component: Overview,
});

function Overview() {
  const router = useRouter();
  const { merchantId, merchantIdInCalls } = Route.useRouteContext();
  const { applicationId, ...look } = Route.useSearch();
  return (
    <OverviewPage
      look={look}
      today={utcDay(useNow())}
      whose={{ applicationId, merchantId: merchantIdInCalls }}
      scope={applicationId ? { merchantId, applicationId } : undefined}
      onLook={(next) => void router.navigate({ href: overviewHref({ ...next, applicationId }) })}
    />
  );
}
