import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#shell/placeholder-page.tsx';

export const Route = createFileRoute('/_merchant/')({
  staticData: { title: 'Overview' },
  component: () => (
    <PlaceholderPage title="Overview" missing="The overview is not part of this version.">
      Takings by day, success rate and what needs attention belong here. Every single payment is in the pay-ins.
    </PlaceholderPage>
  ),
});
