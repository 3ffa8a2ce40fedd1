import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '#features/settings/accounts-page.tsx';
import { accountHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** The bank accounts of an application and their beneficiaries (§2, §6). */
export const Route = createFileRoute('/_merchant/settings/accounts')({
  staticData: { title: 'Bank accounts' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], accountHref(), 'You don’t have permission to change bank accounts.'),
  loaderDeps: ({ search: { applicationId } }) => ({ applicationId }),
  loader: ({ context, deps }) => loadApplication(context, deps.applicationId),
  component: Accounts,
});

function Accounts() {
  const application = Route.useLoaderData();
  return <AccountsPage key={application.applicationId} application={application} />;
}
