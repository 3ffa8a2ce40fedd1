import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type ActivitySearch, readActivitySearch } from '#features/settings/activity/activity-search.ts';
import { PlatformActivityPage } from '#features/settings/activity/platform-activity-page.tsx';
import { adminActivityHref } from '#platform/hrefs.ts';

/** The platform's own activity, for administrators (contract §11). */
export const Route = createFileRoute('/admin/activity')({
  staticData: { title: 'Activity' },
  validateSearch: readActivitySearch,
  component: PlatformActivity,
});

function PlatformActivity() {
  const router = useRouter();
  const search = Route.useSearch();
  return (
    <PlatformActivityPage
      search={search}
      onSearch={(change: Partial<ActivitySearch>) =>
        void router.navigate({ href: adminActivityHref({ ...search, ...change }), resetScroll: false })
      }
    />
  );
}
