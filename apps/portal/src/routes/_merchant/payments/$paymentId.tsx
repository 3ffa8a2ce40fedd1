import { useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { loadPayment } from '#features/pay-ins/pay-in-queries.ts';
import { PaymentPage } from '#features/pay-ins/payment/payment-page.tsx';
import { ReceiptPage } from '#features/pay-ins/payment/receipt-page.tsx';
import { CreateLink } from '#features/payment-links/create-link.tsx';
import { payInHref, payInsHref, paymentLinkHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { requireId } from '#platform/require-id.ts';
import { Permitted } from '#platform/session/use-session.ts';

/** One payment, or its receipt; 'Failed to fetch data' redirects to the list (§2, §8). */
export const Route = createFileRoute('/_merchant/payments/$paymentId')({
  staticData: { title: 'Payment' },
  validateSearch: ({ view }): { view?: 'receipt' | undefined } => (view === 'receipt' ? { view } : {}),
  loader: ({ context: { queryClient }, params: { paymentId } }) => {
    requireId(paymentId, 'payment');
    return loadPayment(queryClient, paymentId, () => {
      throw redirect({ href: payInsHref(), replace: true });
    });
  },
  component: Payment,
});

function Payment() {
  const router = useRouter();
  const { paymentId } = Route.useParams();
  const { merchantId } = Route.useRouteContext();
  const { applicationId, view } = Route.useSearch();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  if (view === 'receipt') {
    return (
      <ReceiptPage
        key={paymentId}
        paymentId={paymentId}
        list={{ label: 'Pay-ins', href: payInsHref() }}
        paymentHref={payInHref(paymentId)}
        merchantName={() => merchant?.companyName}
      />
    );
  }
  return (
    <PaymentPage
      key={paymentId}
      paymentId={paymentId}
      listTitle="Pay-ins"
      findMerchant={() => merchant}
      listHref={payInsHref()}
      paymentHref={(id) => payInHref(id)}
      sendLink={(row) => (
        <Permitted anyOf={['PAY_BY_LINK']}>
          <CreateLink
            merchant={merchant}
            applicationId={row.applicationId ?? applicationId}
            label="Send a payment link"
            again={row}
            onCreated={(id) => void router.navigate({ href: paymentLinkHref(id) })}
          />
        </Permitted>
      )}
      receiptHref={payInHref(paymentId, { view: 'receipt' })}
      onGo={(href) => void router.navigate({ href, replace: href === payInsHref() })}
    />
  );
}
