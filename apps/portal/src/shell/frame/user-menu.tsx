import { useQuery } from '@tanstack/react-query';
import { signOut } from '@volume/contract/session.ts';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { Initials } from '#design/brand/initials.tsx';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { aboutHref } from '#platform/hrefs.ts';
import { deviceZone, type Preferences, setPreference, usePreferences } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { selfQuery } from '#features/users/public.ts';
import { authoritiesIn, clearSession, hasAdminAuthority, isReadOnly, type Session } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import { supportHref } from '#platform/settings.ts';
import { openKeys } from '#shell/keys/open-keys.ts';
import { roleWord } from './role-word.ts';

/** Who is signed in, how things look, help, and the way out. */
export function UserMenu({ isFolded }: { isFolded: boolean }) {
  const preferences = usePreferences();
  const [isWanted, setIsWanted] = useState(false);
  const session = useSession();
  // The name comes with the menu: no page waits for it. Administrators have none to ask for (§6).
  const isAdmin = hasAdminAuthority(session);
  const isAsked = isWanted && !isAdmin;
  const { data: self } = useQuery({ ...selfQuery(), enabled: isAsked, staleTime: Infinity });
  if (session.kind === 'none') return null;
  const email = session.kind === 'admin' ? session.adminEmail : session.email;
  const role = isAdmin ? adminWord(session) : roleWord(session.claims.authorities);
  const name = (!isAdmin && self?.name?.trim()) || null;
  return (
    <MenuButton
      label={`You: ${name ?? email}`}
      align="start"
      side="top"
      onWant={() => setIsWanted(true)}
      entries={[
        { kind: 'heading', id: 'who', label: name ?? email, detail: name === null ? role : email },
        ...entriesOf(preferences),
      ]}
      className={`flex w-full items-center gap-2.5 rounded p-2 text-left hover:bg-hover ${isFolded ? 'justify-center !p-1' : ''}`}
    >
      <Initials look="face" name={name ?? email.split('@')[0] ?? email} />
      {!isFolded && (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{name ?? email}</span>
            <span className="block text-s text-ink-3">{role}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="text-ink-3" />
        </>
      )}
    </MenuButton>
  );
}

const adminWord = (session: Session): string =>
  isReadOnly(authoritiesIn(session)) ? 'Administrator, read only' : 'Administrator';

function entriesOf(preferences: Preferences): MenuEntry[] {
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
    { kind: 'rule', id: 'rule' },
    { id: 'keys', label: 'Keyboard shortcuts', hint: '?', onSelect: openKeys },
    { id: 'help', label: 'Help', detail: 'Contact support', href: supportHref() },
    { id: 'about', label: 'About this portal', href: aboutHref() },
    { id: 'out', label: 'Sign out', onSelect: leave },
  ];
}

/** The server forgets the session too; whether it answers or not, this browser does at once. */
function leave(): void {
  call(signOut, { unauthorised: 'answer' }).catch(() => undefined);
  clearSession();
}
