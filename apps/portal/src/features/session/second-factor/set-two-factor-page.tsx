import { confirmTwoFactor, type SignedIn } from '@volume/contract/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { QrCode } from '#design/qr/qr-code.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { call } from '#platform/provider-api.ts';
import { DoorHeading } from '#features/session/door-heading.tsx';
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
    send: (code) => call(confirmTwoFactor, { params: { twoFactorRequestId }, body: { code } }),
    onAnswer: setDone,
    refused: 'This code is not right. Wait for the next one and try again.',
  });
  const goOn = ({ accessToken, email }: SignedIn) => {
    try {
      onSignedIn({ accessToken, email });
    } catch (error) {
      setFailure(sessionWords(error, ''));
    }
  };
  if (step.isFinished) return <OverNotice title="This set-up is over" signInHref={signInHref} />;
  if (done) return <RecoveryCodes codes={done.recoveryCodes} problem={failure} onKept={() => goOn(done)} />;
  return (
    <form noValidate onSubmit={step.submit} className="grid gap-4">
      <DoorHeading title="Protect your sign-in">Add {setUp.email} to an authenticator app.</DoorHeading>
      <Secret {...setUp} />
      <CodeField
        label="Code from the app"
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

function Secret({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  return (
    <div className="grid gap-1 border-y border-line py-3">
      <div className="grid justify-items-center pb-2">
        <QrCode text={otpauthUrl} label="QR code to scan with the authenticator app" size={184} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">Secret</span>
        <CopyButton text={secret} label="Copy the secret" size="s" variant="quiet" />
      </div>
      <code className="mono leading-relaxed [overflow-wrap:anywhere]">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <p className="m-0 text-label text-ink-3">
        Scan the code, type the secret into the app, or{' '}
        <TextLink href={otpauthUrl}>open it in an app on this device</TextLink>.
      </p>
    </div>
  );
}
