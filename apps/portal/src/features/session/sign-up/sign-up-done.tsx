import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { ResendMail } from '#forms/resend-mail.tsx';
import { AuthHeading } from '#features/session/auth-form.tsx';
import { sessionErrorMessage } from '#features/session/session-messages.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';

interface SignUpDoneProps {
  /** Unknown when the address is opened directly. */
  email: string | undefined;
  /** The page that shows outgoing mail in local use. */
  outboxHref: string | undefined;
}

/** After a sandbox sign-up: the next steps, and help if the email does not arrive. */
export function SignUpDone({ email, outboxHref }: SignUpDoneProps) {
  return (
    <div className="grid gap-4">
      <AuthHeading title="Your sandbox account is ready">
        {email === undefined ? (
          'We sent you an email'
        ) : (
          <>We sent an email to {<strong className="font-medium text-ink">{email}</strong>}</>
        )}{' '}
        with a link to set your password. It works once and expires in 7 days.
      </AuthHeading>
      <ol className="m-0 grid list-decimal gap-1.5 border-y border-line py-3 pl-5 text-ink-2 marker:text-ink-3">
        <li>Open the link and choose a password.</li>
        <li>You are signed in, and the first steps are shown.</li>
        <li>Create a payment link and pay it at the simulated bank.</li>
      </ol>
      {outboxHref !== undefined && (
        <p className="m-0 text-label text-ink-3">
          On this machine, emails are in the <TextLink href={outboxHref}>outbox</TextLink>.
        </p>
      )}
      {email !== undefined && (
        <ResendMail
          what="link"
          resend={() => call(forgotPassword, { body: { email } })}
          errorMessage={(error) => sessionErrorMessage(error, 'The link could not be resent.')}
        />
      )}
      <LinkButton href={signInHref()} size="l">
        Go to sign-in
      </LinkButton>
    </div>
  );
}
