import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { DevicePage } from '#features/settings/device/device-page.tsx';
import { accountHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

interface DeviceSearch {
  /** The code of a command line tool. */
  code?: string | undefined;
}

/** A command line tool asks for a key. */
export const Route = createFileRoute('/_merchant/settings/security_/device')({
  staticData: { title: 'Connect a tool' },
  validateSearch: ({ code }: DeviceSearch & SearchSchemaInput): DeviceSearch =>
    typeof code === 'string' ? { code: code.slice(0, 20) } : {},
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], accountHref(), 'You don’t have permission to connect a tool.'),
  loaderDeps: ({ search }) => ({ applicationId: (search as { applicationId?: string }).applicationId }),
  loader: ({ context, deps }) => loadApplication(context, deps.applicationId),
  component: Device,
});

function Device() {
  const application = Route.useLoaderData();
  const { code = '' } = Route.useSearch();
  return <DevicePage key={`${application.applicationId} ${code}`} application={application} code={code} />;
}
