import type { SignedIn } from '@volume/contract/session/session.ts';
import { toast } from '#design/overlay/toast.ts';
import { KnownGenericError } from '#platform/errors.ts';
import { readClaims, readSession, writeSession } from '#platform/session/session.ts';

const clockToleranceMs = 5 * 60_000;

/**
 * Stores a new session. The device's clock decides when it expires, so a clock that is off by more than five minutes is
 * reported (contract §9 Session).
 * @throws KnownGenericError when the session would expire immediately or cannot be stored
 */
export function beginSession(signedIn: SignedIn, now = Date.now()): void {
  const issuedAt = (readClaims(signedIn.accessToken)?.iat ?? 0) * 1000;
  const isClockOff = Math.abs(now - issuedAt) > clockToleranceMs;
  const warning = `The clock of this device is off by about ${Math.round(Math.abs(now - issuedAt) / 60_000)} minutes.`;
  writeSession(signedIn);
  if (readSession(now).kind === 'none') {
    throw new KnownGenericError(
      isClockOff
        ? `${warning} Correct it, then sign in again.`
        : 'This browser can’t keep you signed in. Allow it to store data for this site, then try again.',
    );
  }
  if (isClockOff) toast.bad(warning, 'Until it is corrected, your session may end too early or too late.');
}
