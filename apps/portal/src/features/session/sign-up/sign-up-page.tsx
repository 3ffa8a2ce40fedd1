import { isEmailAddress } from '@volume/contract/email-address.ts';
import type { SignUpFields } from '@volume/contract/sign-up.ts';
import type { PortalSettings } from '@volume/contract/portal-settings.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField, type TextFieldProps } from '#design/controls/text-field.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { DoorHeading } from '#features/session/door-heading.tsx';
import { useFirstField } from '#features/session/use-first-field.ts';
import { signInHref } from '#platform/hrefs.ts';
import { requestSignUp, type SignUpRefusal } from './request-sign-up.ts';
import { RefusedSignUp } from './refused-sign-up.tsx';
import { type Campaign, tellAutomation } from './tell-automation.ts';
import { useDraft } from './use-draft.ts';

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

/** Sandbox sign-up (§5): errors are told as soon as a field is left, and what was typed stays whatever the answer is. */
export function SignUpPage({ settings, campaign, onDone }: SignUpPageProps) {
  const form = useFirstField();
  const { fields, set, forget } = useDraft();
  const [left, setLeft] = useState<readonly Name[]>([]);
  const [refusal, setRefusal] = useState<SignUpRefusal>();
  const [isBusy, setIsBusy] = useState(false);
  const problems = check(fields);
  const send = async () => {
    setIsBusy(true);
    setRefusal(undefined);
    const refused = await requestSignUp(fields, settings);
    if (refused) {
      setIsBusy(false);
      return setRefusal(refused);
    }
    tellAutomation(settings.automationHookUrl, fields, campaign);
    forget();
    onDone(fields.email.trim());
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setLeft(['companyName', 'email']);
    const [first] = Object.keys(problems);
    if (first !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    void send();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <DoorHeading title="Try the sandbox">Your own test account. No real money moves.</DoorHeading>
      <RefusedSignUp refusal={refusal} email={fields.email.trim()} />
      {inputs.map((input) => (
        <TextField
          key={input.name}
          {...input}
          aside={optional.includes(input.name) && <span className="text-label text-ink-3">optional</span>}
          value={fields[input.name]}
          error={left.includes(input.name) ? problems[input.name] : undefined}
          onBlur={() => {
            if (fields[input.name] !== '') setLeft([...left, input.name]);
          }}
          onChange={(event) => set(input.name, event.target.value)}
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

/** In the order of the form. */
function check({ companyName, email }: SignUpFields): Partial<Record<Name, string>> {
  const address = email.trim();
  const isWrong = address !== '' && !isEmailAddress(address);
  return {
    ...(companyName.trim() === '' ? { companyName: 'Company name is required' } : {}),
    ...(address === '' ? { email: 'Email address is required' } : {}),
    ...(isWrong ? { email: 'This is not an email address' } : {}),
  };
}
