import { Icon } from '#design/icon.tsx';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** The heading of a sign-in screen, with muted text below. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="m-0 text-[24px] leading-tight font-strong tracking-[-.015em]">{title}</h1>
      {children !== undefined && <div className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{children}</div>}
    </div>
  );
}

interface FormErrorProps {
  message: string | undefined;
  /** True after a resubmit: the message is hidden but keeps its space, so that a second press hits the same button. */
  isHidden?: boolean;
}

/** An error about the whole form, announced to screen readers. */
export function FormError({ message, isHidden = false }: FormErrorProps) {
  if (message === undefined) return null;
  return (
    <p
      role="alert"
      className={`m-0 flex gap-2 rounded bg-bad-soft px-3 py-2.5 font-medium text-bad ${isHidden ? 'invisible' : ''}`}
    >
      <Icon of={CircleAlert} className="mt-0.5" />
      {message}
    </p>
  );
}

/**
 * Focuses the form's first field when the form appears. `key` names the kind of form; `given` is the form's ref if
 * another hook holds it.
 */
export function useFirstField(key = '', given?: RefObject<HTMLFormElement | null>) {
  const own = useRef<HTMLFormElement>(null);
  const form = given ?? own;
  useEffect(() => {
    // Keeps the focus of a user who is already in a field or on a link when the code loads.
    if (!form.current?.querySelector('input:focus, a:focus')) form.current?.querySelector('input')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an element is the same for as long as its form
  }, [key]);
  return form;
}
