import { fromBase64Url, hmac, toBase64Url } from './keyed-hash.ts';

/**
 * Seals what must not stand in clear, under the versions of SECRETS_KEY. A purpose says what a text is and whose
 * (`totp:<account>`), so that what was sealed for one place opens in no other.
 */
export interface Vault {
  /** The version that seals: the highest. */
  newest: number;
  /** Seals with AES-256-GCM under the newest version: `v<version>.<base64url of nonce and ciphertext>`. */
  seal: (plain: string, purpose: string) => Promise<string>;
  /** Opens what any of the versions sealed for this purpose; throws an Error when it cannot. */
  open: (sealed: string, purpose: string) => Promise<string>;
  /** HMAC-SHA-256, base64url, under a key of its own per purpose and version; left out, the newest. Purposes are few. */
  mac: (text: string, purpose: string, version?: number) => Promise<{ version: number; mac: string }>;
}

const nonceLength = 12;
const encoder = new TextEncoder();

/** The vault of `SECRETS_KEY`. Throws a sentence when that has not its form. Web cryptography alone: runs in the browser. */
export function createVault(secretsKey: string): Vault {
  const keys = readSecretsKeys(secretsKey);
  if (!keys) throw new Error(`SECRETS_KEY must be ${secretsKeyForm}.`);
  const newest = Math.max(...keys.keys());
  const sealingKeys = remember((version: number) => sealingKey(keys, version));
  const macKeys = remember((purpose: string) => macKey(keys, purpose));
  return {
    newest,
    seal: async (plain, purpose) => {
      const iv = crypto.getRandomValues(new Uint8Array(nonceLength));
      const sealed = await crypto.subtle.encrypt(
        gcm(iv, newest, purpose),
        await sealingKeys(newest),
        encoder.encode(plain),
      );
      return `v${newest}.${toBase64Url(Uint8Array.of(...iv, ...new Uint8Array(sealed)))}`;
    },
    open: async (sealed, purpose) => {
      const version = sealedUnder(sealed);
      if (version === null) throw new Error('What should be sealed is not.');
      const key = await sealingKeys(version);
      const bytes = fromBase64Url(sealed.slice(sealed.indexOf('.') + 1));
      const parameters = gcm(bytes.slice(0, nonceLength), version, purpose);
      const plain = await crypto.subtle.decrypt(parameters, key, bytes.slice(nonceLength)).catch(() => {
        throw new Error(`Version ${version} of SECRETS_KEY does not open what was sealed with it.`);
      });
      return new TextDecoder().decode(plain);
    },
    mac: async (text, purpose, version = newest) => {
      const key = await macKeys(`${version}:${purpose}`);
      return { version, mac: toBase64Url(await hmac('SHA-256', key, encoder.encode(text))) };
    },
  };
}

/** The version a text was sealed under; null for a text that is not sealed. */
export function sealedUnder(text: string): number | null {
  const [, version] = /^v([1-9]\d{0,4})\.[\w-]{38,}$/.exec(text) ?? [];
  return version === undefined ? null : Number(version);
}

const gcm = (iv: Uint8Array<ArrayBuffer>, version: number, purpose: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(`${version}:${purpose}`),
});

/** HKDF keeps the keys of sealing and of every purpose of `mac` apart (RFC 5869). */
const derivation = (info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: encoder.encode(info),
});

async function rootOf(keys: SecretsKeys, version: number): Promise<CryptoKey> {
  const bytes = keys.get(version);
  if (!bytes) throw new Error(`SECRETS_KEY has no version ${version}.`);
  return crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']);
}

async function sealingKey(keys: SecretsKeys, version: number): Promise<CryptoKey> {
  const wanted = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey(derivation('seal'), await rootOf(keys, version), wanted, false, [
    'encrypt',
    'decrypt',
  ]);
}

async function macKey(keys: SecretsKeys, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const at = name.indexOf(':');
  const root = await rootOf(keys, Number(name.slice(0, at)));
  return new Uint8Array(await crypto.subtle.deriveBits(derivation(`mac:${name.slice(at + 1)}`), root, 256));
}

/** Makes each value once; a failure is not remembered. */
function remember<Name, Value>(make: (name: Name) => Promise<Value>): (name: Name) => Promise<Value> {
  const made = new Map<Name, Promise<Value>>();
  return (name) => {
    const value = made.get(name) ?? make(name);
    made.set(name, value);
    value.catch(() => made.delete(name));
    return value;
  };
}

/** The versions of SECRETS_KEY, 32 bytes each; the highest seals, all of them open. */
type SecretsKeys = ReadonlyMap<number, Uint8Array<ArrayBuffer>>;

/** The form of SECRETS_KEY in words. */
export const secretsKeyForm = 'versions and keys of 32 bytes in base64, such as 1:<base64>,2:<base64>';

/**
 * Reads `1:<base64 of 32 bytes>,2:<…>`: versions are whole numbers from 1 to 32767. Null when it is malformed, a key has
 * another length, or a version or a key stands twice.
 */
export function readSecretsKeys(text: string): SecretsKeys | null {
  const keys = new Map<number, Uint8Array<ArrayBuffer>>();
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries) {
    const [, version = '', base64 = ''] = /^([1-9]\d{0,4}):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
    if (base64 === '' || Number(version) > 32_767) return null;
    keys.set(
      Number(version),
      Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    );
  }
  const different = new Set([...keys.values()].map(String));
  return keys.size === entries.length && different.size === entries.length ? keys : null;
}

/** What stored secrets are sealed for: each with the key of its row, so that it opens in no other. */
export const serverKeyPurpose = (name: string): string => `server-secret:${name}`;
export const totpPurpose = (userAccountId: string): string => `totp:${userAccountId}`;
export const requestPurpose = (idHash: string): string => `one-time-request:${idHash}`;
export const mailPurpose = (mailId: string): string => `mail:${mailId}`;
