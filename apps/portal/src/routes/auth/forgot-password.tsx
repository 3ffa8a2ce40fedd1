import { createFileRoute } from '@tanstack/react-router';
import { SendLinkForm } from '#features/session/send-link-form.tsx';

export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'Forgotten password' },
  validateSearch: ({ error }): { error?: string | undefined } => ({
    error: typeof error === 'string' ? error : undefined,
  }),
  component: Page,
});

function Page() {
  const { error } = Route.useSearch();
  return (
    <SendLinkForm title="Forgotten your password?" problem={linkProblem(error)}>
      Enter your email and we’ll send you a link.
    </SendLinkForm>
  );
}

/** The known error codes of this page's address with their messages; anything else is never echoed (contract §9). */
function linkProblem(error: string | undefined): string | undefined {
  if (error === 'expired') return 'That link has expired. Request a new one.';
  if (error === 'used') return 'That link has already been used. Request a new one.';
  return error === 'invalid' ? 'That link is not valid. Request a new one.' : undefined;
}
