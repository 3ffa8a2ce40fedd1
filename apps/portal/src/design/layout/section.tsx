import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** Secondary text next to the heading. */
  aside?: ReactNode;
  /** A link or button at the far end. */
  action?: ReactNode;
  children: ReactNode;
}

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

/** Wide content and a narrow aside. Without enough width they are stacked, `first` on top. */
export function Columns({ children, aside, first }: { children: ReactNode; aside: ReactNode; first?: 'aside' }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-11 @max-[780px]:grid-cols-[minmax(0,1fr)] @max-[780px]:gap-2">
        <div className="min-w-0">{children}</div>
        <div className={`min-w-0 ${first === 'aside' ? '@max-[780px]:-order-1' : ''}`}>{aside}</div>
      </div>
    </div>
  );
}
