import type { ReactNode } from 'react';

/** The line of search and filter chips above a list; on a phone it scrolls sideways on its own. */
export function FilterBar({ label = 'Filters', children }: { label?: string | undefined; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="mb-3 flex flex-wrap items-center gap-2 phone:-mx-4 phone:flex-nowrap phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none]"
    >
      {children}
    </div>
  );
}
