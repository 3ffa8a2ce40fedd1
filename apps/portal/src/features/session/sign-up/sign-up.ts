import type { PortalSettings } from '@volume/contract/portal/settings.ts';
import { signUp, type SignUpFields, toSignUpBody } from '@volume/contract/merchants/sign-up.ts';
import { type ErrorResult, statusOf } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { call } from '#platform/provider-api.ts';

export type SignUpRefusal = ErrorResult<'UNAUTHORIZED' | 'ACCOUNT_EXISTS' | 'API_NOT_OK_RESPONSE'>;

/**
 * Creates the account with this call's own credentials. Returns nothing, or a refusal with the specification's label
 * (§7, §8).
 */
export async function requestSignUp(
  fields: SignUpFields,
  { signUpEmail, signUpPassword }: Pick<PortalSettings, 'signUpEmail' | 'signUpPassword'>,
): Promise<SignUpRefusal | undefined> {
  try {
    // The success body is not specified (§7 Answers): with any body, the account was created.
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

export interface Campaign {
  utm_source?: string | undefined;
  utm_medium?: string | undefined;
  utm_campaign?: string | undefined;
}

/**
 * Sends the typed fields and the campaign to the automation hook, once, without waiting for the response (§1, §9
 * Build).
 */
export function notifyAutomation(hookUrl: string, fields: SignUpFields, campaign: Campaign): void {
  // Plain text needs no CORS preflight, which such hooks do not answer; `keepalive` lets the request finish after the page is closed.
  const request = {
    method: 'POST',
    body: JSON.stringify({ ...fields, ...campaign }),
    credentials: 'omit',
    keepalive: true,
  } as const;
  fetch(hookUrl, request).then(
    (answer) => {
      if (!answer.ok) log.warn(`The automation hook answered ${answer.status}`);
    },
    (error: unknown) => log.warn('The automation hook could not be called', error),
  );
}

const key = 'v_signUpDraft_v1';
const nothing: SignUpFields = { companyName: '', email: '', fullName: '', phoneNumber: '' };

/** The draft of the form, kept in sessionStorage through reloads and navigation until the account is created. */
export function readDraft(): SignUpFields {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const text = (name: keyof SignUpFields) => (typeof stored[name] === 'string' ? stored[name] : '');
    return {
      companyName: text('companyName'),
      email: text('email'),
      fullName: text('fullName'),
      phoneNumber: text('phoneNumber'),
    };
  } catch {
    return nothing;
  }
}

/** Empty fields are not stored. */
export function storeDraft(fields: SignUpFields = nothing): void {
  try {
    if (Object.values(fields).every((value) => value === '')) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // Without storage the form keeps the draft while the page is open.
  }
}
