import { forgotPassword } from '@volume/contract/passwords.ts';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';
import { FormError } from '#features/session/form-error.tsx';
import { sessionWords } from '#features/session/session-words.ts';
import { useFirstField } from '#features/session/use-first-field.ts';
import { textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { LinkSent } from './link-sent.tsx';

interface SendLinkFormProps {
  title: string;
  children: ReactNode;
  /** What led here, told above the field. */
  problem?: string | undefined;
}

const addressSchema = z.object({
  email: textBy((address) => (address === '' ? 'Email address is required' : undefined)),
});

/** Asks for the address and mails a link to it. The answer is the same whether or not there is such an account. */
export function SendLinkForm({ title, children, problem }: SendLinkFormProps) {
  const [failure, setFailure] = useState(problem);
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const run = ({ email }: { email: string }) => {
    setIsBusy(true);
    call(forgotPassword, { body: { email } })
      .then(() => setSentTo(email))
      .catch((reason: unknown) => setFailure(sessionWords(reason, 'The link could not be sent.')))
      .finally(() => setIsBusy(false));
  };
  const form = useForm({ schema: addressSchema, values: { email: '' }, write: { run, isBusy } });
  useFirstField('', form.element.ref);
  if (sentTo !== undefined) return <LinkSent email={sentTo} onBack={() => setSentTo(undefined)} />;
  return (
    <form {...form.element} className="grid gap-4">
      <AuthHeading title={title}>{children}</AuthHeading>
      <FormError message={failure} isOver={isBusy} />
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
