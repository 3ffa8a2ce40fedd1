import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#shell/placeholder-page.tsx';

export const Route = createFileRoute('/_merchant/balances/overview')({
  staticData: { title: 'Balances' },
  component: () => (
    <PlaceholderPage title="Balances" missing="Balances are not part of this version.">
      What each account holds and what of it is available belongs here.
    </PlaceholderPage>
  ),
});
