import { passwordFaults, passwordFaultWords } from '@volume/contract/password-rules.ts';
import { resetPassword, type ResetToken } from '@volume/contract/passwords.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { PasswordField } from '#design/controls/password-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { DoorHeading } from '#features/session/door-heading.tsx';
import { FormError } from '#features/session/form-error.tsx';
import { isOver, sessionWords } from '#features/session/session-words.ts';
import { useFirstField } from '#features/session/use-first-field.ts';
import { ProviderApiError } from '#platform/errors.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { PasswordRules } from './password-rules.tsx';

interface ResetPasswordPageProps {
  token: string;
  type: ResetToken['type'];
  onDone: () => void;
  /** The link turned out to be used or over while this stood here. */
  onOver: () => void;
}
interface Problems {
  password?: string;
  form?: string | undefined;
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
  const form = useFirstField();
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  // Whatever the link is called, a new password is what it is for.
  const { title, text, action } = type === 'SET_PASSWORD' ? words.SET_PASSWORD : words.RESET_PASSWORD;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const problem = faultOf(password);
    setProblems(problem === undefined ? { form: problems.form } : { password: problem });
    if (problem !== undefined) return event.currentTarget.querySelector('input')?.focus();
    setIsBusy(true);
    call(resetPassword, { body: { token, password } })
      .then(onDone)
      .catch((error: unknown) => (isOver(error) ? onOver() : setProblems(problemsOf(error))))
      .finally(() => setIsBusy(false));
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <DoorHeading title={title}>{text}</DoorHeading>
      <FormError message={problems.form} isOver={isBusy} />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        value={password}
        error={problems.password}
        onChange={(event) => {
          setPassword(event.target.value);
          if (problems.password !== undefined) setProblems({});
        }}
      />
      <PasswordRules password={password} />
      <Button type="submit" variant="primary" size="l" busy={isBusy}>
        {action}
      </Button>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </form>
  );
}

function faultOf(password: string): string | undefined {
  if (password === '') return 'Password is required';
  const [fault] = passwordFaults(password);
  return fault && `The password ${passwordFaultWords[fault]}`;
}

/** The server knows more: it refuses passwords made of the own name, address or company. */
function problemsOf(error: unknown): Problems {
  if (error instanceof ProviderApiError && error.status === 400) {
    return { password: error.errorMessage.replace(/^password /, 'The password ') };
  }
  return { form: sessionWords(error, 'The password could not be saved.') };
}
