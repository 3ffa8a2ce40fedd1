import { useQuery } from '@tanstack/react-query';
import type { OwnTwoFactor } from '@volume/contract/session/own-security.ts';
import { beginPasskeyStepUp, stepUpByPasskey } from '@volume/contract/session/passkeys.ts';
import { codeRequired, passwordRequired } from '@volume/contract/provider-error.ts';
import { mailStepUpCode, stepUp } from '@volume/contract/session/session.ts';
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { PasswordField } from '#design/controls/password-field.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { ResendMail } from './resend-mail.tsx';
import { useCapability } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { ownTwoFactorQuery } from '#platform/queries/own-two-factor-query.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import type { Proof, Write } from '#platform/writes/use-write.ts';
import { askForPasskey } from '#platform/calls/passkeys.ts';

interface StepUpProps<Body> {
  /** The write that waits for the step-up. */
  write: Pick<Write<Body>, 'isBusy' | 'refusal' | 'prove' | 'reset'>;
  /** The label of the action that continues afterwards: “Refund £12.50”. */
  action: string;
}

/** Asks the user to confirm their identity, below the form or the facts of the write that waits for it (contract §8 Step-up). */
export function StepUp<Body>({ write, action }: StepUpProps<Body>) {
  const canMail = useCapability(mailStepUpCode);
  const { data, isLoading } = useQuery({ ...ownTwoFactorQuery(), enabled: canMail === true });
  const { isBusy, refusal, prove, reset } = write;
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is gone. Without focus here, the dialog would take it in the next frame, possibly after the
  // field got it.
  useLayoutEffect(() => place.current?.focus({ preventScroll: true }), []);
  const [isByOther, setIsByOther] = useState(false);
  const [isByRecovery, setIsByRecovery] = useState(false);
  // An error about one method must not be shown for the other.
  const [unsaid, setUnsaid] = useState<typeof refusal>();
  const said = refusal === unsaid ? undefined : refusal?.message;
  const asked = meansAskedFor(refusal?.statusName);
  const form = { action, busy: isBusy, refusal: said, asked, onProve: prove, onBack: reset };
  const choose = (recovery: boolean) => {
    setIsByRecovery(recovery);
    setUnsaid(refusal);
  };
  const ask = () => {
    if (canMail === undefined || isLoading) return <Skeleton height={120} />;
    const isByPasskey = data !== undefined && data.passkeys.length > 0 && !isByOther;
    if (isByPasskey) return <PasskeyForm {...form} kind={data.kind} onOther={() => setIsByOther(true)} />;
    if (data?.kind === 'PASSKEY' || isByRecovery) {
      const back = isByRecovery && <OtherWay onPress={() => choose(false)}>Use a one-time code</OtherWay>;
      return (
        <IdentityForm key="recovery" {...form} means="code" mode="recovery" codeLabel="Recovery code" other={back} />
      );
    }
    // The user may have lost the authenticator or access to their email.
    const other = data !== undefined && data.kind !== 'NONE' && data.recoveryCodesLeft > 0 && (
      <OtherWay onPress={() => choose(true)}>Use a recovery code</OtherWay>
    );
    if (data?.kind === 'EMAIL') return <MailedProof form={{ ...form, other }} />;
    return <IdentityForm {...form} other={other} means={data && (data.kind === 'TOTP' ? 'code' : 'password')} />;
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {ask()}
    </div>
  );
}

const byPasskey: Proof = async () => {
  const passkey = await askForPasskey(await call(beginPasskeyStepUp));
  return call(stepUpByPasskey, { body: { passkey }, unauthorised: 'answer' });
};

const byText =
  (body: { code: string } | { password: string }): Proof =>
  () =>
    call(stepUp, { body, unauthorised: 'answer' });

/** Confirms with a passkey, after a press; the other methods remain one press away. */
function PasskeyForm({ kind, busy, refusal, onProve, onBack, onOther }: PasskeyFormProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const problem = busy ? undefined : refusal;
  return (
    <div className="grid gap-3.5">
      <p className="m-0 text-ink-2">Confirm that it’s you to continue.</p>
      {problem !== undefined && (
        <p role="alert" className="m-0 text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <OtherWay onPress={onOther}>{kind === 'PASSKEY' ? 'Use a recovery code' : 'Use a code'}</OtherWay>
        <Button variant="quiet" className="ml-auto" onClick={onBack}>
          Back
        </Button>
        <Button ref={first} variant="primary" busy={busy} onClick={() => onProve(byPasskey)}>
          Use your passkey
        </Button>
      </div>
    </div>
  );
}

/** Emails a code as soon as it is shown. The password would prove nothing more than the sign-in did. */
function MailedProof({ form }: { form: IdentityFormProps }) {
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    call(mailStepUpCode).catch((error: unknown) => setFailure(describeRefusal(error).message));
  }, []);
  return (
    <IdentityForm
      {...form}
      refusal={form.refusal ?? failure}
      means="code"
      codeLabel="Code from your email"
      aside={
        <ResendMail
          what="code"
          resend={() => call(mailStepUpCode)}
          errorMessage={(error) => describeRefusal(error).message}
        />
      }
    />
  );
}

interface PasskeyFormProps extends Pick<IdentityFormProps, 'busy' | 'refusal' | 'onProve' | 'onBack'> {
  kind: OwnTwoFactor['kind'];
  onOther: () => void;
}

function OtherWay({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      className="mr-auto min-h-6 text-label font-medium text-act hover:underline hover:underline-offset-2"
      onClick={onPress}
    >
      {children}
    </button>
  );
}

interface IdentityFormProps {
  /** The label of the action that continues afterwards: “Refund £12.50”. */
  action: string;
  busy: boolean;
  /** Why the server rejected the last proof. */
  refusal: string | undefined;
  /** The kind of proof that the server requested instead of the last one. */
  asked: Means | undefined;
  onProve: (proof: Proof) => void;
  onBack: () => void;
  /** The kind of proof, if known. Otherwise starts with the password, and the server says when it needs a code. */
  means?: Means | undefined;
  codeLabel?: string;
  mode?: 'digits' | 'recovery';
  /** A button for another method. */
  other?: ReactNode;
  /** Shown below the field: a button to resend the code. */
  aside?: ReactNode;
}

type Means = 'password' | 'code';

const meansAskedFor = (statusName: string | undefined): Means | undefined =>
  statusName === codeRequired ? 'code' : statusName === passwordRequired ? 'password' : undefined;

/** Confirms the user's identity by password or by code. */
function IdentityForm(props: IdentityFormProps) {
  const { action, busy, refusal, asked, onProve, onBack, aside, mode, other } = props;
  const [means, setMeans] = useState<Means>(props.means ?? 'password');
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (next: Means) => {
    setMeans(next);
    setText('');
    setIsMissing(false);
  };
  // Only the server knows which of the two this account needs.
  const [heard, setHeard] = useState(refusal);
  if (refusal !== heard) {
    setHeard(refusal);
    if (asked) change(asked);
  }
  const focus = () => form.current?.querySelector('input')?.focus();
  useEffect(focus, [means]);
  const prove = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(text === '');
    if (text === '') focus();
    else onProve(byText(means === 'code' ? { code: text } : { password: text }));
  };
  const missing = isMissing && text === '' && `${means === 'code' ? 'Code' : 'Password'} is required`;
  const error = missing || (busy || asked ? undefined : refusal);
  return (
    <form ref={form} onSubmit={prove} noValidate className="grid gap-3.5">
      <p className="m-0 text-ink-2">Confirm that it’s you to continue.</p>
      {means === 'code' ? (
        <CodeField
          label={props.codeLabel ?? 'Code from your authenticator app'}
          mode={mode}
          value={text}
          onChange={setText}
          onComplete={(code) => onProve(byText({ code }))}
          error={error}
        />
      ) : (
        <PasswordField label="Password" value={text} onChange={(event) => setText(event.target.value)} error={error} />
      )}
      {aside}
      <div className="flex flex-wrap items-center gap-2">
        {props.means === undefined && (
          <OtherWay onPress={() => change(means === 'code' ? 'password' : 'code')}>
            {means === 'code' ? 'Use your password' : 'Use a code'}
          </OtherWay>
        )}
        {other}
        <Button variant="quiet" className="ml-auto" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
