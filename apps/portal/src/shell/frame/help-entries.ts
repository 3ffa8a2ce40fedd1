import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { aboutHref, accessibilityHref } from '#platform/hrefs.ts';
import { docsHref, supportHref } from '#platform/settings.ts';
import { openKeys } from '#shell/keys/open-keys.ts';

export const helpEntries = (hasDocs: boolean): MenuEntry[] => [
  ...(hasDocs
    ? [
        { id: 'reference', label: 'API reference', detail: 'Every call, with examples', href: docsHref() },
        { id: 'guides', label: 'Guides', detail: 'Keys, links, errors, testing', href: docsHref('keys') },
        { id: 'webhooks', label: 'Webhook guide', detail: 'Receive and verify events', href: docsHref('webhooks') },
        { kind: 'rule' as const, id: 'rule' },
      ]
    : []),
  { id: 'keys', label: 'Keyboard shortcuts', hint: '?', onSelect: openKeys },
  { id: 'accessibility', label: 'Accessibility', href: accessibilityHref() },
  { id: 'about', label: 'About this portal', href: aboutHref() },
  { id: 'support', label: 'Contact support', href: supportHref() },
];
