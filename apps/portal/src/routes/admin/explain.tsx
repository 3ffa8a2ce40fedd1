import { createFileRoute, useRouter } from '@tanstack/react-router';
import { ExplainPage } from '#features/explain/explain-page.tsx';
import { readExplainSearch } from '#features/explain/explain-search.ts';
import { adminExplainHref, adminMerchantHref, adminMerchantsHref } from '#platform/hrefs.ts';

/** Why a merchant's figure is this number, for administrators (contract §8, Figures answer why). */
export const Route = createFileRoute('/admin/explain')({
  staticData: { title: 'Why this figure' },
  validateSearch: readExplainSearch,
  component: Explain,
});

function Explain() {
  const router = useRouter();
  const search = Route.useSearch();
  const { merchantId } = search;
  return (
    <ExplainPage
      search={search}
      crumbs={[
        { label: 'Merchants', href: adminMerchantsHref() },
        ...(merchantId === undefined ? [] : [{ label: 'Merchant', href: adminMerchantHref(merchantId) }]),
      ]}
      onPage={(page) => void router.navigate({ href: adminExplainHref({ ...search, page }) })}
    />
  );
}
