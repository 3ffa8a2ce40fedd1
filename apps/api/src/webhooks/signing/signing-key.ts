import type { Queries } from '#database/database.ts';

const name = 'webhook-signing';
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const newKey = { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

export type SigningKey = {
  privateKey: CryptoKey;
  /** Bare base64 SPKI, as receivers fetch it. */
  publicKey: string;
};

const remembered = new WeakMap<Queries, Promise<SigningKey>>();

/** The RSA-2048 key all webhooks are signed with: made when first asked for, kept in the database, the same for every instance on it. */
export function signingKey(database: Queries): Promise<SigningKey> {
  const known = remembered.get(database);
  if (known) return known;
  const key = readKey(database);
  remembered.set(database, key);
  // A failure is not remembered: the database may be back by the next call.
  key.catch(() => remembered.delete(database));
  return key;
}

async function readKey({ query }: Queries): Promise<SigningKey> {
  const find = () => query<{ value: string }>('select value from server_secrets where name = $1', [name]);
  const [known] = await find();
  if (known) return importKey(known.value);
  const made = await crypto.subtle.generateKey(newKey, true, ['sign', 'verify']);
  const bytes = await crypto.subtle.exportKey('pkcs8', made.privateKey);
  await query('insert into server_secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    toBase64(bytes),
  ]);
  // Another instance may have been first.
  const [kept] = await find();
  if (!kept) throw new Error('The signing key of webhooks could not be made.');
  return importKey(kept.value);
}

async function importKey(pkcs8: string): Promise<SigningKey> {
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
