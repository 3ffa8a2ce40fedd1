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
  // Named even when absent, so that an invalid one in the address does not shine through.
  validateSearch: (search): { applicationId?: string | undefined } => ({
    applicationId: z.safeParse(Id, search['applicationId']).data,
  }),
  beforeLoad: requireMerchant,
  // No page waits for the merchant's data that does not need it, unless it is nearly here.
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
