import type { FieldWiring } from '#design/controls/form-field.tsx';
import { Icon } from '#design/icon.tsx';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';

interface SelectBoxProps<Value extends string> extends Partial<FieldWiring> {
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 's' | 'm' | 'l' | undefined;
}

interface Option<Value extends string> {
  value: Value;
  label: string;
  /** Why it cannot be chosen. */
  disabledReason?: string | undefined;
}

interface SelectFieldProps<Value extends string> extends SelectBoxProps<Value> {
  /** Visible next to the field unless `isLabelHidden`. */
  label: string;
  isLabelHidden?: boolean | undefined;
}

const sizeClasses = { s: 'h-7 text-label', m: 'h-[34px] text-m', l: 'h-10 text-[14.5px] w-full' };

const labels = { s: 'phone:sr-only', m: '', l: 'font-medium' };

export function SelectField<Value extends string>({ label, isLabelHidden, ...box }: SelectFieldProps<Value>) {
  const { size = 'm' } = box;
  return (
    <label className={size === 'l' ? 'grid gap-1.5' : 'inline-flex items-center gap-2'}>
      <span className={isLabelHidden === true ? 'sr-only' : labels[size]}>{label}</span>
      <SelectBox {...box} />
    </label>
  );
}

/** The browser's own select: it loads nothing and works well on phones. Without a label, for a `FormField`. */
export function SelectBox<Value extends string>(props: SelectBoxProps<Value>) {
  const { options, value, onChange, size = 'm', ...wiring } = props;
  return (
    <span className="relative inline-flex">
      <select
        {...wiring}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`appearance-none rounded border border-line-2 bg-surface pr-8 pl-[13px] font-medium text-ink hover:bg-hover ${sizeClasses[size]}`}
      >
        {options.map(({ value: each, label, disabledReason }) => (
          <option key={each} value={each} disabled={disabledReason !== undefined}>
            {disabledReason === undefined ? label : `${label}: ${disabledReason}`}
          </option>
        ))}
      </select>
      <Icon
        of={ChevronDown}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto !size-3.5 text-ink-3"
      />
    </span>
  );
}
