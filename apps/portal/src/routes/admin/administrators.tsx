import { createFileRoute, useRouter } from '@tanstack/react-router';
import { administratorSearch } from '#features/administrators/administrator-filters.ts';
import { AdministratorsPage } from '#features/administrators/administrators-page.tsx';
import { administratorsQuery } from '#features/administrators/administrators-query.ts';
import { adminAdministratorsHref } from '#platform/hrefs.ts';

/** The administrators of the platform, for administrators (contract §8). */
export const Route = createFileRoute('/admin/administrators')({
  staticData: { title: 'Administrators' },
  validateSearch: administratorSearch.read,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(administratorsQuery()),
  component: Administrators,
});

function Administrators() {
  const router = useRouter();
  const search = Route.useSearch();
  return (
    <AdministratorsPage
      search={search}
      onChange={(change, how) =>
        void router.navigate({ href: adminAdministratorsHref({ ...search, ...change }), ...how })
      }
    />
  );
}
