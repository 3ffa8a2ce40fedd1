import type { Authority } from '@volume/contract/access.ts';
import { mayViewPayments } from '@volume/contract/access.ts';
import ArrowDownLeft from 'lucide/dist/esm/icons/arrow-down-left.mjs';
import ArrowLeftRight from 'lucide/dist/esm/icons/arrow-left-right.mjs';
import ArrowUpRight from 'lucide/dist/esm/icons/arrow-up-right.mjs';
import Building2 from 'lucide/dist/esm/icons/building-complex.mjs';
import Layers from 'lucide/dist/esm/icons/layers.mjs';
import Landmark from 'lucide/dist/esm/icons/landmark.mjs';
import LayoutDashboard from 'lucide/dist/esm/icons/layout-dashboard.mjs';
import Link from 'lucide/dist/esm/icons/link.mjs';
import ListTree from 'lucide/dist/esm/icons/list-tree.mjs';
import ReceiptText from 'lucide/dist/esm/icons/receipt-text.mjs';
import type { IconDrawing } from '#design/icon.tsx';
import Settings2 from 'lucide/dist/esm/icons/settings-2.mjs';
import History from 'lucide/dist/esm/icons/rotate-ccw-clock.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import type { ComponentType } from 'react';
import { hasNow, type NamedCall } from '#platform/calls/capabilities.ts';
import {
  adminActivityHref,
  adminBanksHref,
  adminAdministratorsHref,
  adminExceptionsHref,
  adminFailedJobsHref,
  adminFeesHref,
  adminMerchantsHref,
  adminPaymentsHref,
  balancesHref,
  exchangeHref,
  overviewHref,
  payByLinkHref,
  payInsHref,
  payoutsHref,
  accountHref,
  type MerchantSearch,
} from '#platform/hrefs.ts';

import { isPermittedNow, readSession } from '#platform/session/session.ts';
import { portalQueryClient } from '#shell/routing/signed-in.ts';

export interface NavItem {
  label: string;
  /** The key of its shortcut, after `g`. */
  key: string;
  icon: IconDrawing;
  href: (search: MerchantSearch) => string;
  /** True for the paths of this item. */
  isAt: (pathname: string) => boolean;
  /** Shown only to users with one of these; if omitted, to all. */
  anyOf?: readonly Authority[];
  /** The endpoint of ours that it needs; shown only where this deployment has it. */
  needs?: NamedCall;
  /** The number of objects behind the link; loads after the page. */
  count?: () => Promise<{ default: ComponentType }>;
}

const below = (prefix: string) => (pathname: string) => pathname === prefix || pathname.startsWith(`${prefix}/`);

export const merchantItems: readonly NavItem[] = [
  { label: 'Overview', key: 'o', icon: LayoutDashboard, href: overviewHref, isAt: (pathname) => pathname === '/' },
  {
    label: 'Pay-ins',
    key: 'i',
    icon: ArrowDownLeft,
    href: payInsHref,
    isAt: (pathname) => below('/payments')(pathname) && !/^\/payments\/(payout|approvals)\b/.test(pathname),
    anyOf: mayViewPayments,
  },
  {
    label: 'Payouts',
    key: 'p',
    icon: ArrowUpRight,
    href: payoutsHref,
    isAt: below('/payments/payout'),
    anyOf: mayViewPayments,
  },
  { label: 'Balances', key: 'b', icon: Landmark, href: balancesHref, isAt: below('/balances'), anyOf: mayViewPayments },
  {
    label: 'Exchange',
    key: 'x',
    icon: ArrowLeftRight,
    href: exchangeHref,
    isAt: below('/exchange'),
    anyOf: mayViewPayments,
  },
  {
    label: 'Pay by link',
    key: 'l',
    icon: Link,
    href: payByLinkHref,
    isAt: below('/pay-by-link'),
    anyOf: ['PAY_BY_LINK'],
  },
  { label: 'Settings', key: 's', icon: Settings2, href: accountHref, isAt: below('/settings') },
];

export const adminItems: readonly NavItem[] = [
  {
    label: 'Merchants',
    key: 'm',
    icon: Building2,
    href: () => adminMerchantsHref(),
    isAt: (pathname) => /^\/admin(\/merchants\/.+|\/new-merchant|\/merchant-settings\/.+)?$/.test(pathname),
  },
  { label: 'All payments', key: 'a', icon: ListTree, href: () => adminPaymentsHref(), isAt: below('/admin/payments') },
  {
    label: 'Exceptions',
    key: 'e',
    icon: TriangleAlert,
    href: () => adminExceptionsHref(),
    isAt: below('/admin/exceptions'),
    // Not the endpoint itself, which would load its schemas on every page.
    needs: { method: 'GET', path: 'exceptions', origin: 'ours' },
  },
  {
    label: 'Failed jobs',
    key: 'j',
    icon: Layers,
    href: () => adminFailedJobsHref(),
    isAt: below('/admin/failed-jobs'),
    needs: { method: 'GET', path: 'failed-jobs', origin: 'ours' },
    count: () => import('./failed-jobs-count.tsx'),
  },
  {
    label: 'Banks',
    key: 'k',
    icon: Landmark,
    href: () => adminBanksHref(),
    isAt: below('/admin/banks'),
    needs: { method: 'GET', path: 'banks', origin: 'ours' },
  },
  {
    label: 'Administrators',
    key: 'd',
    icon: Users,
    href: () => adminAdministratorsHref(),
    isAt: below('/admin/administrators'),
    needs: { method: 'GET', path: 'administrators', origin: 'ours' },
  },
  {
    label: 'Fees',
    key: 'f',
    icon: ReceiptText,
    href: () => adminFeesHref(),
    isAt: below('/admin/fees'),
    needs: { method: 'GET', path: 'platform/fees', origin: 'ours' },
  },
  {
    label: 'Activity',
    key: 'c',
    icon: History,
    href: () => adminActivityHref(),
    isAt: (pathname) => /^\/admin\/(activity|personal-data)$/.test(pathname),
    needs: { method: 'GET', path: 'activity', origin: 'ours' },
  },
];

/** All screens that the user can open now; for administrators including the merchant's, if one is open. */
export function openPlaces(): NavItem[] {
  const session = readSession();
  if (session.kind === 'none') return [];
  const items = session.merchantId === undefined ? [] : merchantItems;
  const isAllowed = ({ anyOf }: NavItem) => !anyOf || isPermittedNow(anyOf);
  // The navigation on every page has loaded the capabilities.
  const isSupported = ({ needs }: NavItem) => hasNow(portalQueryClient(), needs);
  return [...items.filter(isAllowed), ...(session.kind === 'admin' ? adminItems.filter(isSupported) : [])];
}
