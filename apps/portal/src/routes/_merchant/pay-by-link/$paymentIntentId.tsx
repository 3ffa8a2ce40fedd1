import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { CreateLink } from '#features/payment-links/create-link.tsx';
import { PaymentLinkPage } from '#features/payment-links/payment-link-page.tsx';
import { paymentLinkQuery } from '#features/payment-links/payment-link-queries.ts';
import { payByLinkHref, payInHref, paymentLinkHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { requireId } from '#platform/require-id.ts';

export const Route = createFileRoute('/_merchant/pay-by-link/$paymentIntentId')({
  staticData: { title: 'Payment link' },
  loader: ({ context: { queryClient }, params: { paymentIntentId } }) => {
    requireId(paymentIntentId, 'payment link');
    return queryClient.ensureQueryData(paymentLinkQuery(paymentIntentId)).then(() => undefined);
  },
  component: PaymentLink,
});

function PaymentLink() {
  const router = useRouter();
  const { paymentIntentId } = Route.useParams();
  const { merchantId } = Route.useRouteContext();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  return (
    <PaymentLinkPage
      key={paymentIntentId}
      paymentIntentId={paymentIntentId}
      listHref={payByLinkHref()}
      paymentHref={(id) => payInHref(id)}
      duplicate={(paymentLink) => (
        <CreateLink
          merchant={merchant}
          applicationId={paymentLink.applicationId}
          label="Duplicate link"
          again={paymentLink}
          onCreated={(id) => void router.navigate({ href: paymentLinkHref(id) })}
        />
      )}
    />
  );
}
