import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { isPrivacyModeOn, togglePrivacyMode } from '#shell/privacy-mode/privacy-mode.ts';
import { deviceZone, type Preferences, setPreference } from '#platform/preferences.ts';

export function preferenceChoices(preferences: Preferences): MenuEntry[] {
  const choice = <Name extends keyof Preferences>(name: Name, value: Preferences[Name], label: string): MenuEntry => ({
    id: `${name}-${String(value)}`,
    label,
    isChecked: preferences[name] === value,
    onSelect: () => setPreference(name, value),
  });
  return [
    { kind: 'heading', id: 'theme', label: 'Theme' },
    choice('theme', 'light', 'Light'),
    choice('theme', 'dark', 'Dark'),
    choice('theme', 'system', 'System'),
    { kind: 'heading', id: 'zone', label: 'Times' },
    choice('zone', 'utc', 'UTC'),
    choice('zone', 'local', `Local time: ${deviceZone()}`),
    { kind: 'heading', id: 'rows', label: 'Density' },
    choice('density', 'normal', 'Comfortable'),
    choice('density', 'dense', 'Compact'),
    { kind: 'heading', id: 'privacy', label: 'Privacy' },
    { id: 'veil', label: 'Hide personal details', isChecked: isPrivacyModeOn(), onSelect: togglePrivacyMode },
  ];
}
