import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import { type GivenSignature, type PublicKey, readHeaders, readKey, type SignatureName } from './read-signature.ts';

export type Verdict =
  /** Which of the given signatures are valid and which are not. */
  (
    | { kind: 'valid'; fits: SignatureName[]; unfit: SignatureName[] }
    | { kind: 'unreadable'; part: 'headers' | 'key'; fault: string }
    /** The signature was made with this key but for another text; `hint` names the difference if it can be found. */
    | { kind: 'other-body'; name: SignatureName; hint: string | null }
    | { kind: 'other-key' }
  ) & {
    /** The published key that made it, if that is not the given one. */
    keyId?: string;
  };

export interface Claim {
  /** The body exactly as received. */
  body: string;
  /** The Authorization header, with or without its name, or all headers, one per line. */
  headers: string;
  /** The public key: bare base64 or PEM. */
  key: string;
}

/** A key of the deployment; there are several around a key rotation. */
export interface PublishedKey {
  keyId: string;
  publicKey: string;
}

/**
 * Checks whether a webhook was signed with a key, or finds the exact reason why not (contract §6): by its Authorization
 * header, by x-signature, or both. If the given key does not fit, the published keys are tried. Runs entirely in the
 * browser.
 */
export async function verifySignature(
  { body, headers, key }: Claim,
  readPublished: () => Promise<PublishedKey[]> = async () => [],
): Promise<Verdict> {
  const signatures = readHeaders(dropInvisible(headers));
  if ('fault' in signatures) return { kind: 'unreadable', part: 'headers', fault: signatures.fault };
  const given = await readKey(dropInvisible(key));
  if ('fault' in given) return { kind: 'unreadable', part: 'key', fault: given.fault };
  const verdict = await judge(signatures.value, body, given.value);
  if (verdict.kind !== 'other-key') return verdict;
  for (const { keyId, publicKey } of await readPublished()) {
    const other = await readKey(publicKey);
    const next: Verdict = 'fault' in other ? verdict : await judge(signatures.value, body, other.value);
    if (next.kind !== 'other-key') return { ...next, keyId };
  }
  return verdict;
}

async function judge(signatures: GivenSignature[], body: string, { key, n, e }: PublicKey): Promise<Verdict> {
  const fits: SignatureName[] = [];
  const unfit: SignatureName[] = [];
  for (const { name, bytes, toText } of signatures) {
    const text = new TextEncoder().encode(toText(body));
    const isFit = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, bytes, text);
    (isFit ? fits : unfit).push(name);
  }
  if (fits.length > 0) return { kind: 'valid', fits, unfit };
  // WebCrypto only reports false. The digest inside the signature distinguishes a changed body from another key.
  for (const { name, bytes, toText } of signatures) {
    const digest = readDigest(bytes, { n: toBigInt(n), e: toBigInt(e) });
    if (digest !== null) return { kind: 'other-body', name, hint: await findHint(body, toText, digest) };
  }
  return { kind: 'other-key' };
}

/** The most common changes to a body in transit, with their reversal. */
const repairs: readonly [hint: string, repair: (body: string) => string | null][] = [
  ['A line break was added at its end.', (body) => body.replace(/\r?\n$/, '')],
  ['Spaces or line breaks were added around it.', (body) => body.trim()],
  ['Its last line break is missing.', (body) => `${body}\n`],
  ['Its line breaks were changed from LF to CRLF.', (body) => body.replaceAll('\r\n', '\n')],
  ['Its line breaks were changed from CRLF to LF.', (body) => body.replace(/\r?\n/g, '\r\n')],
  ['It was parsed and rewritten with different spacing: verify the raw bytes, before any JSON parser.', compact],
  ['It was parsed and rewritten without its spaces: verify the raw bytes, before any JSON parser.', spaced],
];

async function findHint(body: string, toText: (body: string) => string, digest: string): Promise<string | null> {
  for (const [hint, repair] of repairs) {
    const repaired = repair(body);
    if (repaired !== null && repaired !== body && (await sha256(toText(repaired))) === digest) return hint;
  }
  return null;
}

function compact(body: string): string | null {
  return rewritten(body, undefined);
}

function spaced(body: string): string | null {
  return rewritten(body, 2);
}

function rewritten(body: string, indent: number | undefined): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, indent);
  } catch {
    return null;
  }
}

/**
 * Recovers the SHA-256 digest from a signature with the public key (PKCS#1 v1.5); null when it was made with another
 * key or algorithm. BigInt is slow, but one signature takes only a few milliseconds.
 */
function readDigest(signature: Uint8Array, { n, e }: { n: bigint; e: bigint }): string | null {
  const hex = power(toBigInt(signature), e, n)
    .toString(16)
    .padStart(signature.length * 2, '0');
  return new RegExp(`^0001(?:ff){8,}00${sha256Info}([0-9a-f]{64})$`).exec(hex)?.[1] ?? null;
}

/** The DER prefix of a SHA-256 digest (RFC 8017, 9.2). */
const sha256Info = '3031300d060960864801650304020105000420';

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let rest = exponent, square = base % modulus; rest > 0n; rest >>= 1n, square = (square * square) % modulus) {
    if (rest & 1n) result = (result * square) % modulus;
  }
  return result;
}

/** Big-endian bytes as a number. */
function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') || '0'}`);
}

/** SHA-256 of a text's UTF-8 bytes, in hex. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
