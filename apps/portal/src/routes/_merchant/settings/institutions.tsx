import { createFileRoute } from '@tanstack/react-router';
import { SettingsPlaceholder } from '#shell/settings-placeholder.tsx';

export const Route = createFileRoute('/_merchant/settings/institutions')({
  staticData: { title: 'Institutions' },
  component: () => (
    <SettingsPlaceholder missing="Choosing banks is not part of this version.">
      Which banks your payers can choose belongs here.
    </SettingsPlaceholder>
  ),
});
