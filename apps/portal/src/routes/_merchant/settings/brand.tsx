import { createFileRoute } from '@tanstack/react-router';

import { BrandPage } from '#features/settings/brand-page.tsx';
import { UnsavedGuard } from '#forms/unsaved-guard.tsx';
import { accountHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** The merchant's brand on pages for shoppers (§6 has no such page: contract §8, Brand). */
export const Route = createFileRoute('/_merchant/settings/brand')({
  staticData: { title: 'Brand' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], accountHref(), 'You don’t have permission to change the brand.'),
  loader: async ({ context: { queryClient, merchantId } }) => ({
    merchant: await queryClient.ensureQueryData(merchantQuery(merchantId)),
  }),
  component: Brand,
});

function Brand() {
  const { merchant } = Route.useLoaderData();
  return <BrandPage merchant={merchant} guard={(isDirty) => <UnsavedGuard isDirty={isDirty} />} />;
}
