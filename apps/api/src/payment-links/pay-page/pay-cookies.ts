import { generateCookie } from 'hono/cookie';
import type { Services } from '#core/services.ts';

/** In seconds. */
export const day = 86_400;
export const bankCookie = 'v_bank';
/**
 * This browser's latest attempt at one link. Safe to accept: with its id one could also end the attempt at the bank.
 */
export const attemptCookie = 'v_attempt';

/** Valid for half a year and for all pay pages, unless it is for one link. */
export function cookieOf(
  { settings }: Services,
  name: string,
  value: string,
  { path = '', seconds = 180 * day } = {},
): string {
  return generateCookie(name, value, {
    path: `${settings.basePath}/pay${path}`,
    maxAge: seconds,
    httpOnly: true,
    sameSite: 'Lax',
    secure: !settings.isLocal,
  });
}
