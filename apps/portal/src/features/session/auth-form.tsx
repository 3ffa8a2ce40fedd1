import { Icon } from '#design/icon.tsx';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** The heading of a step before the session, with its soft line below. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="m-0 text-[24px] leading-tight font-strong tracking-[-.015em]">{title}</h1>
      <div className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

interface FormErrorProps {
  message: string | undefined;
  /** It was sent again: the words go and their room stays, so that a second press meets the same button. */
  isOver?: boolean;
}

/** What went wrong with the whole form; announced when it comes. */
export function FormError({ message, isOver = false }: FormErrorProps) {
  if (message === undefined) return null;
  return (
    <p
      role="alert"
      className={`m-0 flex gap-2 rounded bg-bad-soft px-3 py-2.5 font-medium text-bad ${isOver ? 'invisible' : ''}`}
    >
      <Icon of={CircleAlert} className="mt-0.5" />
      {message}
    </p>
  );
}

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
