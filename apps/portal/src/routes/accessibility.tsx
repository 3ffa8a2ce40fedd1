import { createFileRoute } from '@tanstack/react-router';
import { AccessibilityPage } from '#features/about/accessibility-page.tsx';

export const Route = createFileRoute('/accessibility')({
  staticData: { title: 'Accessibility' },
  component: AccessibilityPage,
});
