import { createFileRoute } from '@tanstack/react-router';
import { SendLinkForm } from '#features/session/passwords/send-link-form.tsx';

export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'Forgot your password' },
  validateSearch: ({ error }): { error?: string | undefined } => ({
    error: typeof error === 'string' ? error : undefined,
  }),
  component: Page,
});

function Page() {
  const { error } = Route.useSearch();
  return (
    <SendLinkForm title="Forgot your password?" problem={sentenceOf(error)}>
      Tell us the address you sign in with; we mail you a link.
    </SendLinkForm>
  );
}

/** The errors this page is reached with, in our own words; anything else in the address is never echoed (contract §9). */
function sentenceOf(error: string | undefined): string | undefined {
  if (error === 'expired') return 'That link has expired. Ask for a new one.';
  if (error === 'used') return 'That link was used already. Ask for a new one.';
  return error === 'invalid' ? 'That link is not valid. Ask for a new one.' : undefined;
}
