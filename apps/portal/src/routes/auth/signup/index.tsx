import { createFileRoute } from '@tanstack/react-router';
import { DoorNote } from '#features/session/door-note.tsx';
import { supportHref } from '#platform/settings.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const Route = createFileRoute('/auth/signup/')({
  staticData: { title: 'Try the sandbox' },
  validateSearch: (
    search,
  ): { utm_source?: string | undefined; utm_medium?: string | undefined; utm_campaign?: string | undefined } => ({
    utm_source: text(search['utm_source']),
    utm_medium: text(search['utm_medium']),
    utm_campaign: text(search['utm_campaign']),
  }),
  component: () => (
    <DoorNote title="Try the sandbox" supportHref={supportHref()}>
      Signing up by yourself is not part of this version. Write to us and we open a sandbox account for you.
    </DoorNote>
  ),
});
