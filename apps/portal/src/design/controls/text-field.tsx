import type { ComponentProps, ReactNode } from 'react';
import { fieldClass } from './field-class.ts';
import { FormField } from './form-field.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'size'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  isMono?: boolean | undefined;
};

/** One line of text with its label, hint and error. All the attributes of an input pass through. */
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
