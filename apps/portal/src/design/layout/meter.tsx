interface MeterProps {
  label: string;
  /** Parts of `whole`, in its unit. */
  value: number;
  second?: number | undefined;
  whole: number;
  /** The value in words for screen readers: “£200.00 of £1,249.50”. */
  valueText: string;
}

const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.min(100, Math.max(0, (part / whole) * 100))}%` : '0%';

/** The used part of a whole, with a lighter second part for what is in progress. */
export function Meter({ label, value, second = 0, whole, valueText }: MeterProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={Math.min(value, whole)}
      aria-valuetext={valueText}
      className="flex h-1.5 overflow-hidden rounded-[3px] bg-sunken forced:border"
    >
      <span className="bg-ink forced:[forced-color-adjust:none]" style={{ width: share(value, whole) }} />
      <span className="bg-chart-2 forced:[forced-color-adjust:none]" style={{ width: share(second, whole) }} />
    </div>
  );
}
