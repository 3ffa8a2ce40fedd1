import { type Authority, isAdminAuthority, isPermitted } from '@volume/contract/access.ts';
import type { AccessTokenClaims, SignedIn } from '@volume/contract/session.ts';
import { fits } from '#boot/fits.ts';
import { claimsShape } from '#boot/shapes.ts';

/** The four storage keys (§9); their values are raw strings. */
export const sessionKeys = {
  token: 'v_accessToken_v1',
  email: 'v_email_v1',
  merchantId: 'v_merchantId_v1',
  adminEmail: 'v_adminEmail_v1',
} as const;

/** What a tab holds of a session in its own storage, through reloads; nothing of it outlives the session. */
export const tabKeys = {
  /** The administrator and the merchant they opened in it, empty for none (contract §11). */
  merchant: 'v_tabMerchant_v1',
  /** Where they went by the palette. */
  recent: 'v_recent_v1',
  /** The list of payments they saw last. */
  list: 'v_list_v1',
  /** What they decided of a bank statement. */
  decisions: 'v_decisions_v1',
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
 * `signed-out` carries whether sign-in should lead back here; `elsewhere` is another tab's doing; `renewed` is a new token of
 * the same person in the same merchant, by whichever tab.
 */
export type SessionChange =
  | { kind: 'signed-in' }
  | { kind: 'renewed' }
  | { kind: 'merchant' }
  | { kind: 'elsewhere' }
  | { kind: 'signed-out'; keepAddress: boolean };

/** Who is signed in, decoded once for what is stored; `stored` says for what. */
let known: { stored: string; session: Session } | undefined;
let lastEnded: { token: string; keepAddress: boolean } | undefined;
const listeners = new Set<(change: SessionChange) => void>();
const nobody: Session = { kind: 'none' };

/** Who is signed in, by the gating of §4 and the token rules of §5; `now` in milliseconds decides expiry. The same value until something changes. */
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
  const [holder, held] = tabMerchant.split(' ');
  // What this tab holds counts for whom it was opened, and while any merchant is.
  const opened = merchantId && holder === `${claims.adminId}` ? held : merchantId;
  return opened ? { ...admin, merchantId: opened } : admin;
}

/** What the person of a session may do (§6). */
export const authoritiesIn = (session: Session): readonly string[] =>
  session.kind === 'none' ? [] : session.claims.authorities;

/**
 * The merchant that calls for lists and sums name: the one an administrator has open. A merchant's own token says whose it is
 * (contract §8).
 */
export const merchantIdInCalls = (session: Session): string | undefined =>
  session.kind === 'admin' ? session.merchantId : undefined;

/** For guards and loaders: true when the person signed in holds one of these authorities or an admin one (§6). */
export function isPermittedNow(anyOf: readonly Authority[]): boolean {
  return isPermitted(authoritiesIn(readSession()), anyOf);
}

/** True for holders of an admin authority, whichever claim their token has: no personal data is asked for (§6). */
export const hasAdminAuthority = (session: Session): boolean => authoritiesIn(session).some(isAdminAuthority);

/** True when these authorities let one look at everything and change nothing (contract §5, §9). */
export const isReadOnly = (authorities: readonly string[]): boolean =>
  authorities.includes('VOLUME_ADMIN_READ') && !authorities.includes('VOLUME_ADMIN');

/** The claims of a token whose payload can be decoded and has their shape (§5), whatever its expiry. */
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

/** The token calls are made with; empty when there is none. */
export function storedToken(): string {
  return read(sessionKeys.token);
}

/** Stores a fresh sign-in. The token goes last: other tabs must never see it without its email. */
export function writeSession(signedIn: SignedIn): void {
  const claims = readClaims(signedIn.accessToken);
  const isAdmin = claims?.adminId !== undefined;
  write(sessionKeys.adminEmail, isAdmin ? signedIn.email : undefined);
  write(sessionKeys.email, isAdmin ? undefined : signedIn.email);
  write(sessionKeys.merchantId, isAdmin ? undefined : claims?.merchantId);
  write(sessionKeys.token, signedIn.accessToken);
  lastEnded = undefined;
  announce({ kind: 'signed-in' });
}

/** Puts a renewed token in the place of the one it follows; who is signed in stays the same. */
export function replaceToken(token: string): void {
  write(sessionKeys.token, token);
  announce({ kind: 'renewed' });
}

let exchange: Promise<unknown> | undefined;

/** Goes on in the session that this call opens in the place of the one there is, which ends before its answer has arrived: until then no refusal ends anything. */
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

/** An administrator opens a merchant, in this tab and in those to come (contract §8 Administrators, §9 Session). */
export function openMerchant(merchant: { merchantId: string; email: string | null }): void {
  write(sessionKeys.email, merchant.email ?? undefined);
  write(sessionKeys.merchantId, merchant.merchantId);
  holdMerchant(merchant.merchantId);
  announce({ kind: 'merchant' });
}

/** What an administrator has open in this tab stays so, whatever another one opens. */
export function holdMerchant(merchantId: string | undefined): void {
  const adminId = readClaims(storedToken())?.adminId;
  const held = adminId === undefined ? undefined : `${adminId} ${merchantId ?? ''}`;
  write(tabKeys.merchant, held, 'sessionStorage');
}

/** An administrator leaves the merchant that was open. */
export function leaveMerchant(): void {
  holdMerchant(undefined);
  write(sessionKeys.email, undefined);
  write(sessionKeys.merchantId, undefined);
  announce({ kind: 'merchant' });
}

/** Forgets who was signed in: the four keys here, the query cache through its listener (quality, Security). */
export function clearSession(keepAddress = false): void {
  lastEnded = { token: storedToken(), keepAddress };
  for (const key of Object.values(sessionKeys)) write(key, undefined);
  forgetTab();
  announce({ kind: 'signed-out', keepAddress });
}

/**
 * Ends the session a call was refused with (§8). Ten refusals at once end it once; one that asks for no return
 * address wins over those before it (contract §9 Errors).
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

/** Hears of every change, of this tab and of others. */
export function subscribeSession(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says a change to everybody who follows the session. */
export function announce(change: SessionChange): void {
  for (const listener of listeners) listener(change);
}

/** Empties what this tab holds of a session, which has ended here or in another tab. */
export function forgetTab(): void {
  for (const key of Object.values(tabKeys)) write(key, undefined, 'sessionStorage');
}

/** What `writeTab` left in this tab; undefined when there is none, or it cannot be read. */
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
    // A browser that stores nothing keeps nobody signed in; sign-in says so.
  }
}
