import { Icon } from '#design/icon.tsx';
import BookOpen from 'lucide/dist/esm/icons/book-open.mjs';
import CircleHelp from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import CircleUserRound from 'lucide/dist/esm/icons/circle-user-round.mjs';
import Info from 'lucide/dist/esm/icons/info.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import Keyboard from 'lucide/dist/esm/icons/keyboard.mjs';
import { mayViewPayments } from '@volume/contract/access.ts';
import ListChecks from 'lucide/dist/esm/icons/list-checks.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import { hasNow } from '#platform/calls/capabilities.ts';
import {
  aboutHref,
  approvalsHref,
  bulkJobsHref,
  type MerchantSearch,
  settingsHref,
  type SettingsPage,
} from '#platform/hrefs.ts';
import { isPermittedNow, readSession } from '#platform/session/session.ts';
import { docsHref, supportHref } from '#platform/settings.ts';
import { openPlaces } from '#shell/frame/nav-items.ts';
import { openKeys } from '#shell/keys/open-keys.ts';
import { portalQueryClient } from '#shell/routing/signed-in.ts';
import { settingsPages } from '#shell/settings-layout.tsx';
import type { PaletteItem } from './palette-item.ts';

/** The places as lines of the palette, with the keys that lead there. */
export function placeItems(search: MerchantSearch): PaletteItem[] {
  const screens = openPlaces().map(({ label, icon, href, key }): PaletteItem => ({
    id: `place-${label}`,
    label,
    words: label,
    name: label,
    icon: <Icon of={icon} />,
    hint: <Keys keys={['g', key]} />,
    action: { href: href(search) },
  }));
  return [...screens, ...approvalItems(search), ...bulkItems(search), ...settingsItems(search)];
}

const approvalsCall = { method: 'GET', path: 'merchants/{}/approvals', origin: 'ours' } as const;

/** The link to the approvals. It is not in the navigation while no approvals wait. */
function approvalItems(search: MerchantSearch): PaletteItem[] {
  const session = readSession();
  const isOpen = session.kind !== 'none' && session.merchantId !== undefined && isPermittedNow(mayViewPayments);
  if (!isOpen || !hasNow(portalQueryClient(), approvalsCall)) return [];
  const icon = <Icon of={Users} />;
  const href = approvalsHref({ ...search, state: ['WAITING'] });
  return [
    {
      id: 'approvals',
      label: 'Approvals',
      words: 'Approvals second person',
      name: 'Approvals',
      icon,
      action: { href },
    },
  ];
}

const listCall = { method: 'GET', path: 'merchants/{}/applications/{}/bulk-jobs', origin: 'ours' } as const;

function bulkItems(search: MerchantSearch): PaletteItem[] {
  const session = readSession();
  const isThere = session.kind !== 'none' && session.merchantId !== undefined;
  if (!isThere || !isPermittedNow(['EDIT_SETTINGS']) || !hasNow(portalQueryClient(), listCall)) return [];
  const label = 'Bulk jobs';
  const icon = <Icon of={ListChecks} />;
  return [
    {
      id: 'place-bulk',
      label,
      words: 'Bulk jobs refunds resends',
      name: label,
      icon,
      action: { href: bulkJobsHref(search) },
    },
  ];
}

function settingsItems(search: MerchantSearch): PaletteItem[] {
  const session = readSession();
  if (session.kind === 'none' || session.merchantId === undefined) return [];
  const items = settingsPages
    .filter(({ anyOf, needs }) => (!anyOf || isPermittedNow(anyOf)) && hasNow(portalQueryClient(), needs))
    .map(({ page, label }) => ({
      id: `settings-${page}`,
      label: `Settings: ${label}`,
      words: `Settings ${label} ${contents[page]}`,
      name: `Settings: ${label}`,
      icon: <Icon of={CircleUserRound} />,
      action: { href: settingsHref(page, search) },
    }));
  const security = items.find(({ id }) => id === 'settings-security');
  return security ? [...items, keysItem(security)] : items;
}

/** What is on each page and not in its name. */
const contents: Readonly<Record<SettingsPage, string>> = {
  'account-settings': 'sessions devices passkeys',
  accounts: 'IBAN sort code payout account',
  institutions: 'banks',
  notifications: 'emails alerts',
  security: 'two-factor approvals activity log application id merchant id',
  requests: 'API calls errors curl',
  users: 'team people roles invite',
  'webhooks-callbacks': 'endpoints deliveries signatures events URL',
  brand: 'logo colour pay page',
};

/** The name of the settings page does not say that the keys are there. */
const keysItem = (security: PaletteItem): PaletteItem => ({
  ...security,
  id: 'settings-keys',
  label: 'API keys',
  words: 'API keys application key secret credentials token x-application-secret',
  name: 'API keys',
  icon: <Icon of={KeyRound} />,
  hint: security.name,
});

/** Links to help, available on every page. */
export const helpItems = (hasDocs: boolean): PaletteItem[] => [
  ...(hasDocs ? guideItems() : []),
  {
    id: 'keys',
    label: 'Keyboard shortcuts',
    words: 'Keyboard shortcuts keys help',
    icon: <Icon of={Keyboard} />,
    hint: <Keys keys={['?']} />,
    action: { run: openKeys },
  },
  {
    id: 'support',
    label: 'Contact support',
    words: 'Help contact write to support',
    icon: <Icon of={CircleHelp} />,
    action: { href: supportHref() },
  },
  {
    id: 'about',
    label: 'About this portal',
    words: 'About this portal version licences',
    icon: <Icon of={Info} />,
    action: { href: aboutHref() },
  },
];

/** The reference and the guides that this API serves. */
const guideItems = (): PaletteItem[] =>
  [
    { id: 'reference', label: 'API reference', guide: '', words: 'API reference documentation calls curl' },
    { id: 'guide-keys', label: 'Guide: keys', guide: 'keys', words: 'Guide keys API integration' },
    { id: 'guide-webhooks', label: 'Guide: webhooks', guide: 'webhooks', words: 'Guide webhooks verify signature' },
    { id: 'guide-testing', label: 'Guide: testing', guide: 'testing', words: 'Guide testing sandbox test events' },
  ].map(({ guide, ...item }) => ({
    ...item,
    icon: <Icon of={BookOpen} />,
    action: { href: docsHref(guide) },
  }));

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <kbd key={key} className="key">
          {key}
        </kbd>
      ))}
    </span>
  );
}
