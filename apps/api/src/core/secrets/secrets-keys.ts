/** The versions of SECRETS_KEY, 32 bytes each; the highest seals, all of them open. */
export type SecretsKeys = ReadonlyMap<number, Uint8Array<ArrayBuffer>>;

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
