import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Hono } from 'hono';
import { addRingKey, type KeyRing, type RingKey, ringKeys } from '#core/secrets/key-ring.ts';
import type { Services } from '#core/services.ts';
import type { Env } from '#http/kernel.ts';
import { toBase64 } from './to-base64.ts';

const algorithm = 'Ed25519';

/** The keys of Standard Webhooks (https://www.standardwebhooks.com), as private JWK. */
const standardKeys: KeyRing = {
  name: 'webhook-ed25519',
  make: async () => {
    const made = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
    return JSON.stringify(await crypto.subtle.exportKey('jwk', made.privateKey));
  },
};

type Holder = Pick<Services, 'database' | 'vault' | 'clock'>;

/**
 * The value of `webhook-signature`: a signature by each valid key, so that a receiver needs only one of them while keys
 * change. Null where the runtime lacks Ed25519, like a browser from before 2025 that runs the demo.
 */
export async function signStandard(holder: Holder, text: string): Promise<string | null> {
  try {
    const keys = await ringKeys(holder, standardKeys);
    return (await Promise.all(keys.map((key) => sign(key, text)))).join(' ');
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
    throw error;
  }
}

async function sign({ secret }: RingKey, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', JSON.parse(secret) as JsonWebKey, algorithm, false, ['sign']);
  return `v1a,${toBase64(await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text)))}`;
}

/** Like `rotateWebhookKey`, for these keys; the new one signs immediately, next to the previous one. */
export const rotateStandardKey = (services: Holder, { now, overlap }: { now: number; overlap: number }) =>
  addRingKey(services, standardKeys, { signsFrom: new Date(now + overlap), formerEndAt: new Date(now + 2 * overlap) });

/** `{base address}/.well-known/signature/ed25519`: all published keys in the notation of Standard Webhooks. */
export function mountStandardKeys(app: Hono<Env>, services: Services, headers: Record<string, string>): void {
  app.get(`${services.settings.basePath}/.well-known/signature/ed25519`, async (context) => {
    const keys = await ringKeys(services, standardKeys);
    return context.json(keys.map(toPublished), 200, headers);
  });
}

function toPublished({ keyId, secret, publishedAt, endsAt }: RingKey) {
  const { x } = JSON.parse(secret) as { x: string };
  // A JWK has base64url without padding.
  const publicKey = `whpk_${x.replaceAll('-', '+').replaceAll('_', '/')}=`;
  return { keyId, publicKey, publishedAtUtc: toWireTime(publishedAt), endsAtUtc: endsAt && toWireTime(endsAt) };
}
