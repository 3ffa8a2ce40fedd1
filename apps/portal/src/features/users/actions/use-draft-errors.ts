import { type FormEvent, useEffect, useRef, useState } from 'react';

/** Errors stand from the first try on, go as soon as they are mended, and the first field with one gets the focus. */
export function useDraftErrors<Body, Errors extends object>(
  read: { body: Body } | { errors: Errors },
  send: (body: Body) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries('errors' in read ? tries + 1 : 0);
    if ('body' in read) send(read.body);
  };
  const errors: Partial<Errors> = tries > 0 && 'errors' in read ? read.errors : {};
  return { form, errors, submit, forget: () => setTries(0) };
}
