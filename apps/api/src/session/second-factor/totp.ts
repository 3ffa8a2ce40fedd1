import { hmac, isSameText } from '#core/secrets/keyed-hash.ts';
import { sealedUnder, totpPurpose, type Vault } from '#core/secrets/vault.ts';
import type { Account } from '#session/account.ts';

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

export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds);
}

/**
 * The time step of a valid code, or null. Accepts the current step and both neighbours, but never a step at or before
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

type Owner = Pick<Account, 'user_account_id' | 'two_factor' | 'totp_secret'>;

/** The decrypted base32 secret of an account's authenticator; null when it has none. */
export async function openTotpSecret(
  { vault }: { vault: Vault },
  { user_account_id: id, two_factor: kind, totp_secret: stored }: Owner,
): Promise<string | null> {
  if (kind !== 'TOTP' || stored === null) return null;
  // Stored unencrypted by an older version that ran concurrently; the next start encrypts it.
  return sealedUnder(stored) === null ? stored : vault.open(stored, totpPurpose(id));
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base32 without padding (RFC 4648), as authenticators take secrets. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** Decodes base32; ignores spaces, padding and case, throws for other characters. */
function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const values = Array.from(text.toUpperCase().replace(/[\s=]/g, ''), (letter) => letters.indexOf(letter));
  if (values.includes(-1)) throw new Error('Not a base32 text.');
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
