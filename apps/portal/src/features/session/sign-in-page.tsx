import { signIn, type SignInAnswer } from '@volume/contract/session/session.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { repeatPress } from '#platform/early-press.ts';
import { Button } from '#design/controls/button.tsx';
import { PasswordField } from '#design/controls/password-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { forgotPasswordHref, signUpHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { AuthHeading, FormError, useFirstField } from './auth-form.tsx';
import { sessionErrorMessage } from './session-messages.ts';

interface SignInPageProps {
  hasSignUp: boolean;
  /** Continues with the answer. An error it throws is shown in the form. */
  onAnswer: (answer: SignInAnswer) => void;
}
interface Problems {
  email?: string;
  password?: string;
  form?: string | undefined;
}

/** Sign-in (§5). A failure keeps the typed email and password. */
export function SignInPage({ hasSignUp, onAnswer }: SignInPageProps) {
  const form = useFirstField();
  useEffect(repeatPress, []);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    // The fields keep their text themselves, because it can be typed before React has taken over the page.
    const typed = new FormData(event.currentTarget);
    const [email, password] = [String(typed.get('email')), String(typed.get('password'))];
    const found = check(email, password);
    const hasProblem = Object.keys(found).length > 0;
    setProblems(hasProblem ? found : { form: problems.form });
    if (hasProblem) return focusFirstProblem(event.currentTarget, found);
    setIsBusy(true);
    call(signIn, { body: { email: email.trim(), password } })
      .then(onAnswer)
      .catch((error: unknown) =>
        setProblems({ form: sessionErrorMessage(error, 'The email address or password is incorrect.') }),
      )
      .finally(() => setIsBusy(false));
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <AuthHeading title="Sign in to the Merchant Portal" />
      <FormError message={problems.form} isHidden={isBusy} />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.email}
      />
      <PasswordField
        label="Password"
        name="password"
        error={problems.password}
        aside={<TextLink href={forgotPasswordHref()}>Forgotten your password?</TextLink>}
      />
      <Button type="submit" variant="primary" size="l" busy={isBusy}>
        Sign in
      </Button>
      {hasSignUp && (
        <p className="m-0 text-center text-ink-3">
          New here? <TextLink href={signUpHref()}>Try the sandbox</TextLink>
        </p>
      )}
    </form>
  );
}

/** §5: both are required, with these messages. */
function check(email: string, password: string): Problems {
  return {
    ...(email.trim() === '' ? { email: 'Email address is required' } : {}),
    ...(password === '' ? { password: 'Password is required' } : {}),
  };
}

function focusFirstProblem(form: HTMLFormElement, { email }: Problems): void {
  form.querySelector<HTMLInputElement>(`[name=${email ? 'email' : 'password'}]`)?.focus();
}
