import type { ReactNode } from 'react';

export interface View {
  label: string;
  href: string;
  isCurrent: boolean;
}

interface ViewsBarProps {
  label: string;
  views: readonly View[];
  /** "+ Save view" at the end. */ action?: ReactNode;
}

/** Views of one list, side by side; each is an address. */
export function ViewsBar({ label, views, action }: ViewsBarProps) {
  return (
    <nav
      aria-label={label}
      className="mb-3.5 flex print:hidden gap-5 overflow-x-auto border-b border-line whitespace-nowrap [scrollbar-width:none] phone:-mx-4 phone:px-4"
    >
      {views.map((view) => (
        <a
          key={view.href}
          href={view.href}
          aria-current={view.isCurrent ? 'page' : undefined}
          className="pb-[11px] text-ink-3 focus-visible:-outline-offset-2 hover:text-ink aria-[current]:border-b-2 aria-[current]:border-ink aria-[current]:pb-[9px] aria-[current]:font-strong aria-[current]:text-ink"
        >
          {view.label}
        </a>
      ))}
      {action}
    </nav>
  );
}
