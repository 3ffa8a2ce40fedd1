import {
  announce,
  forgetTab,
  keepMerchantInTab,
  readClaims,
  readSession,
  type Session,
  sessionKeys,
  storedToken,
  subscribeSession,
} from './session.ts';

/** The user, merchant and token of this tab; undefined while it does not watch other tabs. */
let own: { identity: string; token: string; person: string } | undefined;

/** Makes the stored session this tab's own, after the user was notified. */
export function adoptSession(): void {
  const session = readSession();
  if (session.kind === 'admin') keepMerchantInTab(session.merchantId);
  const token = storedToken();
  own = { identity: toIdentity(session), token, person: readPerson(token) };
}

/** True when another tab signed out, signed another user in or left the merchant: this tab must not write. */
export function hasChangedElsewhere(): boolean {
  return own !== undefined && toIdentity(readSession()) !== own.identity;
}

/**
 * Whose token is stored: this tab's user's, another user's, or nobody's because the session has ended. Another tab may
 * have changed it before this one is notified: a page from the back-forward cache becomes visible, and refetches,
 * before its pageshow event.
 */
export function tokenHolder(): 'own' | 'other' | 'nobody' {
  const token = storedToken();
  if (!own) return 'own';
  if (token === '') return 'nobody';
  // The usual case. Every request checks this, and decoding a token takes longer.
  if (token === own.token) return 'own';
  return own.person === '' || own.person === readPerson(token) ? 'own' : 'other';
}

/** Watches changes of other tabs, including those while this page was in the back-forward cache. */
export function watchOtherTabs(): () => void {
  adoptSession();
  // Subscribed first, because other listeners check whether the session is still this tab's. Renewed tokens are
  // skipped, as the stored merchant may be another tab's.
  const stopAdopting = subscribeSession(({ kind }) => {
    if (kind !== 'elsewhere' && kind !== 'renewed') adoptSession();
  });
  const look = (): void => {
    if (readSession().kind === 'none') forgetTab();
    announce({ kind: hasChangedElsewhere() ? 'elsewhere' : 'renewed' });
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || (Object.values(sessionKeys) as string[]).includes(key)) look();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) look();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    stopAdopting();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
    own = undefined;
  };
}

/** Identifies the user of a token, also of a renewed or expired one. */
function readPerson(token: string): string {
  const claims = readClaims(token);
  return claims ? [claims.userAccountId, claims.merchantId, claims.adminId].join(' ') : '';
}

function toIdentity(session: Session): string {
  if (session.kind === 'none') return 'none';
  return [session.kind, session.claims.userAccountId, session.merchantId ?? ''].join(' ');
}
