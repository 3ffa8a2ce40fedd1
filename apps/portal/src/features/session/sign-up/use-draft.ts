import { useEffect, useState } from 'react';
import type { SignUpFields } from '@volume/contract/sign-up.ts';

const key = 'v_signUpDraft_v1';
const nothing: SignUpFields = { companyName: '', email: '', fullName: '', phoneNumber: '' };

/** What is typed into the form, kept for this tab through reload, back and other pages until the account stands. */
export function useDraft() {
  const [fields, setFields] = useState(read);
  useEffect(() => keep(fields), [fields]);
  return {
    fields,
    set: (name: keyof SignUpFields, value: string) => setFields((before) => ({ ...before, [name]: value })),
    /** The form keeps its words until it goes away. */
    forget: () => keep(nothing),
  };
}

function read(): SignUpFields {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const text = (name: keyof SignUpFields) => (typeof kept[name] === 'string' ? kept[name] : '');
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

function keep(fields: SignUpFields): void {
  try {
    if (Object.values(fields).every((value) => value === '')) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // A browser that stores nothing keeps it while the page stands.
  }
}
