import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { type lookUpOtp, type PasskeyQuestion, proveOtpByPasskey } from '@volume/contract/session/passkeys.ts';
import type { SignedIn } from '@volume/contract/session/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { ResendMail } from '#forms/resend-mail.tsx';
import { AuthHeading, FormError, useFirstField } from '#features/session/auth-form.tsx';
import { hasExpired, sessionErrorMessage } from '#features/session/session-messages.ts';
import { proveCode, readOtp, resendCode } from '#platform/calls/secret-calls.ts';
import { KnownGenericError, statusOf } from '#platform/errors.ts';
import { ExpiredNotice, StepField, useCodeStep } from './code-step.tsx';
import { askForPasskey } from '#platform/calls/passkeys.ts';
import { call } from '#platform/provider-api.ts';
import { supportHref } from '#platform/settings.ts';

/** How the sign-in is completed; null when the deployment does not report it. */
type Otp = ResponseOf<typeof lookUpOtp> | null;

/**
 * How the sign-in is completed; 'expired' when the request has expired or been used. Null if unknown: then any code is accepted.
 */
export async function loadOtp(otpRequestId: string, signal: AbortSignal): Promise<Otp | 'expired'> {
  try {
    // Only chooses the hint for the code, so it must not delay the form for long.
    return await readOtp(otpRequestId, AbortSignal.any([signal, AbortSignal.timeout(5_000)]));
  } catch (error) {
    return hasExpired(error) ? 'expired' : null;
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

const methods = {
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
type Method = keyof typeof methods;

function methodsOf(otp: Otp): [Method, ...Method[]] {
  const withDigits: [Method, ...Method[]] = otp?.kind === 'PASSKEY' ? ['recovery'] : ['digits', 'recovery'];
  return otp?.passkey ? ['passkey', ...withDigits] : withDigits;
}

/** The second step of signing in: a passkey, a one-time code by mail or from an authenticator, or a recovery code. */
export function VerifyOtpPage({ otpRequestId, otp, signInHref, onSignedIn }: VerifyOtpPageProps) {
  const all = methodsOf(otp);
  const [method, setMethod] = useState(all[0]);
  const [hasExpired, setExpired] = useState(false);
  const form = useFirstField(method);
  const step = useCodeStep({
    send: (code) => proveCode(otpRequestId, code),
    onAnswer: (signedIn) => {
      onSignedIn(signedIn);
      if (method === 'recovery') toast.good('Signed in with a recovery code', lostAuthenticatorMessage);
    },
    refused: 'That code is incorrect. Check it and try again.',
  });
  if (step.isFinished || hasExpired) return <ExpiredNotice title="That code has expired" signInHref={signInHref} />;
  const kind = otp?.kind === 'PASSKEY' ? undefined : otp?.kind;
  const isMailed = kind !== 'TOTP';
  const change = (next: Method) => {
    setMethod(next);
    step.clear();
  };
  return (
    <form ref={form} noValidate onSubmit={step.submit} className="grid gap-4">
      <AuthHeading title={methods[method].title}>
        {method === 'digits' ? digitsFrom[kind ?? 'unknown'] : methods[method].hint}
      </AuthHeading>
      {method === 'passkey' && otp?.passkey ? (
        <PasskeyStep {...{ otpRequestId, onSignedIn }} question={otp.passkey} onExpired={() => setExpired(true)} />
      ) : (
        <>
          <StepField
            key={method}
            label={method === 'recovery' ? 'Recovery code' : 'One-time code'}
            mode={method === 'recovery' ? 'recovery' : 'digits'}
            step={step}
          />
          <Button type="submit" variant="primary" size="l" busy={step.isBusy}>
            Continue
          </Button>
        </>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        {method === 'digits' && isMailed && (
          <ResendMail what="code" resend={() => resendCode(otpRequestId)} errorMessage={resendErrorMessage} />
        )}
        {all
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="quiet" size="s" className="-mx-2.5" onClick={() => change(other)}>
              {methods[other].use}
            </Button>
          ))}
        <LinkButton href={signInHref} variant="quiet" size="s" className="-mx-2.5">
          Start again
        </LinkButton>
      </div>
      {method === 'recovery' && <NoCodesLeft />}
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
  return hasExpired(error)
    ? 'That code has expired. Start again.'
    : sessionErrorMessage(error, 'The code could not be resent.');
}

interface PasskeyStepProps {
  otpRequestId: string;
  question: PasskeyQuestion;
  /** Continues with the session. An error it throws is shown. */
  onSignedIn: (signedIn: SignedIn) => void;
  onExpired: () => void;
}

/** Completes the sign-in with a passkey. Browsers ask for one only after a user gesture. */
function PasskeyStep({ otpRequestId, question, onSignedIn, onExpired }: PasskeyStepProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async () => {
    setIsBusy(true);
    try {
      const passkey = await askForPasskey(question);
      onSignedIn(await call(proveOtpByPasskey, { body: { otpRequestId, passkey } }));
    } catch (error) {
      if (hasExpired(error)) onExpired();
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
      <FormError message={problem} isHidden={isBusy} />
      <Button variant="primary" size="l" busy={isBusy} onClick={() => void ask()}>
        Use your passkey
      </Button>
    </>
  );
}
