import { createFileRoute, type SearchSchemaInput, useRouter } from '@tanstack/react-router';
import type { RequestSearch } from '#features/settings/request-log/request-filters.ts';
import { RequestLogPage } from '#features/settings/request-log/request-log-page.tsx';
import { accountHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** The calls that were made with an application's keys. */
export const Route = createFileRoute('/_merchant/settings/requests')({
  staticData: { title: 'Request log' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], accountHref(), 'You don’t have permission to see the request log.'),
  // Parsed by the page, so that the parser loads with it.
  validateSearch: (given: Partial<RequestSearch> & SearchSchemaInput): Record<string, unknown> => ({ ...given }),
  loaderDeps: ({ search }) => ({ applicationId: search['applicationId'] as string | undefined }),
  loader: ({ context, deps }) => loadApplication(context, deps.applicationId),
  component: RequestLog,
});

function RequestLog() {
  const router = useRouter();
  const application = Route.useLoaderData();
  return (
    <RequestLogPage
      key={application.applicationId}
      application={application}
      given={Route.useSearch()}
      onGo={(href) => void router.navigate({ href, resetScroll: false })}
    />
  );
}
