import { Icon, type IconDrawing } from '#design/icon.tsx';
import { useHas } from '#platform/calls/capabilities.ts';
import { isPermitted } from '@volume/contract/access.ts';
import { authoritiesIn } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import type { MerchantSearch } from '#platform/hrefs.ts';
import { usePreferences } from '#platform/preferences.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { whenIdle } from '#design/overlay/when-idle.ts';
import type { NavItem } from './nav-items.ts';

interface NavListProps {
  label: string;
  items: readonly NavItem[];
  pathname: string;
  search: MerchantSearch;
  children?: ReactNode;
}

/** Links to pages; those that the user is not allowed to open are hidden. `children` are added at the end. */
export function NavList({ label, items, pathname, search, children }: NavListProps) {
  const authorities = authoritiesIn(useSession());
  const has = useHas(items.map(({ needs }) => needs));
  return (
    <nav aria-label={label} className="grid gap-px">
      {items
        .filter((item) => (!item.anyOf || isPermitted(authorities, item.anyOf)) && has(item.needs) !== false)
        .map(({ label: name, icon, href, isAt, needs, count }) =>
          // Reserves its space until it is known, so that nothing below moves.
          has(needs) === undefined ? (
            <span key={name} className="h-8 phone:h-11" />
          ) : (
            <NavLine key={name} {...{ name, icon }} href={href(search)} isHere={isAt(pathname)}>
              {count && <Count load={count} />}
            </NavLine>
          ),
        )}
      {children}
    </nav>
  );
}

/** Loads after the page; if loading fails, there is no count. */
function Count({ load }: { load: NonNullable<NavItem['count']> }) {
  const [Loaded] = useState(() =>
    lazy(async () => {
      await new Promise<void>(whenIdle);
      return load().catch(() => ({ default: () => null }));
    }),
  );
  return (
    <Suspense>
      <Loaded />
    </Suspense>
  );
}

interface NavLineProps {
  name: string;
  icon: IconDrawing;
  href: string;
  isHere: boolean;
  children?: ReactNode;
}

export function NavLine({ name, icon, href, isHere, children }: NavLineProps) {
  const { isNavFolded } = usePreferences();
  return (
    <a
      href={href}
      title={isNavFolded ? name : undefined}
      aria-current={isHere ? 'page' : undefined}
      className={
        'group flex h-8 items-center gap-2.5 rounded-medium px-2 text-ink-2 hover:bg-hover phone:h-11 ' +
        'aria-[current]:bg-sunken aria-[current]:font-strong aria-[current]:text-ink forced:aria-[current]:outline-2'
      }
    >
      <Icon of={icon} className="text-ink-3 group-aria-[current]:text-ink" />
      <span className="in-data-folded:sr-only">{name}</span>
      {children}
    </a>
  );
}
