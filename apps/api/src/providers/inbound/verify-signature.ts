import { isSameText } from '#core/secrets/keyed-hash.ts';

/** Verifies signatures of one Ed25519 key. */
export type Verify = (text: string, signature: Uint8Array<ArrayBuffer>) => boolean;
/** The keys with which the gateway signs its messages, by their ids. */
export type GatewayKeys = ReadonlyMap<string, Verify>;

export interface SignedMessage {
  /** The host of our public address, as an address has it. */
  authority: string;
  path: string;
  headers: Headers;
  body: string;
  now: Date;
}

const components = ['@method', '@authority', '@path', 'content-type', 'content-digest'];
/** One signature with the label `sig`, in the form in which RFC 9421 serializes it. */
const inputForm = /^sig=(\("([^()]*)"\)((?:;(?:created=\d{1,12}|keyid="[\w.-]{1,40}"|alg="ed25519")){3}))$/;
const signatureForm = /^sig=:([A-Za-z0-9+/]{86}==):$/;
/** Seconds between the signing and its arrival. */
const mostSeconds = 300;

/** Whether the gateway signed a message for this address with one of the keys in the last five minutes (docs/gateway.md). */
export async function isSigned(keys: GatewayKeys, { authority, path, headers, body, now }: SignedMessage) {
  const [, given, names = '', parameters = ''] = inputForm.exec(headers.get('signature-input') ?? '') ?? [];
  const [, signature] = signatureForm.exec(headers.get('signature') ?? '') ?? [];
  const [, keyId] = /;keyid="([^"]+)"/.exec(parameters) ?? [];
  const [, created] = /;created=(\d+)/.exec(parameters) ?? [];
  const verify = keys.get(keyId ?? '');
  const covered = names.split('" "');
  const isCovering = covered.length === components.length && components.every((name) => covered.includes(name));
  if (!verify || !isCovering || signature === undefined || created === undefined || !/;alg=/.test(parameters))
    return false;
  if (Math.abs(now.getTime() / 1000 - Number(created)) > mostSeconds) return false;
  if (!isSameText(headers.get('content-digest') ?? '', await digestOf(body))) return false;
  const derived: Record<string, string> = { '@method': 'POST', '@authority': authority, '@path': path };
  const lines = covered.map((name) => `"${name}": ${derived[name] ?? headers.get(name) ?? ''}`);
  return verify([...lines, `"@signature-params": ${given}`].join('\n'), bytesOf(signature));
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function digestOf(body: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)));
  return `sha-256=:${btoa(String.fromCodePoint(...digest))}:`;
}
