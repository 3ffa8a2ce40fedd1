import { resetPassword, type ResetToken } from '@volume/contract/passwords.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { PasswordField } from '#design/controls/password-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';
import { FormError } from '#features/session/form-error.tsx';
import { isOver, sessionWords } from '#features/session/session-words.ts';
import { useFirstField } from '#features/session/use-first-field.ts';
import { newPassword, PasswordRules } from '#forms/new-password.tsx';
import { useForm } from '#forms/use-form.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { refusalWords } from '#platform/writes/refusal-words.ts';

interface ResetPasswordPageProps {
  token: string;
  type: ResetToken['type'];
  onDone: () => void;
  /** The link turned out to be used or over while this stood here. */
  onOver: () => void;
}
const words = {
  RESET_PASSWORD: {
    title: 'Choose a new password',
    text: 'You’ll be signed out on all devices. Sign in again with the new password.',
    action: 'Save password',
  },
  SET_PASSWORD: {
    title: 'Welcome',
    text: 'Choose a password for your account.',
    action: 'Set password',
  },
} as const;

/** Chooses a password by a link from a mail; what was typed stays whatever the answer is. */
export function ResetPasswordPage({ token, type, onDone, onOver }: ResetPasswordPageProps) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  // Whatever the link is called, a new password is what it is for.
  const { title, text, action } = type === 'SET_PASSWORD' ? words.SET_PASSWORD : words.RESET_PASSWORD;
  const run = ({ password }: { password: string }) => {
    setIsBusy(true);
    call(resetPassword, { body: { token, password } })
      .then(onDone)
      .catch((refused: unknown) => (isOver(refused) ? onOver() : setError(refused)))
      .finally(() => setIsBusy(false));
  };
  // The server knows more: it refuses passwords made of the own name, address or company.
  const refusal = isBusy || error === undefined ? undefined : refusalWords(error);
  const form = useForm({ schema: newPassword, values: { password: '' }, write: { run, isBusy, refusal } });
  useFirstField('', form.element.ref);
  const isOnField = error !== undefined && refusalWords(error).fault?.field === 'password';
  const failure =
    error === undefined || isOnField ? undefined : sessionWords(error, 'The password could not be saved.');
  return (
    <form {...form.element} className="grid gap-4">
      <AuthHeading title={title}>{text}</AuthHeading>
      <FormError message={failure} isOver={isBusy} />
      <PasswordField label="New password" autoComplete="new-password" {...form.text('password')} />
      <PasswordRules password={form.typed.password} />
      <Button type="submit" variant="primary" size="l" busy={isBusy}>
        {action}
      </Button>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </form>
  );
}
