import { forgotPassword } from '@volume/contract/passwords.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { sessionWords } from '#features/session/session-words.ts';
import { ApiError, errorWords } from '#platform/errors.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import type { SignUpRefusal } from './request-sign-up.ts';

/** Why no account was opened, and what can be done about it. */
export function RefusedSignUp({ refusal, email }: { refusal: SignUpRefusal | undefined; email: string }) {
  if (refusal === undefined) return null;
  if (refusal.type === 'ACCOUNT_EXISTS') return <AccountExists email={email} />;
  if (refusal.type === 'UNAUTHORIZED') {
    return (
      <Notice tone="bad" title="Sign-up is not available at the moment.">
        Contact support and we’ll create an account for you.
      </Notice>
    );
  }
  const { error } = refusal;
  const { traceId } = errorWords(error);
  const hasNoAnswer = error instanceof ApiError && error.isNetworkFailure;
  return (
    <Refusal message={sessionWords(error, errorWords(error).subHeading)} traceId={traceId}>
      {hasNoAnswer
        ? 'Your details are still in the form. Try again.'
        : 'No account was created. Your details are still in the form.'}
    </Refusal>
  );
}

/** §8 ACCOUNT_EXISTS: the ways in stand beside the words. */
function AccountExists({ email }: { email: string }) {
  const [said, setSaid] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const sendLink = () => {
    setIsBusy(true);
    call(forgotPassword, { body: { email } })
      .then(
        () => setSaid('We’ve sent a link to choose a password.'),
        (error: unknown) => setSaid(sessionWords(error, 'The link could not be sent.')),
      )
      .finally(() => setIsBusy(false));
  };
  return (
    <Notice tone="held" title="There is already an account with this email.">
      <div className="mt-1 flex flex-wrap gap-2">
        <LinkButton href={signInHref()} size="s">
          Sign in
        </LinkButton>
        <Button size="s" busy={isBusy} onClick={sendLink}>
          Send a password reset link
        </Button>
      </div>
      <p role="status" className={said === undefined ? 'sr-only' : 'm-0 mt-2'}>
        {said}
      </p>
    </Notice>
  );
}
