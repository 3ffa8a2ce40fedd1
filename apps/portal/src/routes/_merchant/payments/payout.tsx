import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#shell/placeholder-page.tsx';

export const Route = createFileRoute('/_merchant/payments/payout')({
  staticData: { title: 'Payouts' },
  component: () => (
    <PlaceholderPage title="Payouts" missing="Payouts are not part of this version.">
      Money sent from your accounts to yours and to your suppliers belongs here.
    </PlaceholderPage>
  ),
});
