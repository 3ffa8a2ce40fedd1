import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { loadPayment } from '#features/pay-ins/payment/load-payment.ts';
import { PaymentPage } from '#features/pay-ins/payment/payment-page.tsx';
import { payInHref, payInsHref } from '#platform/hrefs.ts';

/** One payment; 'Failed to fetch data' leads to the list (§2, §8). */
export const Route = createFileRoute('/_merchant/payments/$paymentId')({
  staticData: { title: 'Payment' },
  loader: ({ context: { queryClient }, params: { paymentId } }) =>
    loadPayment(queryClient, paymentId, () => {
      throw redirect({ href: payInsHref(), replace: true });
    }),
  component: Payment,
});

function Payment() {
  const router = useRouter();
  const { paymentId } = Route.useParams();
  return (
    <PaymentPage
      key={paymentId}
      paymentId={paymentId}
      listTitle="Pay-ins"
      listHref={payInsHref()}
      paymentHref={(id) => payInHref(id)}
      onGo={(href) => void router.navigate({ href, replace: href === payInsHref() })}
    />
  );
}
