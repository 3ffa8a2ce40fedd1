import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { type lookUpOtp, type PasskeyQuestion, proveOtpByPasskey } from '@volume/contract/session/passkeys.ts';
import type { SignedIn } from '@volume/contract/session/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { ResendMail } from '#forms/resend-mail.tsx';
import { AuthHeading, FormError, useFirstField } from '#features/session/auth-form.tsx';
import { isOver, sessionErrorMessage } from '#features/session/session-messages.ts';
import { proveCode, readOtp, resendCode } from '#platform/calls/secret-calls.ts';
import { KnownGenericError, statusOf } from '#platform/errors.ts';
import { OverNotice, StepField, useCodeStep } from './code-step.tsx';
import { askForPasskey } from '#platform/calls/passkeys.ts';
import { call } from '#platform/provider-api.ts';
import { supportHref } from '#platform/settings.ts';

/** What completes the sign-in; null where the deployment does not report it. */
type Otp = ResponseOf<typeof lookUpOtp> | null;

/**
 * What completes the sign-in, 'over' when the request has expired or been used. Null if unknown: then any code is
 * accepted.
 */
export async function loadOtp(otpRequestId: string, signal: AbortSignal): Promise<Otp | 'over'> {
  try {
    // Only chooses the hint for the code, so it must not delay the form for long.
    return await readOtp(otpRequestId, AbortSignal.any([signal, AbortSignal.timeout(5_000)]));
  } catch (error) {
    return isOver(error) ? 'over' : null;
  }
}

interface VerifyOtpPageProps {
  otpRequestId: string;
  otp: Otp;
  signInHref: string;
  /** Continues with the session. An error it throws is shown in the form. */
  onSignedIn: (signedIn: SignedIn) => void;
}

const digitsFrom = {
  EMAIL: 'Six digits from the email we sent you.',
  TOTP: 'Six digits from your authenticator app. If you’ve lost it, use a recovery code.',
  unknown: 'Six digits from your authenticator app or, if you don’t use one, from the email we sent you.',
};

/** A user who signed in with a recovery code may have lost the authenticator, which moving money still requires. */
const lostAuthenticatorMessage =
  'It can’t be used again. If you’ve lost your authenticator, replace it in Your account.';

const ways = {
  passkey: {
    title: 'Use your passkey',
    hint: 'With your fingerprint, face, screen lock or security key.',
    use: 'Use your passkey',
  },
  digits: { title: 'Enter your code', hint: '', use: 'Use a one-time code' },
  recovery: {
    title: 'Enter your code',
    hint: 'One of the codes you saved when you set up your second factor. Each works once.',
    use: 'Use a recovery code',
  },
};
type Way = keyof typeof ways;

function waysOf(otp: Otp): [Way, ...Way[]] {
  const withDigits: [Way, ...Way[]] = otp?.kind === 'PASSKEY' ? ['recovery'] : ['digits', 'recovery'];
  return otp?.passkey ? ['passkey', ...withDigits] : withDigits;
}

/** The second step of signing in: a passkey, a one-time code by mail or from an authenticator, or a recovery code. */
export function VerifyOtpPage({ otpRequestId, otp, signInHref, onSignedIn }: VerifyOtpPageProps) {
  const all = waysOf(otp);
  const [way, setWay] = useState(all[0]);
  const [isOverNow, setIsOverNow] = useState(false);
  const form = useFirstField(way);
  const step = useCodeStep({
    send: (code) => proveCode(otpRequestId, code),
    onAnswer: (signedIn) => {
      onSignedIn(signedIn);
      if (way === 'recovery') toast.good('Signed in with a recovery code', lostAuthenticatorMessage);
    },
    refused: 'That code is incorrect. Check it and try again.',
  });
  if (step.isFinished || isOverNow) return <OverNotice title="That code has expired" signInHref={signInHref} />;
  const kind = otp?.kind === 'PASSKEY' ? undefined : otp?.kind;
  const isMailed = kind !== 'TOTP';
  const change = (next: Way) => {
    setWay(next);
    step.clear();
  };
  return (
    <form ref={form} noValidate onSubmit={step.submit} className="grid gap-4">
      <AuthHeading title={ways[way].title}>
        {way === 'digits' ? digitsFrom[kind ?? 'unknown'] : ways[way].hint}
      </AuthHeading>
      {way === 'passkey' && otp?.passkey ? (
        <PasskeyStep {...{ otpRequestId, onSignedIn }} question={otp.passkey} onOver={() => setIsOverNow(true)} />
      ) : (
        <>
          <StepField
            key={way}
            label={way === 'recovery' ? 'Recovery code' : 'One-time code'}
            mode={way === 'recovery' ? 'recovery' : 'digits'}
            step={step}
          />
          <Button type="submit" variant="primary" size="l" busy={step.isBusy}>
            Continue
          </Button>
        </>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        {way === 'digits' && isMailed && (
          <ResendMail what="code" resend={() => resendCode(otpRequestId)} errorMessage={resendErrorMessage} />
        )}
        {all
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="quiet" size="s" className="-mx-2.5" onClick={() => change(other)}>
              {ways[other].use}
            </Button>
          ))}
      </div>
      {way === 'recovery' && <NoCodesLeft />}
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref}>Start again</TextLink>
      </p>
    </form>
  );
}

function NoCodesLeft() {
  return (
    <p className="m-0 text-ink-3">
      No codes left? Ask an administrator of your merchant to reset your second factor, or{' '}
      <TextLink href={supportHref()}>contact support</TextLink>.
    </p>
  );
}

/** Only emailed codes can be resent (contract §8 Second factor). */
function resendErrorMessage(error: unknown): string {
  if (statusOf(error) === 409) return 'Your code comes from your authenticator app.';
  return isOver(error)
    ? 'That code has expired. Start again.'
    : sessionErrorMessage(error, 'The code could not be resent.');
}

interface PasskeyStepProps {
  otpRequestId: string;
  question: PasskeyQuestion;
  /** Continues with the session. An error it throws is shown. */
  onSignedIn: (signedIn: SignedIn) => void;
  onOver: () => void;
}

/** Completes the sign-in with a passkey. Browsers ask for one only after a user gesture. */
function PasskeyStep({ otpRequestId, question, onSignedIn, onOver }: PasskeyStepProps) {
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
          : sessionErrorMessage(error, 'That passkey was not accepted. Try again.'),
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
