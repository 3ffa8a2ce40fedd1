import { type Authority, isAdminAuthority, isPermitted } from '@volume/contract/access.ts';
import type { AccessTokenClaims, SignedIn } from '@volume/contract/session/session.ts';
import { fits } from '#boot/fits.ts';
import { claimsShape } from '#boot/shapes.ts';
import { forgetWork } from './forget-work.ts';

/** The four storage keys (§9); their values are raw strings. */
export const sessionKeys = {
  token: 'v_accessToken_v1',
  email: 'v_email_v1',
  merchantId: 'v_merchantId_v1',
  adminEmail: 'v_adminEmail_v1',
} as const;

/** Session data in the tab's own storage; survives reloads but not the session. */
export const tabKeys = {
  /** The administrator and the merchant that they opened, empty for none (contract §11). */
  merchant: 'v_tabMerchant_v1',
  recent: 'v_recent_v1',
  list: 'v_list_v1',
  /** The key of what Reconcile keeps (decision 33). */
  work: 'v_work_v1',
} as const;
type TabKey = (typeof tabKeys)[keyof typeof tabKeys];

interface Held {
  token: string;
  claims: AccessTokenClaims;
}
export type Session =
  | { kind: 'none' }
  | ({ kind: 'merchant'; merchantId: string; email: string } & Held)
  | ({ kind: 'admin'; adminEmail: string; merchantId?: string } & Held);

/**
 * `signed-out` has whether sign-in should return here; `elsewhere` is a change by another tab; `renewed` is a new token
 * of the same user in the same merchant, from any tab.
 */
export type SessionChange =
  | { kind: 'signed-in' }
  | { kind: 'renewed' }
  | { kind: 'merchant' }
  | { kind: 'elsewhere' }
  | { kind: 'signed-out'; keepAddress: boolean };

/** The decoded session, cached for the stored text it was decoded from. */
let known: { stored: string; session: Session } | undefined;
let lastEnded: { token: string; keepAddress: boolean } | undefined;
const listeners = new Set<(change: SessionChange) => void>();
const nobody: Session = { kind: 'none' };

/**
 * The current session, by the gating of §4 and the token rules of §5; `now` in milliseconds decides expiry. Returns the
 * same object until something changes.
 */
export function readSession(now = Date.now()): Session {
  const values = [...Object.values(sessionKeys).map((key) => read(key)), read(tabKeys.merchant, 'sessionStorage')];
  const stored = values.join('\n');
  if (known?.stored !== stored) known = { stored, session: decodeSession(values as Five) };
  const { session } = known;
  return session.kind !== 'none' && session.claims.exp * 1000 > now ? session : nobody;
}

type Five = [token: string, email: string, merchantId: string, adminEmail: string, tabMerchant: string];

function decodeSession([token, email, merchantId, adminEmail, tabMerchant]: Five): Session {
  const claims = readClaims(token);
  if (!claims) return nobody;
  if (claims.merchantId !== undefined && claims.adminId === undefined) {
    return email ? { kind: 'merchant', token, claims, merchantId: claims.merchantId, email } : nobody;
  }
  const isAdmin = claims.adminId !== undefined && claims.merchantId === undefined;
  if (!isAdmin || !claims.authorities.some(isAdminAuthority)) return nobody;
  const admin = { kind: 'admin', token, claims, adminEmail } as const;
  const [adminId, openedInTab] = tabMerchant.split(' ');
  // The tab's merchant is valid only for the administrator who opened it, and while any merchant is open.
  const opened = merchantId && adminId === `${claims.adminId}` ? openedInTab : merchantId;
  return opened ? { ...admin, merchantId: opened } : admin;
}

/** The authorities of the signed-in user (§6). */
export const authoritiesIn = (session: Session): readonly string[] =>
  session.kind === 'none' ? [] : session.claims.authorities;

/**
 * The merchantId to send with lists and sums: the merchant that an administrator has open. A merchant's own token
 * implies it (contract §8).
 */
export const merchantIdInCalls = (session: Session): string | undefined =>
  session.kind === 'admin' ? session.merchantId : undefined;

/** For guards and loaders: true when the user has one of these authorities or an admin one (§6). */
export function isPermittedNow(anyOf: readonly Authority[]): boolean {
  return isPermitted(authoritiesIn(readSession()), anyOf);
}

/** True for users with an admin authority, whichever claim their token has: personal data is not requested (§6). */
export const hasAdminAuthority = (session: Session): boolean => authoritiesIn(session).some(isAdminAuthority);

/** True when these authorities can read everything and change nothing (contract §5, §9). */
export const isReadOnly = (authorities: readonly string[]): boolean =>
  authorities.includes('VOLUME_ADMIN_READ') && !authorities.includes('VOLUME_ADMIN');

/** The claims of a token that can be decoded and has a valid shape (§5), even if it has expired. */
export function readClaims(token: unknown): AccessTokenClaims | undefined {
  if (typeof token !== 'string') return undefined;
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return fits<AccessTokenClaims>(claimsShape, claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** The token to send; empty when there is none. */
export function storedToken(): string {
  return read(sessionKeys.token);
}

/** Stores a new sign-in. The token is written last: other tabs must never see it without its email. */
export function writeSession(signedIn: SignedIn): void {
  const claims = readClaims(signedIn.accessToken);
  const isAdmin = claims?.adminId !== undefined;
  write(sessionKeys.adminEmail, isAdmin ? signedIn.email : undefined);
  write(sessionKeys.email, isAdmin ? undefined : signedIn.email);
  write(sessionKeys.merchantId, isAdmin ? undefined : claims?.merchantId);
  write(sessionKeys.token, signedIn.accessToken);
  lastEnded = undefined;
  write(tabKeys.work, undefined, 'sessionStorage');
  forgetWork();
  announce({ kind: 'signed-in' });
}

export function replaceToken(token: string): void {
  write(sessionKeys.token, token);
  announce({ kind: 'renewed' });
}

let exchange: Promise<unknown> | undefined;

/**
 * Replaces the session by the one that this request opens. The old session ends before the response arrives, so
 * refusals are handled only after it.
 */
export async function exchangeSession<Answer extends { accessToken: string }>(asked: Promise<Answer>): Promise<Answer> {
  exchange = asked;
  try {
    const answer = await asked;
    replaceToken(answer.accessToken);
    return answer;
  } finally {
    exchange = undefined;
  }
}

/** An administrator opens a merchant, in this tab and in new tabs (contract §8 Administrators, §9 Session). */
export function openMerchant(merchant: { merchantId: string; email: string | null }): void {
  write(sessionKeys.email, merchant.email ?? undefined);
  write(sessionKeys.merchantId, merchant.merchantId);
  keepMerchantInTab(merchant.merchantId);
  announce({ kind: 'merchant' });
}

/** Keeps the administrator's merchant for this tab, even when other tabs open another one. */
export function keepMerchantInTab(merchantId: string | undefined): void {
  const adminId = readClaims(storedToken())?.adminId;
  const stored = adminId === undefined ? undefined : `${adminId} ${merchantId ?? ''}`;
  write(tabKeys.merchant, stored, 'sessionStorage');
}

export function leaveMerchant(): void {
  keepMerchantInTab(undefined);
  write(sessionKeys.email, undefined);
  write(sessionKeys.merchantId, undefined);
  announce({ kind: 'merchant' });
}

/** Ends the session: clears the four keys; the query cache is cleared by its listener (quality, Security). */
export function clearSession(keepAddress = false): void {
  lastEnded = { token: storedToken(), keepAddress };
  for (const key of Object.values(sessionKeys)) write(key, undefined);
  forgetTab();
  forgetWork();
  announce({ kind: 'signed-out', keepAddress });
}

/**
 * Ends the session whose request was refused (§8). Ten concurrent refusals end it once; one without a return address
 * overrides earlier ones (contract §9 Errors).
 */
export function endRefusedSession(token: string, keepAddress: boolean): void {
  if (exchange) {
    const again = () => endRefusedSession(token, keepAddress);
    return void exchange.then(again, again);
  }
  if (token !== '' && token === storedToken()) return clearSession(keepAddress);
  if (lastEnded?.token !== token || !lastEnded.keepAddress || keepAddress) return;
  lastEnded.keepAddress = false;
  announce({ kind: 'signed-out', keepAddress: false });
}

/** Subscribes to session changes of this tab and others. */
export function subscribeSession(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announce(change: SessionChange): void {
  for (const listener of listeners) listener(change);
}

/** Clears the tab's session data after the session ended here or in another tab. */
export function forgetTab(): void {
  for (const key of Object.values(tabKeys)) write(key, undefined, 'sessionStorage');
}

/** Reads what `writeTab` stored in this tab; undefined if missing or unreadable. */
export function readTab<Value>(key: TabKey): Value | undefined {
  try {
    return JSON.parse(read(key, 'sessionStorage')) as Value;
  } catch {
    return undefined;
  }
}

export const writeTab = (key: TabKey, value: object): void => write(key, JSON.stringify(value), 'sessionStorage');

type StorageName = 'localStorage' | 'sessionStorage';

function read(key: string, storage: StorageName = 'localStorage'): string {
  try {
    return window[storage].getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string | undefined, storage: StorageName = 'localStorage'): void {
  try {
    if (value === undefined) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
  } catch {
    // Without storage no session can be kept; the sign-in page explains it.
  }
}
