import { isEmailAddress } from '@volume/contract/text/email-address.ts';
import { forgotPassword } from '@volume/contract/session/passwords.ts';
import type { PortalSettings } from '@volume/contract/portal/settings.ts';
import type { SignUpFields } from '@volume/contract/merchants/sign-up.ts';
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { TextField, type TextFieldProps } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { AuthHeading, useFirstField } from '#features/session/auth-form.tsx';
import { sessionErrorMessage } from '#features/session/session-messages.ts';
import { pasted, textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { ApiError, describeError } from '#platform/errors.ts';
import { signInHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import {
  type Campaign,
  notifyAutomation,
  readDraft,
  requestSignUp,
  type SignUpRefusal,
  storeDraft,
} from './sign-up.ts';

interface SignUpPageProps {
  settings: PortalSettings;
  campaign: Campaign;
  onDone: (email: string) => void;
}
type Name = keyof SignUpFields;

const inputs: (TextFieldProps & { name: Name })[] = [
  { name: 'companyName', label: 'Company name', autoComplete: 'organization' },
  {
    name: 'email',
    label: 'Work email',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  { name: 'fullName', label: 'Your name', autoComplete: 'name' },
  { name: 'phoneNumber', label: 'Phone', type: 'tel', autoComplete: 'tel' },
];
const optional: readonly Name[] = ['fullName', 'phoneNumber'];

const signUpSchema = z.object({
  companyName: textBy((name) => (name === '' ? 'Company name is required' : undefined)),
  email: pasted(textBy(addressFault)),
  fullName: z.string(),
  phoneNumber: z.string(),
});

function addressFault(address: string): string | undefined {
  if (address === '') return 'Email address is required';
  return isEmailAddress(address) ? undefined : 'This is not an email address';
}

/** Sandbox sign-up (§5). A field shows its error when it is left; a failure keeps what was typed. */
export function SignUpPage({ settings, campaign, onDone }: SignUpPageProps) {
  const [refusal, setRefusal] = useState<SignUpRefusal>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (fields: SignUpFields) => {
    setIsBusy(true);
    setRefusal(undefined);
    const refused = await requestSignUp(fields, settings);
    if (refused) {
      setIsBusy(false);
      return setRefusal(refused);
    }
    notifyAutomation(settings.automationHookUrl, fields, campaign);
    storeDraft();
    onDone(fields.email);
  };
  const write = { run: (fields: SignUpFields) => void send(fields), isBusy };
  const form = useForm<SignUpFields, SignUpFields>({
    schema: signUpSchema,
    values: readDraft(),
    write,
    mode: 'onTouched',
  });
  useFirstField('', form.element.ref);
  const typed = form.values();
  const { companyName, email, fullName, phoneNumber } = typed;
  useEffect(
    () => storeDraft({ companyName, email, fullName, phoneNumber }),
    [companyName, email, fullName, phoneNumber],
  );
  const field = (name: Name) => {
    const { onBlur, ...text } = form.text(name);
    // An empty field that was only passed through shows no error.
    return { ...text, onBlur: (event: FocusEvent) => (typed[name] === '' ? undefined : void onBlur(event)) };
  };
  return (
    <form {...form.element} className="grid gap-4">
      <AuthHeading title="Try the sandbox">Your own test account. No real money moves.</AuthHeading>
      <RefusedSignUp refusal={refusal} email={typed.email.trim()} />
      {inputs.map((input) => (
        <TextField
          key={input.name}
          {...input}
          aside={optional.includes(input.name) && <span className="text-label text-ink-3">optional</span>}
          {...field(input.name)}
        />
      ))}
      <Button type="submit" variant="primary" size="l" busy={isBusy}>
        Create account
      </Button>
      <p className="m-0 text-center text-ink-3">
        Have an account? <TextLink href={signInHref()}>Sign in</TextLink>
      </p>
    </form>
  );
}

function RefusedSignUp({ refusal, email }: { refusal: SignUpRefusal | undefined; email: string }) {
  if (refusal === undefined) return null;
  if (refusal.type === 'ACCOUNT_EXISTS') return <AccountExists email={email} />;
  if (refusal.type === 'UNAUTHORIZED') {
    return (
      <Notice tone="bad" title="Sign-up is not available at the moment.">
        Contact support and we’ll create an account for you.
      </Notice>
    );
  }
  const { error } = refusal;
  const { traceId } = describeError(error);
  const hasNoAnswer = error instanceof ApiError && error.isNetworkFailure;
  return (
    <Refusal message={sessionErrorMessage(error, describeError(error).subHeading)} traceId={traceId}>
      {hasNoAnswer
        ? 'Your details are still in the form. Try again.'
        : 'No account was created. Your details are still in the form.'}
    </Refusal>
  );
}

/** §8 ACCOUNT_EXISTS: links to sign in or to reset the password, next to the message. */
function AccountExists({ email }: { email: string }) {
  const [status, setStatus] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const sendLink = () => {
    setIsBusy(true);
    call(forgotPassword, { body: { email } })
      .then(
        () => setStatus('We’ve sent a link to choose a password.'),
        (error: unknown) => setStatus(sessionErrorMessage(error, 'The link could not be sent.')),
      )
      .finally(() => setIsBusy(false));
  };
  return (
    <Notice tone="held" title="There is already an account with this email.">
      <div className="mt-1 flex flex-wrap gap-2">
        <LinkButton href={signInHref()} size="s">
          Sign in
        </LinkButton>
        <Button size="s" busy={isBusy} onClick={sendLink}>
          Send a password reset link
        </Button>
      </div>
      <p role="status" className={status === undefined ? 'sr-only' : 'm-0 mt-2'}>
        {status}
      </p>
    </Notice>
  );
}

interface AuthNoteProps {
  title: string;
  children: ReactNode;
  supportHref: string;
}

/** Shown where a way to sign in or up is not available here: who can help, and a link back. */
export function AuthNote({ title, children, supportHref }: AuthNoteProps) {
  return (
    <div className="grid gap-4">
      <AuthHeading title={title}>{children}</AuthHeading>
      <LinkButton href={supportHref} variant="primary" size="l">
        Contact support
      </LinkButton>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </div>
  );
}
