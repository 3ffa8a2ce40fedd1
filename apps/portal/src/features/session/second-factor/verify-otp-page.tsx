import type { SignedIn } from '@volume/contract/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { ResendMail } from '#domain/resend-mail.tsx';
import { AuthHeading, useFirstField } from '#features/session/auth-form.tsx';
import { isOver, sessionWords } from '#features/session/session-words.ts';
import { proveCode, resendCode } from '#platform/calls/secret-calls.ts';
import { statusOf } from '#platform/errors.ts';
import { OverNotice, StepField, useCodeStep } from './code-step.tsx';

interface VerifyOtpPageProps {
  otpRequestId: string;
  signInHref: string;
  /** Takes the session further. Whatever it throws is shown in the form. */
  onSignedIn: (signedIn: SignedIn) => void;
}

const kinds = {
  digits: {
    label: 'One-time code',
    hint: 'Six digits from your authenticator app or, if you don’t use one, from the email we sent you.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved when you set up your second factor.',
    other: 'Use a one-time code',
  },
};

/** The second step of signing in: a one-time code by mail or from an authenticator, or a recovery code. */
export function VerifyOtpPage({ otpRequestId, signInHref, onSignedIn }: VerifyOtpPageProps) {
  const [mode, setMode] = useState<keyof typeof kinds>('digits');
  const form = useFirstField(mode);
  const step = useCodeStep({
    send: (code) => proveCode(otpRequestId, code),
    onAnswer: onSignedIn,
    refused: 'That code is incorrect. Check it and try again.',
  });
  if (step.isFinished) return <OverNotice title="That code has expired" signInHref={signInHref} />;
  const { label, hint, other } = kinds[mode];
  const change = () => {
    setMode(mode === 'digits' ? 'recovery' : 'digits');
    step.clear();
  };
  return (
    <form ref={form} noValidate onSubmit={step.submit} className="grid gap-4">
      <AuthHeading title="Enter your code">{hint}</AuthHeading>
      <StepField key={mode} label={label} mode={mode} step={step} />
      <Button type="submit" variant="primary" size="l" busy={step.isBusy}>
        Continue
      </Button>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        {mode === 'digits' && <ResendMail what="code" resend={() => resendCode(otpRequestId)} words={resendWords} />}
        <Button variant="quiet" size="s" className="-mx-2.5" onClick={change}>
          {other}
        </Button>
      </div>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref}>Start again</TextLink>
      </p>
    </form>
  );
}

/** Only mailed codes can be sent again (contract §8 Second factor). */
function resendWords(error: unknown): string {
  if (statusOf(error) === 409) return 'Your code comes from your authenticator app.';
  return isOver(error) ? 'That code has expired. Start again.' : sessionWords(error, 'The code could not be resent.');
}
