import type { Authority } from '@volume/contract/access.ts';
import { redirect } from '@tanstack/react-router';
import { toast } from '#design/overlay/toast.ts';
import { isPermittedNow, merchantIdInCalls, type Session } from '#platform/session/session.ts';
import { knownFirstApplication } from '#platform/preferences.ts';
import { adminMerchantsHref, payInsHref, signInHref } from '#platform/hrefs.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import type { PortalSettings } from '@volume/contract/portal/settings.ts';

/** The context that every route can use; signed-in layouts add the query client and the merchant. */
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

/** The parts of an address; the hash is without its #. */
interface Place {
  pathname: string;
  searchStr: string;
  hash: string;
}

interface Arrival {
  context: RouterContext;
  location: Place & { href: string };
  preload: boolean;
}

/** The guard of the merchant layout (§4): redirects other users to sign-in or, without a chosen merchant, to /admin. */
export async function requireMerchant({
  context,
  location,
  search,
}: Arrival & { search: { applicationId?: string | undefined } }) {
  const session = context.session();
  if (session.kind === 'none') throw redirect({ href: signInHref(location.href), replace: true });
  const { merchantId } = session;
  if (!merchantId) throw redirect({ href: adminMerchantsHref(), replace: true });
  const { firstApplication, portalQueryClient } = await loadSignedIn();
  const queryClient = portalQueryClient();
  if (!search.applicationId) {
    const applicationId = knownFirstApplication(merchantId) ?? (await firstApplication(queryClient, merchantId));
    if (applicationId) throw redirect({ href: withApplication(location, applicationId), replace: true });
  }
  return { merchantId, merchantIdInCalls: merchantIdInCalls(session), queryClient };
}

/** The guard of the admin layout (§4): redirects merchants' tokens to /payments/payin, and unusable ones to sign-in. */
export async function requireAdmin({ context, location, preload }: Arrival) {
  const session = context.session();
  if (session.kind === 'none') throw redirect({ href: signInHref(location.href), replace: true });
  if (session.kind === 'merchant') {
    if (!preload) toast.bad('That page is for platform administrators only.');
    throw redirect({ href: payInsHref(), replace: true });
  }
  const { portalQueryClient } = await loadSignedIn();
  return { queryClient: portalQueryClient() };
}

/** Guards a page for users with one of these authorities; others are redirected and a toast shows the message (§6). */
export function requireAuthority(
  { preload }: { preload: boolean },
  anyOf: readonly Authority[],
  otherwise: string,
  message: string,
): void {
  if (isPermittedNow(anyOf)) return;
  if (!preload) toast.bad(message, 'Ask an administrator to change your permissions.');
  throw redirect({ href: otherwise, replace: true });
}

/** The same address with this application in it. */
export function withApplication({ pathname, searchStr, hash }: Place, applicationId: string): string {
  const search = stringifySearch({ ...parseSearch(searchStr), applicationId });
  return `${pathname}${search}${hash === '' ? '' : `#${hash}`}`;
}

// Code that only signed-in pages need is not part of the sign-in chunk.
const loadSignedIn = () => import('./signed-in.ts');
