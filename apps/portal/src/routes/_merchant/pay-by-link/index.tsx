import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#shell/placeholder-page.tsx';

export const Route = createFileRoute('/_merchant/pay-by-link/')({
  staticData: { title: 'Pay by link' },
  component: () => (
    <PlaceholderPage title="Pay by link" missing="Payment links are not part of this version.">
      Links that you send to a payer, and what became of them, belong here. Payments made through one are in the
      pay-ins.
    </PlaceholderPage>
  ),
});
