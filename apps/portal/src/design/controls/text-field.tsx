import type { ComponentProps, ReactNode } from 'react';
import { fieldClass } from './control-classes.ts';
import { FormField } from './form-field.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'size'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  isMono?: boolean | undefined;
};

export function TextField({ label, hint, error, aside, isMono, className, ...input }: TextFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <input
          type="text"
          {...input}
          {...wiring}
          className={`${fieldClass} ${isMono === true ? 'mono' : ''} ${className ?? ''}`}
        />
      )}
    </FormField>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  isMono?: boolean | undefined;
};

export function TextArea({ label, hint, error, aside, isMono, className, ...area }: TextAreaProps) {
  return (
    <FormField label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <textarea
          rows={4}
          {...area}
          {...wiring}
          className={`${fieldClass} !h-auto resize-y py-2 [overflow-wrap:anywhere] ${isMono === true ? 'mono' : ''} ${className ?? ''}`}
        />
      )}
    </FormField>
  );
}
