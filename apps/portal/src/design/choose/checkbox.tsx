import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '#design/icon.tsx';
import Check from 'lucide/dist/esm/icons/check.mjs';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange'> & {
  children?: ReactNode;
  onChange?: ((isChecked: boolean) => void) | undefined;
};

const boxClass =
  'peer size-[15px] shrink-0 appearance-none border-[1.5px] border-field-line checked:border-ink forced:appearance-auto';

export function Checkbox({ children, onChange, className, ...input }: CheckboxProps) {
  return (
    <label className={`flex items-center gap-[9px] ${className ?? ''}`}>
      <span className="relative grid place-items-center">
        <input
          {...input}
          type="checkbox"
          className={`${boxClass} rounded-small checked:bg-ink`}
          onChange={(event) => onChange?.(event.target.checked)}
        />
        <Icon
          of={Check}
          className="pointer-events-none invisible absolute !size-[11px] ![stroke-width:3] text-paper peer-checked:visible forced:hidden"
        />
      </span>
      {children}
    </label>
  );
}

/** A radio button; those of a group share a `name`. */
export function Radio({ children, onChange, className, ...input }: CheckboxProps) {
  return (
    <label className={`flex items-center gap-[9px] ${className ?? ''}`}>
      <span className="relative grid place-items-center">
        <input
          {...input}
          type="radio"
          className={`${boxClass} rounded-full checked:border-[5px]`}
          onChange={(event) => onChange?.(event.target.checked)}
        />
      </span>
      {children}
    </label>
  );
}
