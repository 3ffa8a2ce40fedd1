import type { Queries } from '#database/database.ts';
import { type KeyRing, type RingKey, ringKeys, signingKeyOf } from '#core/secrets/key-ring.ts';
import type { Services } from '#core/services.ts';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const newKey = { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

/** The RSA-2048 keys webhooks are signed with, one after another, as PKCS #8 in base64. */
export const webhookKeys: KeyRing = {
  name: 'webhook-signing',
  make: async () => {
    const made = await crypto.subtle.generateKey(newKey, true, ['sign', 'verify']);
    return toBase64(await crypto.subtle.exportKey('pkcs8', made.privateKey));
  },
};

export type SigningKey = Omit<RingKey, 'secret'> & {
  privateKey: CryptoKey;
  /** Bare base64 SPKI, as receivers fetch it. */
  publicKey: string;
};

type Holder = Pick<Services, 'database' | 'vault' | 'clock'>;

/** The key that signs webhooks now; the first is made when first asked for, the same for every instance on the database. */
export async function signingKey(holder: Holder): Promise<SigningKey> {
  return imported(holder.database, await signingKeyOf(holder, webhookKeys));
}

/** Every key a receiver may meet now or soon, oldest first. */
export async function signingKeys(holder: Holder): Promise<SigningKey[]> {
  return Promise.all((await ringKeys(holder, webhookKeys)).map((key) => imported(holder.database, key)));
}

type Pair = Pick<SigningKey, 'privateKey' | 'publicKey'>;
const remembered = new WeakMap<Queries, Map<string, Promise<Pair>>>();

async function imported(database: Queries, { secret, ...key }: RingKey): Promise<SigningKey> {
  const pairs = remembered.get(database) ?? new Map<string, Promise<Pair>>();
  remembered.set(database, pairs);
  const pair = pairs.get(key.keyId) ?? importPair(secret);
  pairs.set(key.keyId, pair);
  return { ...key, ...(await pair) };
}

async function importPair(pkcs8: string): Promise<Pair> {
  const bytes = Uint8Array.from(atob(pkcs8), (letter) => letter.charCodeAt(0));
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign']);
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', privateKey);
  if (kty === undefined || n === undefined || e === undefined)
    throw new Error('The signing key of webhooks is no RSA key.');
  const publicKey = await crypto.subtle.importKey('jwk', { kty, n, e }, algorithm, true, ['verify']);
  return { privateKey, publicKey: toBase64(await crypto.subtle.exportKey('spki', publicKey)) };
}

/** Bytes as base64 with padding. */
export function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
