import { isSameText, keyedHash } from '#core/secrets/keyed-hash.ts';
import { serverKey } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';

/** A step-up lives five minutes, in milliseconds (contract §2, §10). */
const life = 5 * 60_000;

/** A token that says this session has just proved itself again; for this jti alone, until it runs out. */
export async function makeStepUpToken(
  services: Services,
  jti: string,
): Promise<{ stepUpToken: string; expiresAt: Date }> {
  const expiresAt = new Date(services.clock.now().getTime() + life);
  return { stepUpToken: await tokenOf(services, jti, expiresAt.getTime()), expiresAt };
}

/** Whether a token is ours, of this session and not over. */
export async function isStepUpToken(services: Services, jti: string, token: string): Promise<boolean> {
  const expires = Number(/^(\d{13})\./.exec(token)?.[1] ?? 0);
  return expires > services.clock.now().getTime() && isSameText(await tokenOf(services, jti, expires), token);
}

async function tokenOf(services: Services, jti: string, expires: number): Promise<string> {
  return `${expires}.${await keyedHash(await serverKey(services, 'step-up'), `${expires}:${jti}`)}`;
}
