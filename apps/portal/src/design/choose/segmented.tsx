import { usePageAction } from '#design/controls/page-actions.tsx';

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <div role="group" aria-label={label} className="inline-flex flex-wrap rounded bg-sunken p-0.5">
      {options.map((option) => (
        <Segment
          key={option.value}
          label={option.label}
          isChosen={option.value === value}
          onClick={() => onChange(option.value)}
        />
      ))}
    </div>
  );
}

function Segment({ label, isChosen, onClick }: { label: string; isChosen: boolean; onClick: () => void }) {
  const ref = usePageAction<HTMLButtonElement>({});
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={
        'rounded-medium px-[11px] py-[5px] text-label text-ink-2 transition-colors duration-100 hover:text-ink ' +
        'aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-seat forced:aria-pressed:outline-2'
      }
    >
      {label}
    </button>
  );
}
