import type { Authority } from '@volume/contract/access.ts';
import { mayViewPayments } from '@volume/contract/access.ts';
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Building2 from 'lucide-react/icons/building-2';
import Landmark from 'lucide-react/icons/landmark';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Link from 'lucide-react/icons/link';
import ListTree from 'lucide-react/icons/list-tree';
import type { LucideIcon } from 'lucide-react';
import Settings2 from 'lucide-react/icons/settings-2';
import History from 'lucide-react/icons/history';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { NamedCall } from '#platform/calls/capabilities.ts';
import {
  adminActivityHref,
  adminExceptionsHref,
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

export interface NavItem {
  label: string;
  icon: LucideIcon;
  href: (search: MerchantSearch) => string;
  /** True for the addresses this item stands for. */
  isAt: (pathname: string) => boolean;
  /** Listed only for holders of one of these; absent: for everyone. */
  anyOf?: readonly Authority[];
  /** The call of our own it lives by; listed only where this deployment has it. */
  needs?: NamedCall;
}

const below = (prefix: string) => (pathname: string) => pathname === prefix || pathname.startsWith(`${prefix}/`);

export const merchantItems: readonly NavItem[] = [
  { label: 'Overview', icon: LayoutDashboard, href: overviewHref, isAt: (pathname) => pathname === '/' },
  {
    label: 'Pay-ins',
    icon: ArrowDownLeft,
    href: payInsHref,
    isAt: (pathname) => below('/payments')(pathname) && !below('/payments/payout')(pathname),
    anyOf: mayViewPayments,
  },
  { label: 'Payouts', icon: ArrowUpRight, href: payoutsHref, isAt: below('/payments/payout'), anyOf: mayViewPayments },
  { label: 'Balances', icon: Landmark, href: balancesHref, isAt: below('/balances'), anyOf: mayViewPayments },
  { label: 'Exchange', icon: ArrowLeftRight, href: exchangeHref, isAt: below('/exchange'), anyOf: mayViewPayments },
  { label: 'Pay by link', icon: Link, href: payByLinkHref, isAt: below('/pay-by-link'), anyOf: ['PAY_BY_LINK'] },
  { label: 'Settings', icon: Settings2, href: accountHref, isAt: below('/settings') },
];

export const adminItems: readonly NavItem[] = [
  {
    label: 'Merchants',
    icon: Building2,
    href: () => adminMerchantsHref(),
    isAt: (pathname) => pathname === '/admin' || below('/admin/merchants')(pathname),
  },
  { label: 'All payments', icon: ListTree, href: () => adminPaymentsHref(), isAt: below('/admin/payments') },
  {
    label: 'Exceptions',
    icon: TriangleAlert,
    href: () => adminExceptionsHref(),
    isAt: below('/admin/exceptions'),
    // Not the endpoint itself: its shapes are no part of every page.
    needs: { method: 'GET', path: 'exceptions', origin: 'ours' },
  },
  {
    label: 'Activity',
    icon: History,
    href: () => adminActivityHref(),
    isAt: below('/admin/activity'),
    needs: { method: 'GET', path: 'activity', origin: 'ours' },
  },
];
