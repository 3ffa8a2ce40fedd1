import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { ExceptionsPage } from '#features/exceptions/exceptions-page.tsx';
import { exceptionsQuery } from '#features/exceptions/exceptions-query.ts';
import { readExceptionsSearch } from '#features/exceptions/exceptions-search.ts';
import { MerchantFilter } from '#features/pay-ins/merchant-filter.tsx';
import { adminExceptionsHref } from '#platform/hrefs.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';

/** Exceptions across all merchants, for administrators (contract §11). */
export const Route = createFileRoute('/admin/exceptions')({
  staticData: { title: 'Exceptions' },
  validateSearch: readExceptionsSearch,
  // What stands open beside the list changes nothing in it.
  loaderDeps: ({ search }) => ({ ...search, exception: undefined }),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(exceptionsQuery(deps));
    void queryClient.prefetchQuery(merchantsQuery());
  },
  component: Exceptions,
});

function Exceptions() {
  const router = useRouter();
  const search = Route.useSearch();
  const { data: merchants, error, isFetching, refetch } = useQuery(merchantsQuery());
  const hrefOf = (change: Partial<typeof search>) => adminExceptionsHref({ ...search, ...change });
  const go = (change: Partial<typeof search>) => void router.navigate({ href: hrefOf(change) });
  return (
    <ExceptionsPage
      search={search}
      hrefOf={hrefOf}
      onChange={go}
      merchantFilter={
        <MerchantFilter
          merchants={merchants ?? []}
          selected={search.merchantId}
          onRetry={error && !merchants ? () => void refetch() : undefined}
          isBusy={isFetching}
          onChange={(merchantId) => go({ page: undefined, merchantId })}
        />
      }
    />
  );
}
