import { isEmailAddress } from '@volume/contract/email-address.ts';
import type { SignUpFields } from '@volume/contract/sign-up.ts';
import type { PortalSettings } from '@volume/contract/portal-settings.ts';
import { type FocusEvent, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextField, type TextFieldProps } from '#design/controls/text-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';
import { useFirstField } from '#features/session/use-first-field.ts';
import { textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { signInHref } from '#platform/hrefs.ts';
import { requestSignUp, type SignUpRefusal } from './request-sign-up.ts';
import { RefusedSignUp } from './refused-sign-up.tsx';
import { type Campaign, notifyAutomation } from './notify-automation.ts';
import { readDraft, storeDraft } from './sign-up-draft.ts';

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
  email: textBy(addressFault),
  fullName: z.string(),
  phoneNumber: z.string(),
});

function addressFault(address: string): string | undefined {
  if (address === '') return 'Email address is required';
  return isEmailAddress(address) ? undefined : 'This is not an email address';
}

/** Sandbox sign-up (§5): errors are shown as soon as a field is left, and what was typed stays whatever the answer is. */
export function SignUpPage({ settings, campaign, onDone }: SignUpPageProps) {
  const [refusal, setRefusal] = useState<SignUpRefusal>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    setRefusal(undefined);
    const fields = form.typed;
    const refused = await requestSignUp(fields, settings);
    if (refused) {
      setIsBusy(false);
      return setRefusal(refused);
    }
    notifyAutomation(settings.automationHookUrl, fields, campaign);
    storeDraft();
    onDone(fields.email.trim());
  };
  const write = { run: () => void send(), isBusy };
  const form = useForm<SignUpFields, SignUpFields>({
    schema: signUpSchema,
    values: readDraft(),
    write,
    mode: 'onTouched',
  });
  useFirstField('', form.element.ref);
  const { typed } = form;
  const { companyName, email, fullName, phoneNumber } = typed;
  useEffect(
    () => storeDraft({ companyName, email, fullName, phoneNumber }),
    [companyName, email, fullName, phoneNumber],
  );
  const field = (name: Name) => {
    const { onBlur, ...text } = form.text(name);
    // Who only passes through an empty field is not corrected.
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
