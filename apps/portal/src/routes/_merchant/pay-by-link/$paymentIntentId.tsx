import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { CreateLink } from '#features/payment-intents/create-link.tsx';
import { PaymentIntentPage } from '#features/payment-intents/payment-intent-page.tsx';
import { paymentIntentQuery } from '#features/payment-intents/payment-intent-queries.ts';
import { payByLinkHref, payInHref, paymentIntentHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { requireId } from '#platform/require-id.ts';

export const Route = createFileRoute('/_merchant/pay-by-link/$paymentIntentId')({
  staticData: { title: 'Payment link' },
  loader: ({ context: { queryClient }, params: { paymentIntentId } }) => {
    requireId(paymentIntentId, 'payment link');
    return queryClient.ensureQueryData(paymentIntentQuery(paymentIntentId)).then(() => undefined);
  },
  component: PaymentLink,
});

function PaymentLink() {
  const router = useRouter();
  const { paymentIntentId } = Route.useParams();
  const { merchantId } = Route.useRouteContext();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  return (
    <PaymentIntentPage
      key={paymentIntentId}
      paymentIntentId={paymentIntentId}
      listHref={payByLinkHref()}
      paymentHref={(id) => payInHref(id)}
      duplicate={(intent) => (
        <CreateLink
          merchant={merchant}
          applicationId={intent.applicationId}
          label="Duplicate link"
          again={intent}
          onCreated={(id) => void router.navigate({ href: paymentIntentHref(id) })}
        />
      )}
    />
  );
}
