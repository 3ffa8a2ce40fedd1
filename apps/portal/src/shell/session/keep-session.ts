import { renewSession } from '@volume/contract/session.ts';
import { log } from '#platform/log.ts';
import { call } from '#platform/provider-api.ts';
import { clearSession, readSession, replaceToken, storedToken } from '#platform/session.ts';

const renewBeforeMs = 5 * 60_000;
const activeWithinMs = 5 * 60_000;
const checkEveryMs = 15_000;
const activities = ['pointerdown', 'keydown', 'scroll'] as const;

/** Renews the token in its last five minutes while the person is active, and ends the session when it expires (contract §8 Tokens). */
export function keepSession(): () => void {
  let lastActiveAt = Date.now();
  let renewedToken = '';
  const onActivity = (): void => {
    lastActiveAt = Date.now();
  };
  const check = (): void => {
    const token = storedToken();
    const session = readSession();
    if (session.kind === 'none') {
      if (token !== '' && isInside()) clearSession(true);
      return;
    }
    const isDue = session.claims.exp * 1000 - Date.now() <= renewBeforeMs;
    if (!isDue || token === renewedToken || Date.now() - lastActiveAt > activeWithinMs) return;
    renewedToken = token;
    void renew(token);
  };
  const timer = setInterval(check, checkEveryMs);
  for (const name of activities) window.addEventListener(name, onActivity, { passive: true, capture: true });
  window.addEventListener('focus', check);
  return () => {
    clearInterval(timer);
    for (const name of activities) window.removeEventListener(name, onActivity, { capture: true });
    window.removeEventListener('focus', check);
  };
}

async function renew(token: string): Promise<void> {
  try {
    const { accessToken } = await call(renewSession, { unauthorised: 'answer' });
    // Another tab may have renewed or signed out meanwhile.
    if (storedToken() === token) replaceToken(accessToken);
  } catch (error) {
    log.warn('The session could not be renewed', error);
  }
}

function isInside(): boolean {
  return !/^\/(auth|about|error)(\/|$)/.test(window.location.pathname);
}
