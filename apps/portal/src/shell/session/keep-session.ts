import { renewSession } from '@volume/contract/session/session.ts';
import { ProviderApiError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { call } from '#platform/provider-api.ts';
import { clearSession, readSession, replaceToken, storedToken } from '#platform/session/session.ts';

const renewBeforeMs = 5 * 60_000;
const activeWithinMs = 5 * 60_000;
const checkEveryMs = 15_000;
const activities = ['pointerdown', 'keydown', 'scroll'] as const;

/** The session ends soon and was not renewed automatically, so the user must decide to stay. */
export interface SessionWarning {
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** The session has reached its twelve hours and cannot be extended. */
  isAtLimit: boolean;
  /** Renews the session; resolves with the reason if that failed, otherwise undefined. */
  stay: () => Promise<string | undefined>;
  onEnd: () => void;
}

type Outcome = 'renewed' | 'at its limit' | 'failed';

interface Keeper {
  onWarning: (warning: SessionWarning | null) => void;
  lastActiveAt: number;
  /** The token that a renewal was attempted for, and the outcome. */
  renewal: { token: string; outcome: Outcome | 'pending' } | undefined;
  /** Identifies the warning that is shown, empty for none. */
  shownWarning: string;
}

/**
 * Renews the token in its last five minutes while the user is active, warns when they are not or when it cannot be
 * renewed, and ends the session when it expires (contract §8 Tokens). Follows renewals and sign-outs in other tabs
 * immediately.
 */
export function keepSession(onWarning: Keeper['onWarning']): () => void {
  const keeper: Keeper = { onWarning, lastActiveAt: Date.now(), renewal: undefined, shownWarning: '' };
  const checkNow = (): void => check(keeper);
  const onActivity = (): void => {
    keeper.lastActiveAt = Date.now();
  };
  const timer = setInterval(checkNow, checkEveryMs);
  for (const name of activities) window.addEventListener(name, onActivity, { passive: true, capture: true });
  for (const name of ['focus', 'storage']) window.addEventListener(name, checkNow);
  return () => {
    clearInterval(timer);
    for (const name of activities) window.removeEventListener(name, onActivity, { capture: true });
    for (const name of ['focus', 'storage']) window.removeEventListener(name, checkNow);
  };
}

function check(keeper: Keeper): void {
  const token = storedToken();
  const session = readSession();
  if (session.kind === 'none') {
    withdrawWarning(keeper);
    if (token !== '' && isSignedInPage()) clearSession(true);
    return;
  }
  const endsAt = session.claims.exp * 1000;
  if (endsAt - Date.now() > renewBeforeMs || !isSignedInPage()) return withdrawWarning(keeper);
  const isActive = Date.now() - keeper.lastActiveAt <= activeWithinMs;
  const outcome = keeper.renewal?.token === token ? keeper.renewal.outcome : undefined;
  // After the warning the user must answer: moving the pointer to the button does not count as activity.
  if (isActive && keeper.shownWarning === '' && outcome === undefined) void renew(keeper, token);
  else if (outcome !== 'pending') warn(keeper, { token, endsAt, isAtLimit: outcome === 'at its limit' });
}

interface Ending {
  token: string;
  endsAt: number;
  isAtLimit: boolean;
}

function warn(keeper: Keeper, { token, endsAt, isAtLimit }: Ending): void {
  const key = `${token} ${isAtLimit}`;
  if (keeper.shownWarning === key) return;
  keeper.shownWarning = key;
  keeper.onWarning({ endsAt, isAtLimit, stay: () => renew(keeper, token), onEnd: () => check(keeper) });
}

function withdrawWarning(keeper: Keeper): void {
  if (keeper.shownWarning !== '') keeper.onWarning(null);
  keeper.shownWarning = '';
}

async function renew(keeper: Keeper, token: string): Promise<string | undefined> {
  keeper.renewal = { token, outcome: 'pending' };
  const outcome = await requestToken(token);
  keeper.renewal = { token, outcome };
  check(keeper);
  return outcome === 'failed' ? 'The session could not be renewed. Check your connection and try again.' : undefined;
}

async function requestToken(token: string): Promise<Outcome> {
  try {
    const { accessToken } = await call(renewSession);
    // Another tab may have renewed or signed out in the meantime.
    if (storedToken() === token) replaceToken(accessToken);
    return 'renewed';
  } catch (error) {
    log.warn('The session could not be renewed', error);
    return error instanceof ProviderApiError && error.statusName === 'SESSION_AT_ITS_LIMIT' ? 'at its limit' : 'failed';
  }
}

function isSignedInPage(): boolean {
  return !/^\/(auth|about|error)(\/|$)/.test(window.location.pathname);
}
