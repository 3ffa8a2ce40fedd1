import { createFileRoute, useRouter } from '@tanstack/react-router';
import { UsersPage } from '#features/users/users-page.tsx';
import { usersQuery } from '#platform/queries/users-query.ts';
import { userSearch } from '#features/users/user-filters.ts';
import { accountHref, settingsHref } from '#platform/hrefs.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** A merchant's users (§2 Settings, §6). */
export const Route = createFileRoute('/_merchant/settings/users')({
  staticData: { title: 'Users' },
  validateSearch: userSearch.read,
  beforeLoad: (arrival) =>
    requireAuthority(
      arrival,
      ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'],
      accountHref(),
      'You don’t have permission to change users.',
    ),
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context: { queryClient, merchantId } }) => {
    void queryClient.prefetchQuery(usersQuery(merchantId));
  },
  component: Users,
});

function Users() {
  const router = useRouter();
  const { merchantId } = Route.useRouteContext();
  const search = Route.useSearch();
  return (
    <UsersPage
      merchantId={merchantId}
      search={search}
      onChange={(change) =>
        void router.navigate({ href: settingsHref('users', { ...search, ...change }), replace: true })
      }
    />
  );
}
