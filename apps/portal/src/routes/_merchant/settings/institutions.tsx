import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type InstitutionSearch, readInstitutionSearch } from '#features/settings/institutions/institution-search.ts';
import { InstitutionsPage } from '#features/settings/institutions/institutions-page.tsx';
import { institutionsQuery } from '#platform/queries/institutions-query.ts';
import { settingsHref } from '#platform/hrefs.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { UnsavedGuard } from '#forms/unsaved-guard.tsx';

/** The banks that payers of an application are offered (§2). */
export const Route = createFileRoute('/_merchant/settings/institutions')({
  staticData: { title: 'Institutions' },
  validateSearch: readInstitutionSearch,
  loaderDeps: ({ search: { applicationId } }) => ({ applicationId }),
  loader: async ({ context: { queryClient, merchantId }, deps }) => {
    void queryClient.prefetchQuery(institutionsQuery());
    const merchant = await queryClient.ensureQueryData(merchantQuery(merchantId));
    return { merchant, applicationId: selectApplication(merchant, deps.applicationId).applicationId };
  },
  component: Institutions,
});

function Institutions() {
  const router = useRouter();
  const loaded = Route.useLoaderData();
  const { search, country } = Route.useSearch();
  const onSearch = (change: Partial<InstitutionSearch>) =>
    void router.navigate({ href: settingsHref('institutions', { search, country, ...change }), replace: true });
  return (
    <InstitutionsPage
      // Another application has its own choice.
      key={loaded.applicationId}
      {...loaded}
      search={{ search, country }}
      onSearch={onSearch}
      guard={(isDirty) => <UnsavedGuard isDirty={isDirty} />}
    />
  );
}
