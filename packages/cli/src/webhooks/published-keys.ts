import { FailedError } from '#core/failures.ts';

export interface PublishedKeys {
  /** SPKI in base64, by key id. */
  rsa: ReadonlyMap<string, string>;
  /** `whpk_…`, of Standard Webhooks. */
  ed25519: readonly string[];
}

interface Published {
  keyId: string;
  publicKey: string;
}

/** The keys that sign webhooks. Everybody can read them. */
export async function readPublishedKeys(api: string): Promise<PublishedKeys> {
  const [rsa, ed25519] = await Promise.all([
    read(`${api}/.well-known/signature/keys`),
    read(`${api}/.well-known/signature/ed25519`),
  ]);
  return {
    rsa: new Map(rsa.map(({ keyId, publicKey }) => [keyId, publicKey])),
    ed25519: ed25519.map(({ publicKey }) => publicKey),
  };
}

async function read(address: string): Promise<readonly Published[]> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    if (response.ok) return (await response.json()) as readonly Published[];
  } catch {
    // Reported below, like a refused request.
  }
  throw new FailedError(`The signing keys could not be read at ${address}. Is VOLUME_API right?`);
}
