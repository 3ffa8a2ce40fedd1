import { signUp, type SignUpFields, toSignUpBody } from '@volume/contract/sign-up.ts';
import type { PortalSettings } from '@volume/contract/portal-settings.ts';
import { type ErrorResult, statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';

export type SignUpRefusal = ErrorResult<'UNAUTHORIZED' | 'ACCOUNT_EXISTS' | 'API_NOT_OK_RESPONSE'>;

/** Opens the account with the credentials of this call; answers nothing, or a refusal with the specification's label (§7, §8). */
export async function requestSignUp(
  fields: SignUpFields,
  { signUpEmail, signUpPassword }: Pick<PortalSettings, 'signUpEmail' | 'signUpPassword'>,
): Promise<SignUpRefusal | undefined> {
  try {
    // The success body is not shown (§7 Answers): whatever it is, the account stands.
    await call(
      { ...signUp, response: undefined },
      { body: toSignUpBody(fields), authorization: basic(signUpEmail, signUpPassword) },
    );
    return undefined;
  } catch (error) {
    const status = statusOf(error);
    if (status === 401) return { error, type: 'UNAUTHORIZED' };
    return { error, type: status === 409 ? 'ACCOUNT_EXISTS' : 'API_NOT_OK_RESPONSE' };
  }
}

/** RFC 7617 in UTF-8. */
function basic(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
