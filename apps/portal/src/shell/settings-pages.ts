import type { Authority } from '@volume/contract/access.ts';
import type { SettingsPage } from '#platform/hrefs.ts';

/** The pages of the settings, in their order, and who may open them (§6). */
export const settingsPages: readonly { page: SettingsPage; label: string; anyOf?: readonly Authority[] }[] = [
  { page: 'account-settings', label: 'Account' },
  { page: 'accounts', label: 'Bank accounts', anyOf: ['EDIT_SETTINGS'] },
  { page: 'institutions', label: 'Institutions' },
  { page: 'notifications', label: 'Notifications', anyOf: ['EDIT_SETTINGS'] },
  { page: 'security', label: 'Security', anyOf: ['EDIT_SETTINGS'] },
  { page: 'users', label: 'Users', anyOf: ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'] },
  { page: 'webhooks-callbacks', label: 'Webhooks and callbacks', anyOf: ['EDIT_SETTINGS'] },
];
