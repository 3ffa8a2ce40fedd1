import { useQuery } from '@tanstack/react-query';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { loadPayment } from '#features/pay-ins/pay-in-queries.ts';
import { PaymentPage } from '#features/pay-ins/payment/payment-page.tsx';
import { ReceiptPage } from '#features/pay-ins/payment/receipt-page.tsx';
import { adminPaymentHref, adminPaymentsHref } from '#platform/hrefs.ts';
import { requireId } from '#platform/require-id.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';

/** One payment of any merchant, or its receipt; 'Failed to fetch data' redirects to the list (contract §9 Errors). */
export const Route = createFileRoute('/admin/payments/$paymentId')({
  staticData: { title: 'Payment' },
  validateSearch: ({ view }): { view?: 'receipt' | undefined } => (view === 'receipt' ? { view } : {}),
  loader: ({ context: { queryClient }, params: { paymentId } }) => {
    requireId(paymentId, 'payment');
    void queryClient.prefetchQuery(merchantsQuery());
    return loadPayment(queryClient, paymentId, () => {
      throw redirect({ href: adminPaymentsHref(), replace: true });
    });
  },
  component: Payment,
});

function Payment() {
  const router = useRouter();
  const { paymentId } = Route.useParams();
  const { view } = Route.useSearch();
  const { data: merchants, isError, refetch } = useQuery(merchantsQuery());
  const findMerchant = ({ merchantId }: Pick<PaymentListItem, 'merchantId'>) =>
    merchants?.find((each) => each.merchantId === merchantId);
  const nameOf = (row: Pick<PaymentListItem, 'merchantId'>) => {
    if (!merchants) return isError ? null : undefined;
    return findMerchant(row)?.companyName ?? null;
  };
  const onNamesAgain = isError && !merchants ? () => void refetch() : undefined;
  if (view === 'receipt') {
    return (
      <ReceiptPage
        key={paymentId}
        paymentId={paymentId}
        list={{ label: 'All payments', href: adminPaymentsHref() }}
        paymentHref={adminPaymentHref(paymentId)}
        merchantName={nameOf}
        onNamesAgain={onNamesAgain}
      />
    );
  }
  return (
    <PaymentPage
      key={paymentId}
      paymentId={paymentId}
      listTitle="All payments"
      listHref={adminPaymentsHref()}
      paymentHref={(id) => adminPaymentHref(id)}
      receiptHref={adminPaymentHref(paymentId, { view: 'receipt' })}
      onGo={(href) => void router.navigate({ href, replace: href === adminPaymentsHref() })}
      merchantName={nameOf}
      findMerchant={findMerchant}
      onNamesAgain={onNamesAgain}
    />
  );
}
