import type { ListChange } from '#lists/list.ts';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { ExceptionsPage } from '#features/exceptions/exception-list.tsx';
import { exceptionsQuery } from '#features/exceptions/exceptions-query.ts';
import { type ExceptionSearch, exceptionSearch } from '#features/exceptions/exception-filters.ts';
import { MerchantFilter } from '#features/merchants/merchant-filter.tsx';
import { adminExceptionsHref } from '#platform/hrefs.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';

/** Exceptions across all merchants, for administrators (contract §11). */
export const Route = createFileRoute('/admin/exceptions')({
  staticData: { title: 'Exceptions' },
  validateSearch: exceptionSearch.read,
  // Opening an exception next to the list does not reload the list.
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
  const change: ListChange<ExceptionSearch> = (next, how) =>
    void router.navigate({ href: adminExceptionsHref({ ...search, ...next }), ...how });
  return (
    <ExceptionsPage
      search={search}
      hrefOf={adminExceptionsHref}
      onChange={change}
      merchantFilter={
        <MerchantFilter
          key="merchantId"
          selected={search.merchantId}
          onChange={(merchantId) => change({ page: undefined, merchantId })}
        />
      }
    />
  );
}
