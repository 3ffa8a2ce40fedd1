import { useQuery } from '@tanstack/react-query';
import { signOut } from '@volume/contract/session/session.ts';
import { Icon } from '#design/icon.tsx';
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs';
import { useState } from 'react';
import { Initials } from '#design/brand/initials.tsx';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import { accountHref, adminAccountHref } from '#platform/hrefs.ts';
import { usePreferences } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { selfQuery } from '#features/users/self-query.ts';
import { clearSession, hasAdminAuthority } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import type { preferenceChoices } from './preference-choices.ts';
import { roleLabel } from './role-label.ts';

export function UserMenu() {
  const preferences = usePreferences();
  const [hasOpened, setHasOpened] = useState(false);
  const [toChoices, setToChoices] = useState<typeof preferenceChoices>();
  const session = useSession();
  // The name loads with the menu, so that no page waits for it. Administrators have none to load (§6).
  const isAdmin = hasAdminAuthority(session);
  const isAsked = hasOpened && !isAdmin;
  const { data: self } = useQuery({ ...selfQuery(), enabled: isAsked, staleTime: Infinity });
  if (session.kind === 'none') return null;
  const email = session.kind === 'admin' ? session.adminEmail : session.email;
  const role = roleLabel(session.claims.authorities);
  const name = (!isAdmin && self?.name?.trim()) || null;
  return (
    <MenuButton
      // Does not change when the name has loaded, so that nothing jumps under the pointer.
      label={`You: ${email}`}
      align="start"
      side="top"
      loadEntries={async () => {
        setHasOpened(true);
        const choices = await import('./preference-choices.ts');
        setToChoices(() => choices.preferenceChoices);
      }}
      entries={[
        { kind: 'heading', id: 'who', label: name ?? email, detail: name === null ? role : email },
        { id: 'account', label: 'Your account', href: session.kind === 'admin' ? adminAccountHref() : accountHref() },
        ...(toChoices?.(preferences) ?? []),
        { kind: 'rule', id: 'rule' },
        { id: 'out', label: 'Sign out', onSelect: leave },
      ]}
      className="flex w-full items-center gap-2.5 rounded p-2 text-left hover:bg-hover in-data-folded:justify-center in-data-folded:p-1"
    >
      <Initials look="face" name={email.split('@')[0] ?? email} />
      <span className="min-w-0 flex-1 in-data-folded:hidden">
        <span className="block truncate font-medium">{email}</span>
        <span className="block text-s text-ink-3">{role}</span>
      </span>
      <Icon of={ChevronsUpDown} className="text-ink-3 in-data-folded:hidden" />
    </MenuButton>
  );
}

/** Signs out. The server ends the session too, but the browser does not wait for its response. */
export function leave(): void {
  call(signOut, { unauthorised: 'answer' }).catch(() => undefined);
  clearSession();
}
