import type { SignedIn } from '@volume/contract/session/session.ts';
import { useState } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { AuthHeading, FormError } from '#features/session/auth-form.tsx';
import { hasExpired, sessionErrorMessage } from '#features/session/session-messages.ts';
import { withRetries } from '#platform/calls/retries.ts';
import { proveSetUp, readSetUp } from '#platform/calls/secret-calls.ts';
import { ExpiredNotice, StepField, useCodeStep } from './code-step.tsx';
import { AuthenticatorSecret, RecoveryCodeList } from './two-factor-secrets.tsx';

/** The secret for the authenticator app; null when the request has expired or been used. */
export async function loadTwoFactorSetUp(twoFactorRequestId: string, signal: AbortSignal) {
  try {
    return await withRetries(() => readSetUp(twoFactorRequestId, signal), signal);
  } catch (error) {
    if (hasExpired(error)) return null;
    throw error;
  }
}

interface SetTwoFactorPageProps {
  twoFactorRequestId: string;
  setUp: { secret: string; otpauthUrl: string; email: string };
  signInHref: string;
  onSignedIn: (signedIn: SignedIn) => void;
}

/** Sets up an authenticator: the secret, a code as proof, then the recovery codes, which are shown only this once. */
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
      setFailure(sessionErrorMessage(error, ''));
    }
  };
  if (step.isFinished) return <ExpiredNotice title="This set-up has expired" signInHref={signInHref} />;
  if (done) return <RecoveryCodes codes={done.recoveryCodes} problem={failure} onSaved={() => goOn(done)} />;
  return (
    <form noValidate onSubmit={step.submit} className="grid gap-4">
      <AuthHeading title="Protect your sign-in">
        Add <bdi>{setUp.email}</bdi> to an authenticator app.
      </AuthHeading>
      <AuthenticatorSecret secret={setUp.secret} otpauthUrl={setUp.otpauthUrl} />
      <StepField label="Code from your app" step={step} />
      <Button type="submit" variant="primary" size="l" busy={step.isBusy}>
        Continue
      </Button>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref}>Start again</TextLink>
      </p>
    </form>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  problem: string | undefined;
  onSaved: () => void;
}

/** The recovery codes, shown only this once: the user must confirm that they are saved. */
function RecoveryCodes({ codes, problem, onSaved }: RecoveryCodesProps) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <div className="grid gap-4">
      <AuthHeading title="Save your recovery codes">
        Each can be used once if you can’t get a code. They won’t be shown again.
      </AuthHeading>
      <FormError message={problem} />
      <RecoveryCodeList codes={codes} />
      <Checkbox checked={isSaved} onChange={setIsSaved}>
        I’ve saved my recovery codes
      </Checkbox>
      <Button
        variant="primary"
        size="l"
        disabledReason={isSaved ? undefined : 'Confirm that you’ve saved your codes'}
        onClick={onSaved}
      >
        Continue
      </Button>
    </div>
  );
}
