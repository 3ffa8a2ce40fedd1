import { createFileRoute } from '@tanstack/react-router';
import { DoorNote } from '#features/session/door-note.tsx';
import { supportHref } from '#platform/settings.ts';

export const Route = createFileRoute('/auth/signup/success')({
  staticData: { title: 'Account ready' },
  component: () => (
    <DoorNote title="Your sandbox account" supportHref={supportHref()}>
      When your sandbox account is ready we write to you, with the way to your first sign-in.
    </DoorNote>
  ),
});
