import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type ActivitySearch, readActivitySearch } from '#features/settings/activity/activity-search.ts';
import { SecurityPage } from '#features/settings/secrets/security-page.tsx';
import { accountHref, settingsHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** An application's keys, and what everybody did (§2, §6). */
export const Route = createFileRoute('/_merchant/settings/security')({
  staticData: { title: 'Security' },
  validateSearch: readActivitySearch,
  beforeLoad: (arrival) =>
    requireAuthority(
      arrival,
      ['EDIT_SETTINGS'],
      accountHref(),
      'You don’t have permission to change security settings.',
    ),
  loaderDeps: ({ search: { applicationId } }) => ({ applicationId }),
  loader: ({ context, deps }) => loadApplication(context, deps.applicationId),
  component: Security,
});

function Security() {
  const router = useRouter();
  const application = Route.useLoaderData();
  const { applicationId: _applicationId, ...search } = Route.useSearch();
  return (
    <SecurityPage
      key={application.applicationId}
      application={application}
      search={search}
      onSearch={(change: Partial<ActivitySearch>) =>
        void router.navigate({ href: settingsHref('security', { ...search, ...change }), resetScroll: false })
      }
    />
  );
}
