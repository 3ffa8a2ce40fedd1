import { createFileRoute } from '@tanstack/react-router';
import { PaymentIntentPage } from '#features/payment-intents/payment-intent-page.tsx';
import { paymentIntentQuery } from '#features/payment-intents/payment-intent-queries.ts';
import { payByLinkHref, payInHref } from '#platform/hrefs.ts';
import { requireId } from '#platform/require-id.ts';

/** One payment link (§2). */
export const Route = createFileRoute('/_merchant/pay-by-link/$paymentIntentId')({
  staticData: { title: 'Payment link' },
  loader: ({ context: { queryClient }, params: { paymentIntentId } }) => {
    requireId(paymentIntentId, 'payment link');
    return queryClient.ensureQueryData(paymentIntentQuery(paymentIntentId)).then(() => undefined);
  },
  component: PaymentLink,
});

function PaymentLink() {
  const { paymentIntentId } = Route.useParams();
  return (
    <PaymentIntentPage
      key={paymentIntentId}
      paymentIntentId={paymentIntentId}
      listHref={payByLinkHref()}
      paymentHref={(id) => payInHref(id)}
    />
  );
}
