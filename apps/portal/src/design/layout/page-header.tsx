import { Icon } from '#design/icon.tsx';
import Search from 'lucide/dist/esm/icons/search.mjs';
import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';

interface PageHeaderProps {
  title: ReactNode;
  /** Buttons of the page, the primary one last. */
  actions?: ReactNode;
  breadcrumbs?: readonly Crumb[] | undefined;
  /** Soft text beside the title. */
  aside?: ReactNode;
}

/** The one h1 of a page, where it stands, what can be done here (the palette offers it too), and the way to all else. */
export function PageHeader({ title, actions, breadcrumbs, aside }: PageHeaderProps) {
  return (
    <header className="mb-[22px] phone:mb-4">
      {breadcrumbs !== undefined && <Breadcrumbs crumbs={breadcrumbs} />}
      <div className="flex min-h-[34px] flex-wrap items-center gap-3">
        <h1 className="m-0 min-w-0 text-l font-strong tracking-[-.015em] [overflow-wrap:anywhere]">{title}</h1>
        {aside !== undefined && <div className="min-w-0 text-ink-3 [overflow-wrap:anywhere]">{aside}</div>}
        {/* As wide as there is room: what comes late into it moves nothing. */}
        <div className="flex grow flex-wrap items-center justify-end gap-2.5">
          <div data-actions className="contents print:hidden">
            {actions}
          </div>
          <PageSearch />
        </div>
      </div>
    </header>
  );
}

/** Opens the palette of the frame it stands in; the shell hears the press, wherever it comes from. */
function PageSearch() {
  return (
    <button type="button" data-palette className="page-search print:hidden" aria-keyshortcuts="Control+K Meta+K">
      <Icon of={Search} />
      <span>Find a payment or a page</span>
      <kbd className="key" aria-hidden="true">
        {/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}
