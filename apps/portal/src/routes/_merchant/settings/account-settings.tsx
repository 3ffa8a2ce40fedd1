import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#features/users/account/account-page.tsx';
import { UnsavedGuard } from '#forms/unsaved-guard.tsx';
import { selfQuery } from '#features/users/self-query.ts';
import { hasAdminAuthority } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';

/** The user's own account (§2 Settings); platform administrators load neither personal data nor roles (§6). */
export const Route = createFileRoute('/_merchant/settings/account-settings')({
  staticData: { title: 'Account' },
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context: { queryClient, session } }) => {
    if (!hasAdminAuthority(session())) void queryClient.prefetchQuery(selfQuery());
  },
  component: Account,
});

function Account() {
  return (
    <AccountPage isAdmin={hasAdminAuthority(useSession())} guard={(isDirty) => <UnsavedGuard isDirty={isDirty} />} />
  );
}
