import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type BankSearch, bankSearch } from '#features/banks/bank-filters.ts';
import { BanksPage } from '#features/banks/banks-page.tsx';
import { banksQuery } from '#features/banks/banks-query.ts';
import type { ListChange } from '#lists/list.ts';
import { adminBanksHref } from '#platform/hrefs.ts';

/** The banks that payers can choose, for administrators (contract §8, Banks). */
export const Route = createFileRoute('/admin/banks')({
  staticData: { title: 'Banks' },
  validateSearch: bankSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(banksQuery(deps)),
  component: Banks,
});

function Banks() {
  const router = useRouter();
  const search = Route.useSearch();
  const change: ListChange<BankSearch> = (next, how) =>
    void router.navigate({ href: adminBanksHref({ ...search, ...next }), ...how });
  return <BanksPage search={search} hrefOf={adminBanksHref} onChange={change} />;
}
