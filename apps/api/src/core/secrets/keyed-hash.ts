const encoder = new TextEncoder();

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Decodes base64url; throws when the text is invalid. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/** HMAC-SHA-256 of a text, base64url; used to store secret ids and codes. */
export async function keyedHash(key: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  return toBase64Url(await hmac('SHA-256', key, encoder.encode(text)));
}

export async function hmac(
  hash: Hash,
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await globalThis.crypto.subtle.sign('HMAC', await hmacKey(hash, key, key), message));
}

type Hash = 'SHA-1' | 'SHA-256';

const imported = {
  'SHA-1': new WeakMap<object, Promise<CryptoKey>>(),
  'SHA-256': new WeakMap<object, Promise<CryptoKey>>(),
};

/** Imports the key of an owner once, because that costs twice as much as signing with it. */
export function hmacKey(hash: Hash, owner: object, bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const known = imported[hash].get(owner);
  if (known) return known;
  const made = globalThis.crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, ['sign', 'verify']);
  imported[hash].set(owner, made);
  return made;
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
