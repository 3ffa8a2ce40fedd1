import { useId, type ReactNode } from 'react';
import { Icon } from '#design/icon.tsx';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';

export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FormFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** At the far end of the label: a link such as “Forgotten your password?”. */
  aside?: ReactNode;
  /** A button at the far end of the label that fills in the control. It follows the control in the tab order. */
  action?: ReactNode;
  children: (wiring: FieldWiring) => ReactNode;
}

/** Connects a label, control, hint and error for screen readers; a new error is announced. */
export function FormField({ label, hint, error, aside, action, children }: FormFieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== '';
  const hasHint = hint !== undefined && hint !== null;
  const described = [hasHint ? `${id}-hint` : '', hasError ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div data-field className="relative grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': hasError ? true : undefined })}
      {action && <div className="absolute top-0 right-0">{action}</div>}
      {hasHint && (
        <div id={`${id}-hint`} className="text-label text-ink-3">
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

interface FieldErrorProps {
  id: string;
  error: string | undefined;
  className?: string;
}

/** Always in the page, because screen readers announce only changes of a live region that they know. */
export function FieldError({ id, error, className = '' }: FieldErrorProps) {
  return (
    <div
      id={id}
      aria-live="polite"
      className={error ? `${className} flex items-start gap-1.5 text-label text-bad` : 'sr-only'}
    >
      {error && (
        <>
          <Icon of={CircleAlert} className="mt-px" />
          {error}
        </>
      )}
    </div>
  );
}
