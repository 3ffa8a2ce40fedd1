import { type RefObject, useEffect, useRef } from 'react';

/** Puts the focus into a form's first field when the form comes; `key` names the form's kind, `given` is its element where somebody else holds it. */
export function useFirstField(key = '', given?: RefObject<HTMLFormElement | null>) {
  const own = useRef<HTMLFormElement>(null);
  const form = given ?? own;
  useEffect(() => {
    // Who was quicker than the code and is in a field already stays there.
    if (!form.current?.querySelector('input:focus')) form.current?.querySelector('input')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an element is the same for as long as its form
  }, [key]);
  return form;
}
