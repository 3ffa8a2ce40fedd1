import { type PasskeyQuestion, proveOtpByPasskey } from '@volume/contract/passkeys.ts';
import type { SignedIn } from '@volume/contract/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { FormError } from '#features/session/auth-form.tsx';
import { isOver, sessionWords } from '#features/session/session-words.ts';
import { askForPasskey } from '#platform/calls/passkeys.ts';
import { KnownGenericError } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';

interface PasskeyStepProps {
  otpRequestId: string;
  question: PasskeyQuestion;
  /** Takes the session further. Whatever it throws is shown. */
  onSignedIn: (signedIn: SignedIn) => void;
  onOver: () => void;
}

/** Finishing a sign-in with a passkey. A browser asks for one only after a press. */
export function PasskeyStep({ otpRequestId, question, onSignedIn, onOver }: PasskeyStepProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async () => {
    setIsBusy(true);
    try {
      const passkey = await askForPasskey(question);
      onSignedIn(await call(proveOtpByPasskey, { body: { otpRequestId, passkey } }));
    } catch (error) {
      if (isOver(error)) onOver();
      setProblem(
        error instanceof KnownGenericError
          ? error.userFriendlyMessage
          : sessionWords(error, 'That passkey was not accepted. Try again.'),
      );
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <FormError message={problem} isOver={isBusy} />
      <Button variant="primary" size="l" busy={isBusy} onClick={() => void ask()}>
        Use your passkey
      </Button>
    </>
  );
}
