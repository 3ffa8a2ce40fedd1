import { KeysUnavailableError, WebhookError } from './webhook-errors.ts';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
/** Milliseconds between two readings of the list, so that a stranger's key ids do not make us read it for each request. */
const shortestPause = 10_000;
/** Milliseconds after which the list is read again, so that a withdrawn key is no longer accepted. */
const longestAge = 300_000;
const timeout = 5_000;

interface Reading {
  at: number;
  keys: Map<string, CryptoKey>;
}

export interface KeyList {
  find: (keyId: string) => Promise<CryptoKey>;
}

interface Parts {
  baseUrl: string;
  fetch: typeof fetch;
  now: () => number;
}

/** The public keys that sign webhooks, by their ids. They change, so they are read again. */
export function createKeyList({ baseUrl, fetch, now }: Parts): KeyList {
  let last: Reading | undefined;
  let triedAt = -Infinity;
  let running: Promise<Reading> | undefined;
  const read = (): Promise<Reading> => {
    triedAt = now();
    // Requests that arrive together wait for one reading.
    running ??= readKeys(baseUrl, fetch)
      .then((keys) => (last = { at: now(), keys }))
      .finally(() => (running = undefined));
    return running;
  };
  const refresh = async (): Promise<void> => {
    if (running === undefined && now() - triedAt < shortestPause) return;
    await read();
  };
  return {
    find: async (keyId) => {
      const isFresh = last !== undefined && now() - last.at < longestAge;
      // Keys that are known still verify while the list cannot be read.
      if (!isFresh || !last?.keys.has(keyId))
        await refresh().catch((error: unknown) => failUnlessKnown(error, last, keyId));
      const key = last?.keys.get(keyId);
      if (key !== undefined) return key;
      if (last === undefined) throw new KeysUnavailableError('The signing keys could not be read yet.');
      throw new WebhookError('UNKNOWN_KEY', `No published key has the id ${keyId}.`);
    },
  };
}

function failUnlessKnown(error: unknown, last: Reading | undefined, keyId: string): void {
  if (!last?.keys.has(keyId)) throw new KeysUnavailableError('The signing keys cannot be read.', { cause: error });
}

async function readKeys(baseUrl: string, fetch: typeof globalThis.fetch): Promise<Map<string, CryptoKey>> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), timeout);
  try {
    const address = `${baseUrl}/.well-known/signature/keys`;
    const response = await fetch(address, { redirect: 'manual', signal: ending.signal });
    if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
    const listed = (await response.json()) as readonly { keyId: string; publicKey: string }[];
    const pairs = listed.map(async ({ keyId, publicKey }) => [keyId, await importKey(publicKey)] as const);
    return new Map(await Promise.all(pairs));
  } finally {
    clearTimeout(timer);
  }
}

const importKey = (spki: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', fromBase64(spki), algorithm, false, ['verify']);

/** Throws when the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The public key of an endpoint, as the portal shows it: Ed25519, 32 bytes in base64 after `whpk_`. */
export function importEndpointKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64(key.replace(/^whpk_/, '')), 'Ed25519', false, ['verify']);
}

export const verifyRsa = (key: CryptoKey, signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.verify(algorithm.name, key, signature, signed);
export const verifyEd25519 = (key: CryptoKey, signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.verify('Ed25519', key, signature, signed);
