import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#shell/placeholder-page.tsx';

export const Route = createFileRoute('/_merchant/exchange')({
  staticData: { title: 'Exchange' },
  component: () => (
    <PlaceholderPage title="Exchange" missing="Currency exchange is not part of this version.">
      Changing pounds into euros and back between your accounts belongs here.
    </PlaceholderPage>
  ),
});
