import { createFileRoute } from '@tanstack/react-router';
import { DoorNote } from '#features/session/door-note.tsx';
import { FormError } from '#features/session/form-error.tsx';
import { supportHref } from '#platform/settings.ts';

/** The errors this page is reached with, in our own words; anything else in the address is never echoed (contract §9). */
const sentences: Record<string, string> = {
  expired: 'That link has expired. Ask for a new one.',
  used: 'That link was used already. Ask for a new one.',
  invalid: 'That link is not valid. Ask for a new one.',
};

export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'Forgot your password' },
  validateSearch: (search): { error?: string | undefined } => ({
    error: Object.keys(sentences).find((name) => name === search['error']),
  }),
  component: Page,
});

function Page() {
  const { error } = Route.useSearch();
  return (
    <DoorNote title="Forgot your password?" supportHref={supportHref()}>
      <FormError message={error === undefined ? undefined : sentences[error]} />
      <p className="m-0 mt-2">
        Resetting it by yourself is not part of this version. Write to us from the address you sign in with.
      </p>
    </DoorNote>
  );
}
