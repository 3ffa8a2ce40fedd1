import { forgotPassword } from '@volume/contract/passwords.ts';
import { Button } from '#design/controls/button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';
import { ResendMail } from '#domain/resend-mail.tsx';
import { sessionWords } from '#features/session/session-words.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';

/** Said after every request for a link, whoever asked: nobody learns here who has an account. */
export function LinkSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="grid gap-4">
      <div role="status">
        <AuthHeading title="Check your email">
          If <strong className="font-medium text-ink">{email}</strong> has an account, we’ve sent a link to choose a new
          password. It works once and expires in an hour.
        </AuthHeading>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <ResendMail
          what="link"
          resend={() => call(forgotPassword, { body: { email } })}
          words={(error) => sessionWords(error, 'The link could not be resent.')}
        />
        <Button variant="quiet" size="s" className="-mx-2.5" onClick={onBack}>
          Use another email
        </Button>
      </div>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </div>
  );
}
