import { createFileRoute, type SearchSchemaInput, useRouter } from '@tanstack/react-router';
import { NewMerchantPage } from '#features/merchants/new-merchant/new-merchant-page.tsx';
import { type NewMerchantSearch, readNewMerchantSearch } from '#features/merchants/new-merchant/new-merchant-search.ts';
import { adminMerchantHref, adminMerchantsHref, adminNewMerchantHref } from '#platform/hrefs.ts';

/** Creates a merchant in steps, for administrators (contract §8). */
export const Route = createFileRoute('/admin/new-merchant')({
  staticData: { title: 'New merchant' },
  validateSearch: (given: NewMerchantSearch & SearchSchemaInput) => readNewMerchantSearch(given),
  component: NewMerchant,
});

function NewMerchant() {
  const router = useRouter();
  const go = (href: string) => void router.navigate({ href });
  return (
    <NewMerchantPage
      search={Route.useSearch()}
      onSearch={(search) => go(adminNewMerchantHref(search))}
      onCreated={(merchantId) => go(adminMerchantHref(merchantId))}
      onDiscarded={() => go(adminMerchantsHref())}
    />
  );
}
