export type SignatureName = 'Authorization' | 'x-signature';

export interface GivenSignature {
  name: SignatureName;
  bytes: Uint8Array<ArrayBuffer>;
  /** The signed text for this body. */
  toText: (body: string) => string;
}

/** Reads signatures from pasted text: an Authorization header with or without its name, or one header per line. */
export function readHeaders(text: string): Part<GivenSignature[]> {
  const named = new Map([...text.matchAll(line)].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  const bound = named.get('x-signature');
  const signatures: GivenSignature[] = [];
  const authorization = named.get('authorization') ?? (bound === undefined ? text : undefined);
  if (authorization !== undefined) {
    const bytes = readAuthorization(authorization);
    if ('fault' in bytes) return bytes;
    signatures.push({ name: 'Authorization', bytes: bytes.value, toText: (body) => body });
  }
  if (bound !== undefined) {
    const [timestamp, applicationId] = [named.get('x-signature-timestamp'), named.get('x-signature-application-id')];
    if (!timestamp || !applicationId) {
      return {
        fault: 'x-signature is checked with x-signature-timestamp and x-signature-application-id: paste them too.',
      };
    }
    const bytes = readBytes('x-signature', bound);
    if ('fault' in bytes) return bytes;
    const toText = (body: string) => `${timestamp}.${applicationId}.${body}`;
    signatures.push({ name: 'x-signature', bytes: bytes.value, toText });
  }
  return { value: signatures };
}

/** `name: value`, as in HTTP or JSON. */
const line = /^[ \t]*["']?([\w-]+)["']?[ \t]*:[ \t]*["']?(.*?)["']?,?[ \t\r]*$/gm;

function readAuthorization(text: string): Part<Uint8Array<ArrayBuffer>> {
  const header = text.trim();
  const space = header.search(/\s/);
  const scheme = space < 0 ? header : header.slice(0, space);
  if (scheme !== 'SHA256withRSA') {
    if (/^sha256withrsa$/i.test(scheme)) return { fault: `The header says ${scheme}; it is written SHA256withRSA.` };
    if (/^(bearer|basic)$/i.test(scheme)) return { fault: `This is a ${scheme} header, not the one of a webhook.` };
    return { fault: 'The header must begin with SHA256withRSA and a space.' };
  }
  return readBytes('The text after SHA256withRSA', header.slice(scheme.length).trim());
}

function readBytes(what: string, text: string): Part<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64(text);
  if (bytes === null) return { fault: `${what} is not base64: a character is missing or was changed.` };
  if (bytes.length === 256) return { value: bytes };
  const how = bytes.length < 256 ? 'missing' : 'too much';
  return { fault: `The signature has ${bytes.length} bytes instead of 256: some of it is ${how}.` };
}

type Part<T> = { value: T } | { fault: string };

export interface PublicKey {
  key: CryptoKey;
  n: Uint8Array;
  e: Uint8Array;
}

/** Reads a public key, as the deployment publishes it or in PEM. */
export async function readKey(text: string): Promise<Part<PublicKey>> {
  if (/PRIVATE KEY/.test(text)) return { fault: 'This is a private key. It must never leave its server.' };
  if (/CERTIFICATE/.test(text)) return { fault: 'This is a certificate; only the public key is needed.' };
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

/** Null for invalid base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
