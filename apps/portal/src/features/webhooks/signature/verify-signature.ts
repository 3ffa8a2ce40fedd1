import { type GivenSignature, readHeaders, type SignatureName } from './read-headers.ts';
import { type PublicKey, readKey } from './read-key.ts';
import { digestOf, sha256, toBigInt } from './rsa-digest.ts';

export type Verdict =
  /** Which of the signatures fit, and which were given beside and do not. */
  (
    | { kind: 'valid'; fits: SignatureName[]; unfit: SignatureName[] }
    /** Which of the texts cannot be read, and why. */
    | { kind: 'unreadable'; part: 'headers' | 'key'; fault: string }
    /** The signature is of this key, but of another text; `hint` says how the body differs, where that can be known. */
    | { kind: 'other-body'; name: SignatureName; hint: string | null }
    | { kind: 'other-key' }
  ) & {
    /** The published key it was made with, where that is not the given one. */
    keyId?: string;
  };

export interface Claim {
  /** The body exactly as it came. */
  body: string;
  /** The Authorization header, with or without its name, or all headers, one to a line. */
  headers: string;
  /** The public key: bare base64 or PEM. */
  key: string;
}

/** A key of the deployment: around a change of keys there are several. */
export interface PublishedKey {
  keyId: string;
  publicKey: string;
}

/**
 * Whether a webhook is signed by the holder of a key, or exactly why not (contract §6): by its Authorization header, by x-signature, or
 * both. The published keys are asked for where the given one does not fit. The check runs in the browser alone.
 */
export async function verifySignature(
  { body, headers, key }: Claim,
  readPublished: () => Promise<PublishedKey[]> = async () => [],
): Promise<Verdict> {
  const signatures = readHeaders(headers);
  if ('fault' in signatures) return { kind: 'unreadable', part: 'headers', fault: signatures.fault };
  const given = await readKey(key);
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
  for (const { name, bytes, textOf } of signatures) {
    const text = new TextEncoder().encode(textOf(body));
    const isFit = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, bytes, text);
    (isFit ? fits : unfit).push(name);
  }
  if (fits.length > 0) return { kind: 'valid', fits, unfit };
  // WebCrypto says no more than no; the digest inside tells a changed body from another key.
  for (const { name, bytes, textOf } of signatures) {
    const digest = digestOf(bytes, { n: toBigInt(n), e: toBigInt(e) });
    if (digest !== null) return { kind: 'other-body', name, hint: await findHint(body, textOf, digest) };
  }
  return { kind: 'other-key' };
}

/** What is most often done to a body on its way, undone. */
const repairs: readonly [hint: string, repair: (body: string) => string | null][] = [
  ['A line break was added at its end.', (body) => body.replace(/\r?\n$/, '')],
  ['Spaces or line breaks were added around it.', (body) => body.trim()],
  ['Its last line break is missing.', (body) => `${body}\n`],
  ['Its line breaks were changed from LF to CRLF.', (body) => body.replaceAll('\r\n', '\n')],
  ['Its line breaks were changed from CRLF to LF.', (body) => body.replace(/\r?\n/g, '\r\n')],
  ['It was parsed and written anew with other spaces: verify the raw bytes, before any JSON parser.', compact],
  ['It was parsed and written anew without its spaces: verify the raw bytes, before any JSON parser.', spaced],
];

async function findHint(body: string, textOf: (body: string) => string, digest: string): Promise<string | null> {
  for (const [hint, repair] of repairs) {
    const repaired = repair(body);
    if (repaired !== null && repaired !== body && (await sha256(textOf(repaired))) === digest) return hint;
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
