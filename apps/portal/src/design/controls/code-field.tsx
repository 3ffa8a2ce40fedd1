import { useRef, type ReactNode } from 'react';
import { fieldClass } from './control-classes.ts';
import { FormField } from './form-field.tsx';

interface CodeFieldProps {
  label: string;
  name?: string | undefined;
  value: string;
  onChange: (code: string) => void;
  /** Called once with the sixth digit; never in `recovery` mode, where the length varies. */
  onComplete?: ((code: string) => void) | undefined;
  /** 'digits' for a one-time code, 'recovery' for a recovery code with letters and dashes. */
  mode?: 'digits' | 'recovery' | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  autoFocus?: boolean | undefined;
  readOnly?: boolean | undefined;
}

const length = 6;

/** A field for a one-time code: typed, pasted with spaces or dashes, or filled in by the browser. */
export function CodeField({
  label,
  value,
  onChange,
  onComplete,
  mode = 'digits',
  hint,
  error,
  ...rest
}: CodeFieldProps) {
  const completed = useRef('');
  const isDigits = mode === 'digits';
  const take = (text: string) => {
    const code = isDigits ? text.replace(/\D/g, '').slice(0, length) : text;
    onChange(code);
    if (!isDigits || code.length < length) completed.current = '';
    else if (completed.current !== code) {
      completed.current = code;
      onComplete?.(code);
    }
  };
  return (
    <FormField label={label} hint={hint} error={error}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          type="text"
          inputMode={isDigits ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          onChange={(event) => take(event.target.value)}
          className={`${fieldClass} num ${isDigits ? 'h-12 text-center !text-l tracking-[.4em] indent-[.4em] font-medium' : 'mono'}`}
        />
      )}
    </FormField>
  );
}
