import type { ReactNode } from 'react';
import { Icon } from '#design/icon.tsx';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';

/** A step of the breadcrumbs; the current page has no address. */
export interface Crumb {
  label: ReactNode;
  href?: string | undefined;
}

interface BreadcrumbsProps {
  crumbs: readonly Crumb[];
  /** At the far end: previous and next. */
  aside?: ReactNode;
}

export function Breadcrumbs({ crumbs, aside }: BreadcrumbsProps) {
  return (
    <div className="mb-[18px] flex print:hidden items-center gap-3 text-ink-3">
      <nav aria-label="Breadcrumb" className="min-w-0">
        <ol className="m-0 flex list-none items-center gap-2 p-0">
          {crumbs.map((crumb, index) => (
            <li key={index} className="flex min-w-0 items-center gap-2 first:shrink-0">
              {index > 0 && <Icon of={ChevronRight} className="!size-3.5" />}
              {crumb.href === undefined ? (
                <span aria-current="page" className="truncate">
                  {crumb.label}
                </span>
              ) : (
                <a href={crumb.href} className="truncate hover:text-ink hover:underline hover:underline-offset-2">
                  {crumb.label}
                </a>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {aside !== undefined && <div className="ml-auto flex shrink-0 items-center gap-2">{aside}</div>}
    </div>
  );
}
