import { Icon } from '#design/icon.tsx';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';

interface SelectFieldProps<Value extends string> {
  /** Visible next to the field unless `isLabelHidden`. */
  label: string;
  isLabelHidden?: boolean | undefined;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 's' | 'm' | 'l' | undefined;
}

const sizeClasses = { s: 'h-7 text-label', m: 'h-[34px] text-m', l: 'h-10 text-[14.5px] w-full' };

const labels = { s: 'phone:sr-only', m: '', l: 'font-medium' };

/** The browser's own select: it loads nothing and works well on phones. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, isLabelHidden, options, value, onChange, size = 'm' } = props;
  return (
    <label className={size === 'l' ? 'grid gap-1.5' : 'inline-flex items-center gap-2'}>
      <span className={isLabelHidden === true ? 'sr-only' : labels[size]}>{label}</span>
      <span className="relative inline-flex">
        <select
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className={`appearance-none rounded border border-line-2 bg-surface pr-8 pl-[13px] font-medium text-ink hover:bg-hover ${sizeClasses[size]}`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto !size-3.5 text-ink-3"
        />
      </span>
    </label>
  );
}
