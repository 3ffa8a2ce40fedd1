import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#shell/placeholder-page.tsx';

export const Route = createFileRoute('/_merchant/pay-by-link/$paymentIntentId')({
  staticData: { title: 'Payment link' },
  component: () => (
    <PlaceholderPage title="Payment link" missing="Payment links are not part of this version.">
      A link, its attempts and its QR code belong here. Payments made through it are in the pay-ins.
    </PlaceholderPage>
  ),
});
