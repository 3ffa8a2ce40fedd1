import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** Soft text beside the heading. */ aside?: ReactNode;
  /** A link or button at its far end. */ action?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading; no box around it. */
export function Section({ title, aside, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-9">
      <header className="mb-2.5 flex items-center gap-3">
        <h2 id={id} className="m-0 min-w-0 font-strong [overflow-wrap:anywhere]">
          {title}
        </h2>
        {aside !== undefined && <span className="num text-ink-3">{aside}</span>}
        {action !== undefined && <div className="ml-auto text-label print:hidden">{action}</div>}
      </header>
      {children}
    </section>
  );
}
