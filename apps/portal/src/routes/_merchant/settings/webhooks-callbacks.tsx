import { createFileRoute, type SearchSchemaInput, useRouter } from '@tanstack/react-router';
import { WebhooksPage } from '#features/webhooks/webhooks-page.tsx';
import type { WebhooksSearch } from '#features/webhooks/webhooks-filters.ts';
import { accountHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';
import { UnsavedGuard } from '#forms/unsaved-guard.tsx';

/** Webhooks and callbacks (§2). */
export const Route = createFileRoute('/_merchant/settings/webhooks-callbacks')({
  staticData: { title: 'Webhooks and callbacks' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], accountHref(), 'You don’t have permission to change webhooks.'),
  // Parsed by the page, so that the parser loads with it.
  validateSearch: (given: Partial<WebhooksSearch> & SearchSchemaInput): Record<string, unknown> => ({ ...given }),
  loaderDeps: ({ search }) => ({ applicationId: search['applicationId'] as string | undefined }),
  loader: ({ context, deps }) => loadApplication(context, deps.applicationId),
  component: Webhooks,
});

function Webhooks() {
  const router = useRouter();
  const application = Route.useLoaderData();
  return (
    <WebhooksPage
      key={application.applicationId}
      application={application}
      given={Route.useSearch()}
      onGo={(href) => void router.navigate({ href })}
      guard={(isDirty) => <UnsavedGuard isDirty={isDirty} />}
    />
  );
}
