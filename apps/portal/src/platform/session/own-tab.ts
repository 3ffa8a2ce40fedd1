import {
  announce,
  forgetTab,
  holdMerchant,
  readClaims,
  readSession,
  type Session,
  sessionKeys,
  storedToken,
  subscribeSession,
} from './session.ts';

/** Who this tab works for: in which merchant, and by whose token; undefined while it does not watch the others. */
let own: { identity: string; token: string; person: string } | undefined;

/** Takes what is stored now as this tab's own, after the person was told. */
export function adoptSession(): void {
  const session = readSession();
  if (session.kind === 'admin') holdMerchant(session.merchantId);
  const token = storedToken();
  own = { identity: toIdentity(session), token, person: readPerson(token) };
}

/** True when another tab signed out, signed someone else in or left the merchant: this one must not write. */
export function hasChangedElsewhere(): boolean {
  return own !== undefined && toIdentity(readSession()) !== own.identity;
}

/**
 * Whose the stored token is, for this tab: its own person's, somebody else's, or nobody's because the session is over.
 * Another tab may have changed it before this one hears of it: a page that comes back from the back-forward cache is
 * visible, and asks again, before its pageshow.
 */
export function tokenHolder(): 'own' | 'other' | 'nobody' {
  const token = storedToken();
  if (!own) return 'own';
  if (token === '') return 'nobody';
  // As nearly always: every call asks, and to read a token takes longer.
  if (token === own.token) return 'own';
  return own.person === '' || own.person === readPerson(token) ? 'own' : 'other';
}

/** Starts listening to other tabs, and to what they did while this page lay in the back-forward cache. */
export function watchOtherTabs(): () => void {
  adoptSession();
  // Heard before all others, who ask whether it is still their own. A renewed token may stand beside another tab's merchant.
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

/** The same for a renewed token and for one that is over. */
function readPerson(token: string): string {
  const claims = readClaims(token);
  return claims ? [claims.userAccountId, claims.merchantId, claims.adminId].join(' ') : '';
}

function toIdentity(session: Session): string {
  if (session.kind === 'none') return 'none';
  return [session.kind, session.claims.userAccountId, session.merchantId ?? ''].join(' ');
}
