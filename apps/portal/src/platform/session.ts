import { isAdminAuthority } from '@volume/contract/access.ts';
import { AccessTokenClaims, type SignedIn } from '@volume/contract/session.ts';
import * as z from 'zod/mini';

/** The four storage keys (§9); their values are raw strings. */
export const sessionKeys = {
  token: 'v_accessToken_v1',
  email: 'v_email_v1',
  merchantId: 'v_merchantId_v1',
  adminEmail: 'v_adminEmail_v1',
} as const;

interface Held {
  token: string;
  claims: AccessTokenClaims;
}
export type Session =
  | { kind: 'none' }
  | ({ kind: 'merchant'; merchantId: string; email: string } & Held)
  | ({ kind: 'admin'; adminEmail: string; merchantId?: string } & Held);

/** `signed-out` carries whether sign-in should lead back here; `elsewhere` is another tab's doing. */
export type SessionChange =
  | { kind: 'signed-in' }
  | { kind: 'merchant' }
  | { kind: 'elsewhere' }
  | { kind: 'signed-out'; keepAddress: boolean };

const listeners = new Set<(change: SessionChange) => void>();
/** Who is signed in as this tab knows it, undefined while it does not watch the others. */
let ownIdentity: string | undefined;
/** Whose token this tab goes by, in the same way; empty when nobody's. */
let ownPerson: string | undefined;
let lastEnded: { token: string; keepAddress: boolean } | undefined;

/** Who is signed in, by the gating of §4 and the token rules of §5; `now` in milliseconds decides expiry. */
export function readSession(now = Date.now()): Session {
  const token = read(sessionKeys.token);
  const claims = readClaims(token);
  if (!claims || claims.exp * 1000 <= now) return { kind: 'none' };
  if (claims.merchantId !== undefined && claims.adminId === undefined) {
    const email = read(sessionKeys.email);
    return email ? { kind: 'merchant', token, claims, merchantId: claims.merchantId, email } : { kind: 'none' };
  }
  const isAdmin = claims.adminId !== undefined && claims.merchantId === undefined;
  if (!isAdmin || !claims.authorities.some(isAdminAuthority)) return { kind: 'none' };
  const merchantId = read(sessionKeys.merchantId);
  const admin = { kind: 'admin', token, claims, adminEmail: read(sessionKeys.adminEmail) } as const;
  return merchantId ? { ...admin, merchantId } : admin;
}

/** The claims of a token whose payload can be decoded and has their shape (§5), whatever its expiry. */
export function readClaims(token: unknown): AccessTokenClaims | undefined {
  if (typeof token !== 'string') return undefined;
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const parsed = z.safeParse(AccessTokenClaims, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The token calls are made with; empty when there is none. */
export function storedToken(): string {
  return read(sessionKeys.token);
}

/** Keeps a fresh sign-in. The token goes last: other tabs must never see it without its email. */
export function writeSession(signedIn: SignedIn): void {
  const claims = readClaims(signedIn.accessToken);
  const isAdmin = claims?.adminId !== undefined;
  write(sessionKeys.adminEmail, isAdmin ? signedIn.email : undefined);
  write(sessionKeys.email, isAdmin ? undefined : signedIn.email);
  write(sessionKeys.merchantId, isAdmin ? undefined : claims?.merchantId);
  write(sessionKeys.token, signedIn.accessToken);
  lastEnded = undefined;
  tell({ kind: 'signed-in' });
}

/** Puts a renewed token in the place of the one it follows; who is signed in stays the same. */
export function replaceToken(token: string): void {
  write(sessionKeys.token, token);
}

/** The merchant an administrator has open, named in their calls; a merchant's own token says whose it is (contract §8). */
export function openedMerchantId(): string | undefined {
  const session = readSession();
  return session.kind === 'admin' ? session.merchantId : undefined;
}

/** An administrator opens a merchant (contract §8 Administrators, §9 Session). */
export function openMerchant(merchant: { merchantId: string; email: string | null }): void {
  write(sessionKeys.email, merchant.email ?? undefined);
  write(sessionKeys.merchantId, merchant.merchantId);
  tell({ kind: 'merchant' });
}

/** An administrator leaves the merchant that was open. */
export function leaveMerchant(): void {
  write(sessionKeys.email, undefined);
  write(sessionKeys.merchantId, undefined);
  tell({ kind: 'merchant' });
}

/** Forgets who was signed in: the four keys here, the query cache through its listener (quality, Security). */
export function clearSession(keepAddress = false): void {
  lastEnded = { token: storedToken(), keepAddress };
  for (const key of Object.values(sessionKeys)) write(key, undefined);
  tell({ kind: 'signed-out', keepAddress });
}

/**
 * Ends the session a call was refused with (§8). Ten refusals at once end it once; one that asks for no return
 * address wins over those before it (contract §9 Errors).
 */
export function endRefusedSession(token: string, keepAddress: boolean): void {
  if (token !== '' && token === storedToken()) return clearSession(keepAddress);
  if (lastEnded?.token !== token || !lastEnded.keepAddress || keepAddress) return;
  lastEnded.keepAddress = false;
  tell({ kind: 'signed-out', keepAddress: false });
}

/** True when another tab signed out, signed someone else in or changed the merchant: this one must not write. */
export function hasChangedElsewhere(): boolean {
  return ownIdentity !== undefined && identityOf(readSession()) !== ownIdentity;
}

/**
 * Whose the stored token is, for this tab: its own person's, somebody else's, or nobody's because the session is over.
 * Another tab may have changed it before this one hears of it: a page that comes back from the back-forward cache is
 * visible, and asks again, before its pageshow.
 */
export function tokenHolder(): 'own' | 'other' | 'nobody' {
  const token = storedToken();
  if (ownPerson === undefined) return 'own';
  if (token === '') return 'nobody';
  return ownPerson === '' || ownPerson === personOf(token) ? 'own' : 'other';
}

/** Takes what is stored now as this tab's own, after the person was told. */
export function adoptSession(): void {
  ownIdentity = identityOf(readSession());
  ownPerson = personOf(storedToken());
}

/** Hears of every change, of this tab and of others. */
export function subscribeSession(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts listening to other tabs, and to what they did while this page lay in the back-forward cache. */
export function watchOtherTabs(): () => void {
  adoptSession();
  const look = (isOurs: boolean): void => {
    if (isOurs && hasChangedElsewhere()) for (const listener of listeners) listener({ kind: 'elsewhere' });
  };
  const onStorage = ({ key }: StorageEvent): void =>
    look(key === null || (Object.values(sessionKeys) as string[]).includes(key));
  const onShow = ({ persisted }: PageTransitionEvent): void => look(persisted);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
    ownIdentity = undefined;
    ownPerson = undefined;
  };
}

function tell(change: SessionChange): void {
  if (ownIdentity !== undefined) adoptSession();
  for (const listener of listeners) listener(change);
}

/** The same for a renewed token and for one that is over. */
function personOf(token: string): string {
  const claims = readClaims(token);
  return claims ? [claims.userAccountId, claims.merchantId, claims.adminId].join(' ') : '';
}

function identityOf(session: Session): string {
  if (session.kind === 'none') return 'none';
  return [session.kind, session.claims.userAccountId, session.merchantId ?? ''].join(' ');
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser that stores nothing keeps nobody signed in; sign-in says so.
  }
}
