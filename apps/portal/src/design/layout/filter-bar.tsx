import type { ReactNode } from 'react';

interface FilterBarProps {
  label?: string | undefined;
  children: ReactNode;
  /** Stands at the end of the first line, however many lines the chips take. */
  end?: ReactNode;
}

/** The line of search and filter chips above a list; on a phone it scrolls sideways on its own. */
export function FilterBar({ label = 'Filters', children, end }: FilterBarProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="mb-3 flex items-start gap-2 phone:-mx-4 phone:items-center phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none]"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2 phone:contents">{children}</div>
      {/* Its place is kept: coming and going, it moves neither chips nor rows. */}
      {end !== undefined && <div className="flex h-[34px] min-w-[76px] shrink-0 items-center phone:min-w-0">{end}</div>}
    </div>
  );
}
