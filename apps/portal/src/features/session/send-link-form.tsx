import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { ResendMail } from '#forms/resend-mail.tsx';
import { textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { AuthHeading, FormError, useFirstField } from './auth-form.tsx';
import { sessionErrorMessage } from './session-messages.ts';

interface SendLinkFormProps {
  title: string;
  children: ReactNode;
  /** Why the user was sent here, shown above the field. */
  problem?: string | undefined;
}

const addressSchema = z.object({
  email: textBy((address) => (address === '' ? 'Email address is required' : undefined)),
});

/** Emails a link to the address. The response is the same whether or not the account exists. */
export function SendLinkForm({ title, children, problem }: SendLinkFormProps) {
  const [failure, setFailure] = useState(problem);
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const run = ({ email }: { email: string }) => {
    setIsBusy(true);
    call(forgotPassword, { body: { email } })
      .then(() => setSentTo(email))
      .catch((reason: unknown) => setFailure(sessionErrorMessage(reason, 'The link could not be sent.')))
      .finally(() => setIsBusy(false));
  };
  const form = useForm({ schema: addressSchema, values: { email: '' }, write: { run, isBusy } });
  useFirstField('', form.element.ref);
  if (sentTo !== undefined) return <LinkSent email={sentTo} onBack={() => setSentTo(undefined)} />;
  return (
    <form {...form.element} className="grid gap-4">
      <AuthHeading title={title}>{children}</AuthHeading>
      <FormError message={failure} isHidden={isBusy} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('email')}
      />
      <Button type="submit" variant="primary" size="l" busy={isBusy}>
        Send link
      </Button>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </form>
  );
}

/** Shown after every request, so that it does not reveal which accounts exist. */
function LinkSent({ email, onBack }: { email: string; onBack: () => void }) {
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
          errorMessage={(error) => sessionErrorMessage(error, 'The link could not be resent.')}
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

const words = {
  used: {
    title: 'This link has already been used',
    text: 'Each link works once. Enter your email and we’ll send a new one.',
  },
  expired: {
    title: 'This link has expired',
    text: 'Enter your email and we’ll send a new one.',
  },
};

/** Shown for an expired or used link, with a form to request a new one. */
export function DeadLink({ kind }: { kind: keyof typeof words }) {
  const { title, text } = words[kind];
  return <SendLinkForm title={title}>{text}</SendLinkForm>;
}
