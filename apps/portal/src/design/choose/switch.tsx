import { useId, type ReactNode } from 'react';

interface SwitchProps {
  label: string;
  detail?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  busy?: boolean | undefined;
  /** Why it is disabled; also announced to screen readers. */
  disabledReason?: string | undefined;
}

const trackClass =
  'relative h-5 w-[34px] shrink-0 appearance-none rounded-full bg-field-line p-0.5 transition-colors duration-100 checked:bg-ink ' +
  "after:block after:size-4 after:rounded-full after:bg-surface after:transition-transform after:duration-100 after:content-[''] " +
  'checked:after:translate-x-[14px] focus-visible:rounded-full forced:appearance-auto forced:after:hidden';

/** A switch in a table's cell, with an accessible name only. */
export function CellSwitch({ label, isOn, onChange, disabledReason }: Omit<SwitchProps, 'detail' | 'busy'>) {
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        title={disabledReason}
        className={`${trackClass} align-middle ${isOff ? 'opacity-45' : ''}`}
        checked={isOn}
        aria-checked={isOn}
        aria-disabled={isOff ? true : undefined}
        aria-describedby={isOff ? id : undefined}
        onChange={(event) => {
          if (!isOff) onChange(event.target.checked);
        }}
      />
      {isOff && (
        <span id={id} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  );
}

export function Switch({ label, detail, isOn, onChange, busy, disabledReason }: SwitchProps) {
  const id = useId();
  const isOff = busy === true || disabledReason !== undefined;
  const described = [detail !== undefined && `${id}-detail`, disabledReason !== undefined && `${id}-reason`].filter(
    Boolean,
  );
  return (
    <div className="flex items-center gap-4 border-t border-line py-3.5">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {detail !== undefined && (
          <div id={`${id}-detail`} className="text-ink-3">
            {detail}
          </div>
        )}
        {disabledReason !== undefined && (
          <div id={`${id}-reason`} className="text-label text-ink-3">
            {disabledReason}
          </div>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={`${trackClass} ml-auto ${disabledReason === undefined ? '' : 'opacity-45'}`}
        checked={isOn}
        aria-checked={isOn}
        aria-busy={busy === true ? true : undefined}
        aria-disabled={isOff ? true : undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        onChange={(event) => {
          if (!isOff) onChange(event.target.checked);
        }}
      />
    </div>
  );
}
