import type { ReactNode } from 'react';

interface FilterBarProps {
  label?: string | undefined;
  children: ReactNode;
  /** At the end of the first line, however many lines the chips need. */
  end?: ReactNode;
}

/** The search and filter chips above a list; scrolls sideways on phones. */
export function FilterBar({ label = 'Filters', children, end }: FilterBarProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="mb-3 flex items-start gap-2 phone:-mx-4 phone:items-center phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none]"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2 phone:contents">{children}</div>
      {/* Its space is reserved, so that it moves neither chips nor rows when it appears. */}
      {end !== undefined && <div className="flex h-[34px] min-w-[76px] shrink-0 items-center phone:min-w-0">{end}</div>}
    </div>
  );
}
