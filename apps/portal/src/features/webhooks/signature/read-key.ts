export type Part<T> = { value: T } | { fault: string };

export interface PublicKey {
  key: CryptoKey;
  n: Uint8Array;
  e: Uint8Array;
}

/** A public key as the deployment gives it, or between PEM lines. */
export async function readKey(text: string): Promise<Part<PublicKey>> {
  if (/PRIVATE KEY/.test(text)) return { fault: 'This is a private key. It belongs nowhere but on its own server.' };
  if (/CERTIFICATE/.test(text)) return { fault: 'This is a certificate; the public key alone is needed.' };
  const bytes = fromBase64(text.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s/g, ''));
  if (bytes === null) return { fault: 'The key is not base64.' };
  try {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('spki', bytes, algorithm, true, ['verify']);
    const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', key);
    return {
      value: {
        key,
        n: fromBase64(toStandard(n)) ?? new Uint8Array(),
        e: fromBase64(toStandard(e)) ?? new Uint8Array(),
      },
    };
  } catch {
    return { fault: 'The key is base64, but no RSA public key (SPKI).' };
  }
}

function toStandard(base64Url: string): string {
  const text = base64Url.replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** Its bytes, null for what is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
