import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { acceptInvitation, resetPassword, type ResetToken } from '@volume/contract/session/passwords.ts';
import type { SignInAnswer } from '@volume/contract/session/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { PasswordField } from '#design/controls/password-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { newPassword, PasswordRules } from '#forms/new-password.tsx';
import { useForm } from '#forms/use-form.ts';
import { nameOfCall } from '#platform/calls/remembered-capabilities.ts';
import { withRetries } from '#platform/calls/retries.ts';
import { readResetToken } from '#platform/calls/secret-calls.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { clearSession, readSession } from '#platform/session/session.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { AuthHeading, FormError, useFirstField } from './auth-form.tsx';
import { hasExpired, sessionErrorMessage } from './session-messages.ts';

/** An emailed link that can be used. */
interface OpenLink {
  token: string;
  type: ResetToken['type'];
  /** Whether setting the first password also signs the user in. */
  signsIn: boolean;
}
type LinkState = ({ kind: 'open' } & OpenLink) | { kind: 'used' } | { kind: 'expired' };

/** The state of an emailed link. Without a token the address was opened directly. */
export async function loadResetToken(token: string | undefined, signal: AbortSignal): Promise<LinkState> {
  if (token === undefined) return { kind: 'expired' };
  try {
    const { isUsed, type } = await withRetries(() => readResetToken(token, signal), signal);
    if (isUsed) return { kind: 'used' };
    return { kind: 'open', token, type, signsIn: type === 'SET_PASSWORD' && (await canAcceptInvitation(signal)) };
  } catch (error) {
    if (hasExpired(error)) return { kind: 'expired' };
    throw error;
  }
}

const canAcceptInvitation = (signal: AbortSignal): Promise<boolean> =>
  call(listCapabilities, { signal }).then(
    (calls) => calls.includes(nameOfCall(acceptInvitation)),
    () => false,
  );

interface ResetPasswordPageProps {
  link: OpenLink;
  /** The answer continues like a sign-in; without one the user signs in with the new password. */
  onDone: (answer?: SignInAnswer) => void;
  /** The link expired or was used while the page was open. */
  onExpired: () => void;
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

/** Sets a new password through an emailed link. A failure keeps the typed password. */
export function ResetPasswordPage({ link, onDone, onExpired }: ResetPasswordPageProps) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  // Any other link type is for a new password too.
  const { title, text, action } = link.type === 'SET_PASSWORD' ? words.SET_PASSWORD : words.RESET_PASSWORD;
  const run = ({ password }: { password: string }) => {
    setIsBusy(true);
    const body = { token: link.token, password };
    (link.signsIn ? call(acceptInvitation, { body }).then(onDone) : call(resetPassword, { body }).then(() => onDone()))
      .catch((refused: unknown) => (hasExpired(refused) ? onExpired() : setError(refused)))
      .finally(() => setIsBusy(false));
  };
  // The server also refuses passwords that contain the user's name, address or company.
  const refusal = isBusy || error === undefined ? undefined : describeRefusal(error);
  const form = useForm({ schema: newPassword, values: { password: '' }, write: { run, isBusy, refusal } });
  useFirstField('', form.element.ref);
  const isOnField = error !== undefined && describeRefusal(error).fault?.field === 'password';
  const failure =
    error === undefined || isOnField ? undefined : sessionErrorMessage(error, 'The password could not be saved.');
  return (
    <form {...form.element} className="grid gap-4">
      <AuthHeading title={title}>{text}</AuthHeading>
      <FormError message={failure} isHidden={isBusy} />
      <PasswordField label="New password" autoComplete="new-password" {...form.text('password')} />
      <PasswordRules password={form.value('password')} />
      <Button type="submit" variant="primary" size="l" busy={isBusy}>
        {action}
      </Button>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </form>
  );
}

/** A new password ends every session of the account, and anyone with the link can set it: clears this browser's session. */
export function endSessionHere(): void {
  if (readSession().kind !== 'none') clearSession();
}

export function sayPasswordSaved(): void {
  toast.good('Your password has been saved.', 'Sign in with your new password.');
}
