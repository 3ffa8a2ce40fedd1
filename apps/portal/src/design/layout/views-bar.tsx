import Users from 'lucide/dist/esm/icons/users.mjs';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#design/icon.tsx';

export interface View {
  label: string;
  href: string;
  isCurrent: boolean;
  /** Who shares the view: “Shared by maya@shop.example”. */
  sharing?: string | undefined;
  /** What is there, when the label does not say so. */
  detail?: string | undefined;
}

interface ViewsBarProps {
  label: string;
  views: readonly View[];
  /** The menu of the current view, next to it. */
  action?: ReactNode;
}

export function ViewsBar({ label, views, action }: ViewsBarProps) {
  const bar = useRef<HTMLElement>(null);
  const current = views.findIndex(({ isCurrent }) => isCurrent);
  // On a narrow screen the current view may be out of sight.
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (link && bar.current)
      bar.current.scrollLeft = link.offsetLeft - (bar.current.clientWidth - link.offsetWidth) / 2;
  }, [current, views.length]);
  // The router must not notice that it scrolls: on going back it would restore the place where another view was chosen.
  useEffect(() => {
    const hide = (event: Event) => event.target === bar.current && event.stopPropagation();
    window.addEventListener('scroll', hide, true);
    return () => window.removeEventListener('scroll', hide, true);
  }, []);
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="views-bar relative -mt-1 mb-3.5 flex pt-1 print:hidden gap-5 overflow-x-auto border-b border-line whitespace-nowrap [scrollbar-width:none] phone:-mx-4 phone:px-4"
    >
      {views.map((view) => (
        <Fragment key={view.href}>
          <a
            href={view.href}
            aria-current={view.isCurrent ? 'page' : undefined}
            title={view.detail}
            className="pb-[11px] text-ink-3 focus-visible:-outline-offset-2 hover:text-ink aria-[current]:border-b-2 aria-[current]:border-ink aria-[current]:pb-[9px] aria-[current]:font-strong aria-[current]:text-ink"
          >
            {view.sharing === undefined ? <bdi>{view.label}</bdi> : <Shared view={view} />}
          </a>
          {view.isCurrent && action}
        </Fragment>
      ))}
    </nav>
  );
}

const Shared = ({ view }: { view: View }) => (
  <span className="inline-flex items-center gap-1.5" title={view.sharing}>
    <bdi>{view.label}</bdi>
    <Icon of={Users} className="!size-3.5" /> <span className="sr-only">{view.sharing}</span>
  </span>
);
