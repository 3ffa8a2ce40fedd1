interface CodeBlockProps {
  label: string;
  text: string;
  /** Whether privacy mode hides all of it. */
  isPersonal?: boolean;
}

export function CodeBlock({ label, text, isPersonal = false }: CodeBlockProps) {
  return (
    <pre
      className="mono m-0 max-h-[320px] overflow-auto rounded bg-sunken p-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable text must be reachable by keyboard
      tabIndex={0}
    >
      {isPersonal ? <span data-personal>{text}</span> : text}
    </pre>
  );
}

/** Pretty-prints JSON; returns other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
