import { readTab, tabKeys, writeTab } from '#platform/session/session.ts';

/** The key with which this tab encrypts its work, and the work's name in the database. Both are in its session storage. */
export interface TabKey {
  tab: string;
  key: CryptoKey;
}

interface Stored {
  tab: string;
  key: string;
}

/** The key of this tab, also after a reload; undefined when it has none. */
export async function readTabKey(): Promise<TabKey | undefined> {
  const stored = readTab<Stored>(tabKeys.work);
  if (!stored) return undefined;
  const raw = Uint8Array.from(atob(stored.key), (letter) => letter.charCodeAt(0));
  return { tab: stored.tab, key: await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']) };
}

/** A new key for this tab. @throws when the session storage does not take it */
export async function createTabKey(): Promise<TabKey> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  writeTab(tabKeys.work, { tab: crypto.randomUUID(), key: btoa(String.fromCharCode(...raw)) } satisfies Stored);
  const own = await readTabKey();
  if (!own) throw new Error('The session storage of this tab takes no data.');
  return own;
}

/** `place` is authenticated too, so that an entry cannot be read as that of another user or merchant. */
const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
});

export async function encrypt(key: CryptoKey, place: string, bytes: BufferSource): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt(algorithm(iv, place), key, bytes) };
}

/** @throws when the key, the place or the content is another */
export const decrypt = (key: CryptoKey, place: string, { iv, data }: Encrypted): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt(algorithm(iv, place), key, data);

export interface Encrypted {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}
