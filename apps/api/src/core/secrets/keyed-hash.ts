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
  hash: 'SHA-1' | 'SHA-256',
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash };
  const imported = await globalThis.crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await globalThis.crypto.subtle.sign('HMAC', imported, message));
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
