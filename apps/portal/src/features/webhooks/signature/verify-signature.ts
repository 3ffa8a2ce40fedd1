import { readHeader, readKey } from './read-parts.ts';
import { digestOf, sha256, toBigInt } from './rsa-digest.ts';

export type Verdict =
  | { kind: 'valid' }
  /** Which of the three texts cannot be read, and why. */
  | { kind: 'unreadable'; part: 'header' | 'key'; fault: string }
  /** The signature is of this key, but of another body; `hint` says how it differs, where that can be told. */
  | { kind: 'other-body'; hint: string | null }
  | { kind: 'other-key' };

export interface Claim {
  /** The body exactly as it came. */
  body: string;
  /** The Authorization header, with or without its name. */
  header: string;
  /** The public key: bare base64 or PEM. */
  key: string;
}

/** Whether a webhook is signed by the holder of a key, or exactly why not (contract §6). Runs in the browser alone. */
export async function verifySignature({ body, header, key }: Claim): Promise<Verdict> {
  const signature = readHeader(header);
  if ('fault' in signature) return { kind: 'unreadable', part: 'header', fault: signature.fault };
  const publicKey = await readKey(key);
  if ('fault' in publicKey) return { kind: 'unreadable', part: 'key', fault: publicKey.fault };
  const { key: imported, n, e } = publicKey.value;
  const bytes = new TextEncoder().encode(body);
  if (await crypto.subtle.verify('RSASSA-PKCS1-v1_5', imported, signature.value, bytes)) return { kind: 'valid' };
  // WebCrypto says no more than no; the digest inside tells a changed body from another key.
  const digest = digestOf(signature.value, { n: toBigInt(n), e: toBigInt(e) });
  return digest === null ? { kind: 'other-key' } : { kind: 'other-body', hint: await findHint(body, digest) };
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

async function findHint(body: string, digest: string): Promise<string | null> {
  for (const [hint, repair] of repairs) {
    const repaired = repair(body);
    if (repaired !== null && repaired !== body && (await sha256(repaired)) === digest) return hint;
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
