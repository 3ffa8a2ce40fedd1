import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Id } from '@volume/contract/ids.ts';
import * as z from 'zod/mini';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { beforeFirstDrawing } from '#shell/routing/first-drawing.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { MerchantLayout } from '#shell/merchant-layout.tsx';
import { requireMerchant } from '#shell/routing/guards.ts';
import { portalQueryClient } from '#shell/routing/signed-in.ts';

export const Route = createFileRoute('/_merchant')({
  // Present even when undefined, so that an invalid one from the address is not kept.
  validateSearch: (search): { applicationId?: string | undefined } => ({
    applicationId: z.safeParse(Id, search['applicationId']).data,
  }),
  beforeLoad: requireMerchant,
  // Pages that do not need the merchant's data do not wait for it, unless it is about to arrive.
  loader: ({ context: { queryClient, merchantId } }) =>
    beforeFirstDrawing(
      () => queryClient.prefetchQuery(merchantQuery(merchantId)),
      () => queryClient.prefetchQuery(capabilitiesQuery()),
    ),
  component: Layout,
});

function Layout() {
  const { merchantId } = Route.useRouteContext();
  return (
    <QueryClientProvider client={portalQueryClient()}>
      <MerchantLayout key={merchantId} merchantId={merchantId} applicationId={Route.useSearch().applicationId} />
    </QueryClientProvider>
  );
}
