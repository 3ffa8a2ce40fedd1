import { fromBase64, type Part } from './read-key.ts';

export type SignatureName = 'Authorization' | 'x-signature';

export interface GivenSignature {
  name: SignatureName;
  bytes: Uint8Array<ArrayBuffer>;
  /** The text it must be made of, for this body. */
  textOf: (body: string) => string;
}

/** The signatures in what was pasted: an Authorization header, with or without its name, or several headers, one to a line. */
export function readHeaders(text: string): Part<GivenSignature[]> {
  const named = new Map([...text.matchAll(line)].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  const bound = named.get('x-signature');
  const signatures: GivenSignature[] = [];
  const authorization = named.get('authorization') ?? (bound === undefined ? text : undefined);
  if (authorization !== undefined) {
    const bytes = readAuthorization(authorization);
    if ('fault' in bytes) return bytes;
    signatures.push({ name: 'Authorization', bytes: bytes.value, textOf: (body) => body });
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
    const textOf = (body: string) => `${timestamp}.${applicationId}.${body}`;
    signatures.push({ name: 'x-signature', bytes: bytes.value, textOf });
  }
  return { value: signatures };
}

/** `name: value`, as HTTP or JSON writes it. */
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
  return readBytes('What follows SHA256withRSA', header.slice(scheme.length).trim());
}

function readBytes(what: string, text: string): Part<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64(text);
  if (bytes === null) return { fault: `${what} is not base64: a character is missing or was changed.` };
  if (bytes.length === 256) return { value: bytes };
  const how = bytes.length < 256 ? 'missing' : 'too much';
  return { fault: `The signature has ${bytes.length} bytes instead of 256: some of it is ${how}.` };
}
