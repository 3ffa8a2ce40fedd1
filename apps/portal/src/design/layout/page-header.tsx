import { Icon } from '#design/icon.tsx';
import Search from 'lucide/dist/esm/icons/search.mjs';
import { createContext, type ReactNode, useContext } from 'react';
import { PageActions } from '#design/controls/page-actions.tsx';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { openPalette } from './palette-opener.ts';

interface PageHeaderProps {
  title: ReactNode;
  /** Buttons of the page, the primary one last. */
  actions?: ReactNode;
  breadcrumbs?: readonly Crumb[] | undefined;
  /** Secondary text next to the title. */
  aside?: ReactNode;
}

/** The page's name in the bar of a phone. */
export const NameInBar = createContext('');

/** The h1 of a page with breadcrumbs, actions (the palette lists them too) and the search. */
export function PageHeader({ title, actions, breadcrumbs, aside }: PageHeaderProps) {
  // On a phone the bar already shows this title; without a title and buttons, the row takes no height.
  const isInBar = title === useContext(NameInBar);
  const isBare = isInBar && actions === undefined && aside === undefined;
  return (
    <header className={`mb-[22px] ${isBare ? 'phone:mb-0' : 'phone:mb-4'}`}>
      {breadcrumbs !== undefined && <Breadcrumbs crumbs={breadcrumbs} />}
      <div className={`flex min-h-[34px] flex-wrap items-center gap-3 ${isBare ? 'phone:min-h-0' : ''}`}>
        <h1
          className={`m-0 min-w-0 text-l font-strong tracking-[-.015em] [overflow-wrap:anywhere] ${isInBar ? 'phone:sr-only' : ''}`}
        >
          {title}
        </h1>
        {aside !== undefined && <div className="min-w-0 text-ink-3 [overflow-wrap:anywhere]">{aside}</div>}
        {/* Takes the whole free width, so that buttons that load late move nothing. */}
        <div className="flex grow flex-wrap items-center justify-end gap-2.5">
          <div data-actions className="contents print:hidden">
            <PageActions>{actions}</PageActions>
          </div>
          <PageSearch />
        </div>
      </div>
    </header>
  );
}

function PageSearch() {
  return (
    <button
      type="button"
      className="page-search print:hidden"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <Icon of={Search} />
      <span>Find a payment or a page</span>
      <kbd className="key" aria-hidden="true">
        {/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}
