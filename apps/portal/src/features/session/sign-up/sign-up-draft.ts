import type { SignUpFields } from '@volume/contract/sign-up.ts';

const key = 'v_signUpDraft_v1';
const nothing: SignUpFields = { companyName: '', email: '', fullName: '', phoneNumber: '' };

/** What was typed into the form, stored for this tab through reload, back and other pages until the account stands. */
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
    // A browser that stores nothing has it while the page stands.
  }
}
