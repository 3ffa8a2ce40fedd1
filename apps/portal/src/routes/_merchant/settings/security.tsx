import { createFileRoute, type SearchSchemaInput, useRouter } from '@tanstack/react-router';
import type { ActivitySearch } from '#features/settings/activity/activity-filters.ts';
import { SecurityPage } from '#features/settings/security-page.tsx';
import { accountHref, settingsHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** An application's keys, and the merchant's activity (§2, §6). */
export const Route = createFileRoute('/_merchant/settings/security')({
  staticData: { title: 'Security' },
  // Parsed by the page, so that the parser loads with it.
  validateSearch: (given: Partial<ActivitySearch> & SearchSchemaInput): Record<string, unknown> => ({ ...given }),
  beforeLoad: (arrival) =>
    requireAuthority(
      arrival,
      ['EDIT_SETTINGS'],
      accountHref(),
      'You don’t have permission to change security settings.',
    ),
  loaderDeps: ({ search }) => ({ applicationId: search['applicationId'] as string | undefined }),
  loader: ({ context, deps }) => loadApplication(context, deps.applicationId),
  component: Security,
});

function Security() {
  const router = useRouter();
  const application = Route.useLoaderData();
  return (
    <SecurityPage
      key={application.applicationId}
      application={application}
      given={Route.useSearch()}
      onSearch={(search) => void router.navigate({ href: settingsHref('security', search), resetScroll: false })}
    />
  );
}
