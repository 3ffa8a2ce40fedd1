import { Outlet, useLocation } from '@tanstack/react-router';
import { PageHeader } from '#design/layout/page-header.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { type NamedCall, useHas } from '#platform/calls/capabilities.ts';
import { settingsHref, type SettingsPage } from '#platform/hrefs.ts';
import { type Authority, isPermitted } from '@volume/contract/access.ts';
import { authoritiesIn } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';

interface SettingsPlace {
  label: string;
  /** What is there, when the label does not say so. */
  detail?: string;
  anyOf?: readonly Authority[];
  /** The endpoint of ours without which the page has nothing to show; undefined when the specification has its calls. */
  needs: NamedCall | undefined;
}

/** The pages of the settings in order, and who can open them (§6). A page without an entry is a compile error. */
const places: Readonly<Record<SettingsPage, SettingsPlace>> = {
  'account-settings': { label: 'Account', needs: undefined },
  accounts: { label: 'Bank accounts', anyOf: ['EDIT_SETTINGS'], needs: undefined },
  institutions: { label: 'Institutions', needs: undefined },
  notifications: { label: 'Notifications', anyOf: ['EDIT_SETTINGS'], needs: undefined },
  security: {
    label: 'Security',
    detail: 'API keys, two-factor, approvals and activity',
    anyOf: ['EDIT_SETTINGS'],
    needs: undefined,
  },
  requests: {
    label: 'Request log',
    anyOf: ['EDIT_SETTINGS'],
    needs: { method: 'GET', path: 'merchants/{}/applications/{}/requests', origin: 'ours' },
  },
  users: { label: 'Users', anyOf: ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'], needs: undefined },
  'webhooks-callbacks': { label: 'Webhooks and callbacks', anyOf: ['EDIT_SETTINGS'], needs: undefined },
  brand: {
    label: 'Brand',
    anyOf: ['EDIT_SETTINGS'],
    needs: { method: 'GET', path: 'merchants/{}/brand', origin: 'ours' },
  },
};

export const settingsPages = (Object.entries(places) as [SettingsPage, SettingsPlace][]).map(([page, place]) => ({
  page,
  ...place,
}));

/** The navigation of the settings; pages that the user may not open are hidden (§6). */
export function SettingsLayout() {
  const { pathname, search } = useLocation();
  const { applicationId } = search as { applicationId?: string };
  const authorities = authoritiesIn(useSession());
  const has = useHas(settingsPages.map(({ needs }) => needs));
  const views = settingsPages
    .filter(({ anyOf, needs }) => (!anyOf || isPermitted(authorities, anyOf)) && has(needs) === true)
    .map(({ page, label, detail }) => ({
      label,
      detail,
      href: settingsHref(page, { applicationId }),
      isCurrent: pathname === `/settings/${page}` || pathname.startsWith(`/settings/${page}/`),
    }));
  return (
    <>
      <PageHeader title="Settings" />
      <ViewsBar label="Settings" views={views} />
      <Outlet />
    </>
  );
}
