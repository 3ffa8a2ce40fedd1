import { originOf, type Queries } from '#database/database.ts';
import { addRingKey, type KeyRing, type RingKey, ringKeys, signingKeyOf } from '#core/secrets/key-ring.ts';
import type { Services } from '#core/services.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { toBase64 } from './to-base64.ts';
import { mountStandardKeys, rotateStandardKey } from './standard-signature.ts';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const newKey = { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

/** The RSA-2048 keys that sign webhooks, as PKCS #8 in base64. */
const webhookKeys: KeyRing = {
  name: 'webhook-signing',
  make: async () => {
    const made = await crypto.subtle.generateKey(newKey, true, ['sign', 'verify']);
    return toBase64(await crypto.subtle.exportKey('pkcs8', made.privateKey));
  },
};

type SigningKey = Omit<RingKey, 'secret'> & {
  privateKey: CryptoKey;
  /** Base64 SPKI without PEM lines, as receivers fetch it. */
  publicKey: string;
};

type Holder = Pick<Services, 'database' | 'vault' | 'clock'>;

/** The current signing key, the same for every instance on the database; the first one is created on first use. */
export async function signingKey(holder: Holder): Promise<SigningKey> {
  return imported(holder.database, await signingKeyOf(holder, webhookKeys));
}

/** Every key that receivers can encounter now or soon, oldest first. */
async function signingKeys(holder: Holder): Promise<SigningKey[]> {
  return Promise.all((await ringKeys(holder, webhookKeys)).map((key) => imported(holder.database, key)));
}

type Pair = Pick<SigningKey, 'privateKey' | 'publicKey'>;
const remembered = new WeakMap<Queries, Map<string, Promise<Pair>>>();

async function imported(database: Queries, { secret, ...key }: RingKey): Promise<SigningKey> {
  const pairs = remembered.get(originOf(database)) ?? new Map<string, Promise<Pair>>();
  remembered.set(originOf(database), pairs);
  const pair = pairs.get(key.keyId) ?? importPair(secret);
  pairs.set(key.keyId, pair);
  return { ...key, ...(await pair) };
}

async function importPair(pkcs8: string): Promise<Pair> {
  const bytes = Uint8Array.from(atob(pkcs8), (letter) => letter.charCodeAt(0));
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign']);
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', privateKey);
  if (kty === undefined || n === undefined || e === undefined)
    throw new Error('The signing key of webhooks is no RSA key.');
  const publicKey = await crypto.subtle.importKey('jwk', { kty, n, e }, algorithm, true, ['verify']);
  return { privateKey, publicKey: toBase64(await crypto.subtle.exportKey('spki', publicKey)) };
}

/**
 * Publishes a new key for webhooks immediately, and one for Standard Webhooks. It signs after `overlap` milliseconds, and the previous key stays
 * published for the same time after that. Returns the first key's id.
 */
export async function rotateWebhookKey(
  services: Pick<Services, 'database' | 'clock' | 'vault'>,
  overlap: number,
): Promise<string> {
  const now = services.clock.now().getTime();
  const keyId = await addRingKey(services, webhookKeys, {
    signsFrom: new Date(now + overlap),
    formerEndAt: new Date(now + 2 * overlap),
  });
  await rotateStandardKey(services, { now, overlap });
  return keyId;
}

// A public key can be read by any page; receivers fetch it again when a signature does not match.
const headers = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' };

/**
 * `{base address}/.well-known/signature/pem`: the public key that signs webhooks now, base64 SPKI without PEM lines
 * (contract §2). `…/keys`: all published keys, including the next one before it signs, by the ids in the header
 * `x-signature-key-id`. Both are public.
 */
export function mountSignaturePem(app: Hono<Env>, services: Services): void {
  const address = `${services.settings.basePath}/.well-known/signature`;
  app.get(`${address}/pem`, async (context) => context.text((await signingKey(services)).publicKey, 200, headers));
  app.get(`${address}/keys`, async (context) => {
    const signs = await signingKey(services);
    const keys = await signingKeys(services);
    const answer = keys.map(({ keyId, publicKey, publishedAt, signsFrom, endsAt }) => ({
      keyId,
      publicKey,
      isSigning: keyId === signs.keyId,
      publishedAtUtc: toWireTime(publishedAt),
      signsFromUtc: toWireTime(signsFrom),
      endsAtUtc: endsAt && toWireTime(endsAt),
    }));
    return context.json(answer, 200, headers);
  });
  mountStandardKeys(app, services, headers);
}
