import { useEffect, useRef } from 'react';

/** Puts the focus into a form's first field when the form comes; `key` names the form's kind. */
export function useFirstField(key = '') {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Who was quicker than the code and is in a field already stays there.
    if (!form.current?.querySelector('input:focus')) form.current?.querySelector('input')?.focus();
  }, [key]);
  return form;
}
