import { createFileRoute, type SearchSchemaInput, useRouter } from '@tanstack/react-router';
import type { ActivitySearch } from '#features/settings/activity/activity-filters.ts';
import { PlatformActivityPage } from '#features/settings/activity/activity-section.tsx';
import { adminActivityHref } from '#platform/hrefs.ts';

/** The platform's own activity, for administrators (contract §11). */
export const Route = createFileRoute('/admin/activity')({
  staticData: { title: 'Activity' },
  // Parsed by the page, so that the parser loads with it.
  validateSearch: (given: Partial<ActivitySearch> & SearchSchemaInput): Record<string, unknown> => ({ ...given }),
  component: PlatformActivity,
});

function PlatformActivity() {
  const router = useRouter();
  return (
    <PlatformActivityPage
      given={Route.useSearch()}
      onSearch={(search) => void router.navigate({ href: adminActivityHref(search), resetScroll: false })}
    />
  );
}
