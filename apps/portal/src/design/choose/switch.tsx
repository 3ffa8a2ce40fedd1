import { useId, type ReactNode } from 'react';

type SwitchProps = {
  label: string;
  detail?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  busy?: boolean | undefined;
};

const track =
  'relative h-5 w-[34px] shrink-0 appearance-none rounded-full bg-field-line p-0.5 transition-colors duration-100 checked:bg-ink ' +
  "after:block after:size-4 after:rounded-full after:bg-surface after:transition-transform after:duration-100 after:content-[''] " +
  'checked:after:translate-x-[14px] focus-visible:rounded-full forced:appearance-auto forced:after:hidden';

/** One decision on one line: its name, what it means, and the switch at the end. */
export function Switch({ label, detail, isOn, onChange, busy }: SwitchProps) {
  const id = useId();
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
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={`${track} ml-auto`}
        checked={isOn}
        aria-checked={isOn}
        aria-busy={busy === true ? true : undefined}
        aria-disabled={busy === true ? true : undefined}
        aria-describedby={detail === undefined ? undefined : `${id}-detail`}
        onChange={(event) => {
          if (busy !== true) onChange(event.target.checked);
        }}
      />
    </div>
  );
}
