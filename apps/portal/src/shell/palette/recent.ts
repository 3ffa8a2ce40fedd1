import { readSession, subscribeSession } from '#platform/session/session.ts';

export interface Recent {
  name: string;
  href: string;
}

const key = 'v_recent_v1';
const most = 5;

/** Where this person went by the palette lately, in this tab and this merchant, newest first. */
export function readRecent(): Recent[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { whose: string; places: Recent[] } | null;
    return stored?.whose === whose() ? stored.places : [];
  } catch {
    return [];
  }
}

export function rememberRecent({ name, href }: Recent): void {
  const others = readRecent().filter((place) => place.name !== name);
  write({ whose: whose(), places: [{ name, href }, ...others].slice(0, most) });
}

/** Nothing of it outlives the session. */
export function forgetRecentAtSignOut(): () => void {
  return subscribeSession(() => {
    if (readSession().kind === 'none') write(undefined);
  });
}

function whose(): string {
  const session = readSession();
  return session.kind === 'none' ? '' : `${session.claims.userAccountId} ${session.merchantId ?? ''}`;
}

function write(stored: { whose: string; places: Recent[] } | undefined): void {
  try {
    if (stored) sessionStorage.setItem(key, JSON.stringify(stored));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage nothing is remembered.
  }
}
