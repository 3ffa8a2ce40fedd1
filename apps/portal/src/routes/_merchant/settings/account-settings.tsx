import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#features/users/account/account-page.tsx';
import { selfQuery } from '#features/users/public.ts';
import { hasAdminAuthority } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';

/** The own account (§2 Settings); administrators of the platform load no personal data and no roles (§6). */
export const Route = createFileRoute('/_merchant/settings/account-settings')({
  staticData: { title: 'Account' },
  // Not awaited: the page stands at once and its parts come into their place.
  loader: ({ context: { queryClient, session } }) => {
    if (!hasAdminAuthority(session())) void queryClient.prefetchQuery(selfQuery());
  },
  component: Account,
});

function Account() {
  return <AccountPage isAdmin={hasAdminAuthority(useSession())} />;
}
