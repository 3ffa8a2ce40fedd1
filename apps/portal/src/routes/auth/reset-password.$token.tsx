import { createFileRoute } from '@tanstack/react-router';
import { DoorNote } from '#features/session/door-note.tsx';
import { supportHref } from '#platform/settings.ts';

export const Route = createFileRoute('/auth/reset-password/$token')({
  staticData: { title: 'Choose a password' },
  component: () => (
    <DoorNote title="Choose a password" supportHref={supportHref()}>
      Choosing a new password is not part of this version. Write to us from the address you sign in with.
    </DoorNote>
  ),
});
