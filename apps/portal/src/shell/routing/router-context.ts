import type { PortalSettings } from '@volume/contract/portal-settings.ts';
import type { Session } from '#platform/session/session.ts';

/** What every route may use; signed-in layouts add the query client and the merchant. */
export interface RouterContext {
  session: () => Session;
  settings: PortalSettings;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Names the page in its title and to screen readers when it is reached. */
    title?: string;
  }
}
