import { useState } from 'react';
import { Icon } from '#design/icon.tsx';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import { fieldClass } from './control-classes.ts';
import { FormField } from './form-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A password field with a button to show it. `autoComplete` distinguishes a current from a new password. */
export function PasswordField({ label, hint, error, aside, className, isMono: _isMono, ...input }: TextFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FormField label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className={`${fieldClass} pr-10 ${className ?? ''}`}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded text-ink-3 hover:text-ink focus-visible:-outline-offset-4"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} />
          </button>
        </span>
      )}
    </FormField>
  );
}
