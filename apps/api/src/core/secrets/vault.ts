import { fromBase64Url, hmac, toBase64Url } from './keyed-hash.ts';

/**
 * Encrypts secrets with the versions of SECRETS_KEY. The purpose names the kind and the owner of a text (`totp:<account>`), so
 * that a text that was moved to another row cannot be decrypted there.
 */
export interface Vault {
  /** The version used for encryption: the highest. */
  newest: number;
  /** Encrypts with AES-256-GCM under the newest version: `v<version>.<base64url of nonce and ciphertext>`. */
  seal: (plain: string, purpose: string) => Promise<string>;
  /** Decrypts a text of any version with the same purpose; throws an Error when it cannot. */
  open: (sealed: string, purpose: string) => Promise<string>;
  /** HMAC-SHA-256, base64url, with one key per purpose and version. Keys are cached: use few purposes. */
  mac: (text: string, purpose: string, version?: number) => Promise<{ version: number; mac: string }>;
}

const nonceLength = 12;
const encoder = new TextEncoder();

/** The vault of `SECRETS_KEY`; throws for a wrong format. Uses only Web Crypto, so it runs in browsers. */
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

/** The key version of an encrypted text; null for a text that is not encrypted. */
export function sealedUnder(text: string): number | null {
  const [, version] = /^v([1-9]\d{0,4})\.[\w-]{38,}$/.exec(text) ?? [];
  return version === undefined ? null : Number(version);
}

const gcm = (iv: Uint8Array<ArrayBuffer>, version: number, purpose: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(`${version}:${purpose}`),
});

/** HKDF derives separate keys for encryption and for each purpose of `mac` (RFC 5869). */
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

/** Caches promises by name, but not failures. */
function remember<Name, Value>(make: (name: Name) => Promise<Value>): (name: Name) => Promise<Value> {
  const made = new Map<Name, Promise<Value>>();
  return (name) => {
    const value = made.get(name) ?? make(name);
    made.set(name, value);
    value.catch(() => made.delete(name));
    return value;
  };
}

type SecretsKeys = ReadonlyMap<number, Uint8Array<ArrayBuffer>>;

export const secretsKeyForm = 'versions and keys of 32 bytes in base64, such as 1:<base64>,2:<base64>';

/**
 * Parses `1:<base64 of 32 bytes>,2:<…>`: versions are integers from 1 to 32767. Null when it is malformed, a key has
 * another length, or a version or key is repeated.
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

/** The purposes of stored secrets: each includes the key of its row, so that it decrypts in no other row. */
export const serverKeyPurpose = (name: string): string => `server-secret:${name}`;
export const totpPurpose = (userAccountId: string): string => `totp:${userAccountId}`;
export const requestPurpose = (idHash: string): string => `one-time-request:${idHash}`;
export const signInCodePurpose = (userAccountId: string): string => `sign-in-code:${userAccountId}`;
export const endpointKeyPurpose = (keyId: string): string => `webhook-endpoint-key:${keyId}`;
export const gatewayMessagePurpose = (messageId: string): string => `gateway-message:${messageId}`;
export const mailPurpose = (mailId: string): string => `mail:${mailId}`;
