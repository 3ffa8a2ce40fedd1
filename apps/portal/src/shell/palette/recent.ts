import { readSession, readTab, tabKeys, writeTab } from '#platform/session/session.ts';

export interface Recent {
  name: string;
  href: string;
}

const most = 5;

/** The pages that the user opened from the palette in this tab and merchant, newest first. */
export function readRecent(): Recent[] {
  const stored = readTab<{ whose: string; places: Recent[] }>(tabKeys.recent);
  return stored?.whose === whose() ? stored.places : [];
}

export function rememberRecent({ name, href }: Recent): void {
  const others = readRecent().filter((place) => place.name !== name);
  writeTab(tabKeys.recent, { whose: whose(), places: [{ name, href }, ...others].slice(0, most) });
}

function whose(): string {
  const session = readSession();
  return session.kind === 'none' ? '' : `${session.claims.userAccountId} ${session.merchantId ?? ''}`;
}
