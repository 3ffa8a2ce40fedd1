import { confirmTwoFactor, type getTwoFactorSetUp } from '@volume/contract/session.ts';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { useMoneyWrite } from '#platform/money/use-money-write.ts';
import { call } from '#platform/provider-api.ts';
import { replaceToken } from '#platform/session.ts';
import { AuthenticatorSecret } from '#screen/authenticator-secret.tsx';

export type SetUp = ResponseOf<typeof getTwoFactorSetUp> & { twoFactorRequestId: string };

interface ConfirmFormProps {
  setUp: SetUp;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The secret for the app, and a code from it as proof that it arrived. */
export function ConfirmForm({ setUp, onConfirmed, onCancel }: ConfirmFormProps) {
  const [code, setCode] = useState('');
  const { twoFactorRequestId } = setUp;
  const write = useMoneyWrite(
    (body: { code: string }) => call(confirmTwoFactor, { params: { twoFactorRequestId }, body }),
    ({ accessToken, recoveryCodes }) => {
      // The proof opened a session of its own: this browser goes on in it.
      replaceToken(accessToken);
      onConfirmed(recoveryCodes);
    },
  );
  const confirm = (typed: string) => {
    if (typed !== '') write.run({ code: typed });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <AuthenticatorSecret secret={setUp.secret} otpauthUrl={setUp.otpauthUrl} />
      <CodeField
        label="Code from the app"
        value={code}
        error={write.refusal?.message}
        readOnly={write.isBusy}
        onChange={setCode}
        onComplete={confirm}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={write.isBusy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
