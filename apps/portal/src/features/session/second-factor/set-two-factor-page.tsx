import type { SignedIn } from '@volume/contract/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { proveSetUp } from '#platform/calls/secret-calls.ts';
import { AuthenticatorSecret } from './authenticator-secret.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';
import { OverNotice } from './over-notice.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { sessionWords } from '#features/session/session-words.ts';
import { useCodeStep } from './use-code-step.ts';

interface SetTwoFactorPageProps {
  twoFactorRequestId: string;
  setUp: { secret: string; otpauthUrl: string; email: string };
  signInHref: string;
  onSignedIn: (signedIn: SignedIn) => void;
}

/** Setting up an authenticator: the secret, a code as proof, then the recovery codes, shown this once. */
export function SetTwoFactorPage({ twoFactorRequestId, setUp, signInHref, onSignedIn }: SetTwoFactorPageProps) {
  const [done, setDone] = useState<SignedIn & { recoveryCodes: string[] }>();
  const [failure, setFailure] = useState<string>();
  const step = useCodeStep({
    send: (code) => proveSetUp(twoFactorRequestId, code),
    onAnswer: setDone,
    refused: 'That code is incorrect. Wait for the next one and try again.',
  });
  const goOn = ({ accessToken, email }: SignedIn) => {
    try {
      onSignedIn({ accessToken, email });
    } catch (error) {
      setFailure(sessionWords(error, ''));
    }
  };
  if (step.isFinished) return <OverNotice title="This set-up has expired" signInHref={signInHref} />;
  if (done) return <RecoveryCodes codes={done.recoveryCodes} problem={failure} onSaved={() => goOn(done)} />;
  return (
    <form noValidate onSubmit={step.submit} className="grid gap-4">
      <AuthHeading title="Protect your sign-in">
        Add <bdi>{setUp.email}</bdi> to an authenticator app.
      </AuthHeading>
      <AuthenticatorSecret secret={setUp.secret} otpauthUrl={setUp.otpauthUrl} />
      <CodeField
        label="Code from your app"
        name="code"
        value={step.code}
        error={step.problem}
        readOnly={step.isBusy}
        onChange={step.setCode}
        onComplete={step.attempt}
      />
      <Button type="submit" variant="primary" size="l" busy={step.isBusy}>
        Continue
      </Button>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref}>Start again</TextLink>
      </p>
    </form>
  );
}
