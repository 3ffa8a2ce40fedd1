interface SpinnerProps {
  /** The diameter in pixels; 150 by default (§9). */
  size?: number | undefined;
  label?: string | undefined;
  /** A visible sentence, also announced. */
  sentence?: string | undefined;
}

/** The default loading indicator, 150 px (§2); appears after a short delay. */
export function Spinner({ size = 150, label = 'Loading', sentence }: SpinnerProps) {
  return (
    <div role="status" className="late grid justify-items-center gap-5 p-6 text-center text-ink-2">
      <svg
        className="turn"
        width={size}
        height={size}
        viewBox="0 0 50 50"
        fill="none"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <circle cx="25" cy="25" r="20" className="stroke-line-2" />
        <path d="M25 5a20 20 0 0 1 20 20" className="stroke-ink" strokeLinecap="round" />
      </svg>
      {sentence === undefined ? <span className="sr-only">{label}</span> : <p className="m-0">{sentence}</p>}
    </div>
  );
}
