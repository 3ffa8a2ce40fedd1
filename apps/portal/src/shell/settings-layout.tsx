import { Outlet, useLocation } from '@tanstack/react-router';
import { PageHeader } from '#design/layout/page-header.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { useEffect, useRef } from 'react';
import { settingsHref } from '#platform/hrefs.ts';
import { isPermitted } from '@volume/contract/access.ts';
import { authoritiesIn } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import { settingsPages } from './settings-pages.ts';

/** The settings and their pages side by side; what a person may not open is not listed (§6). */
export function SettingsLayout() {
  const { pathname, search } = useLocation();
  const { applicationId } = search as { applicationId?: string };
  const bar = useRef<HTMLDivElement>(null);
  // On a narrow screen the page one is on may stand beside what can be seen of the line.
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const authorities = authoritiesIn(useSession());
  const views = settingsPages
    .filter(({ anyOf }) => !anyOf || isPermitted(authorities, anyOf))
    .map(({ page, label }) => ({
      label,
      href: settingsHref(page, { applicationId }),
      isCurrent: pathname === `/settings/${page}`,
    }));
  return (
    <>
      <PageHeader title="Settings" />
      <div ref={bar}>
        <ViewsBar label="Settings" views={views} />
      </div>
      <Outlet />
    </>
  );
}
