import { fromBase32 } from './base32.ts';
import { hmac, isSameText } from '#core/secrets/keyed-hash.ts';

const stepSeconds = 30;
const digits = 6;

/** The code of one 30 s step (RFC 6238: HMAC-SHA-1, six digits). `secret` is base32. */
export async function totpCode(secret: string, step: number): Promise<string> {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(step));
  const digest = new DataView((await hmac('SHA-1', fromBase32(secret), counter)).buffer);
  const offset = digest.getUint8(19) & 0xf;
  const number = (digest.getUint32(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The step a time falls into. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds);
}

/**
 * The step whose code was given, or null: the present one and its two neighbours are taken, never a step at or before
 * `lastStep`, so that a code works once.
 */
export async function matchTotpStep(
  code: string,
  { secret, at, lastStep }: { secret: string; at: Date; lastStep: number | null },
): Promise<number | null> {
  const now = totpStep(at);
  let matched: number | null = null;
  for (const step of [now - 1, now, now + 1]) {
    if (isSameText(await totpCode(secret, step), code) && step > (lastStep ?? -1)) matched ??= step;
  }
  return matched;
}
