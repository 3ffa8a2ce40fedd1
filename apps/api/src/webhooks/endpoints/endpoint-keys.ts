import { hoursOfKeyOverlap } from '@volume/contract/webhooks/webhook-endpoints.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { Problem } from '#core/problem.ts';
import { endpointKeyPurpose } from '#core/secrets/vault.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { toBase64 } from '#webhooks/signing/to-base64.ts';

const algorithm = 'Ed25519';

export interface NewKey {
  keyId: string;
  sealed: string;
  publicKey: string;
}

/** Makes an Ed25519 key; only its sealed form is stored. */
export async function makeEndpointKey({ vault, random }: Pick<Services, 'vault' | 'random'>): Promise<NewKey> {
  const keyId = random.uuid();
  const made = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const jwk = JSON.stringify(await crypto.subtle.exportKey('jwk', made.privateKey));
  const publicKey = `whpk_${toBase64(await crypto.subtle.exportKey('raw', made.publicKey))}`;
  return { keyId, sealed: await vault.seal(jwk, endpointKeyPurpose(keyId)), publicKey };
}

interface Name {
  merchantId: string;
  endpointId: string;
}

export const addEndpointKey = (
  { query }: Queries,
  { merchantId, endpointId }: Name,
  { keyId, sealed, publicKey, at }: NewKey & { at: Date },
): Promise<unknown> =>
  query(
    sql`INSERT INTO webhook_endpoint_keys (merchant_id, key_id, endpoint_id, sealed, public_key, created_at)
      VALUES (${merchantId}, ${keyId}, ${endpointId}, ${sealed}, ${publicKey}, ${at})`,
  );

/**
 * Adds a key, which signs immediately next to the current one; the current one ends after the overlap. 409 while there is a
 * third. The caller has locked the application.
 */
export async function replaceEndpointKey(
  queries: Queries,
  name: Name,
  made: NewKey & Pick<WriteContext, 'at'>,
): Promise<void> {
  const { merchantId, endpointId } = name;
  const [former] = await queries.query<{ ends_at: Date }>(
    sql`SELECT ends_at FROM webhook_endpoint_keys WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
      AND ends_at > ${made.at}::timestamptz`,
  );
  if (former) {
    const until = toWireTime(former.ends_at).replace('T', ' ').slice(0, 16);
    const message = `The former key still signs, until ${until} UTC. Rotate again after that.`;
    throw new Problem(409, message, { code: 'KEY_OVERLAPS' });
  }
  const place = sql`merchant_id = ${merchantId} AND endpoint_id = ${endpointId}`;
  await queries.query(sql`DELETE FROM webhook_endpoint_keys WHERE ${place} AND ends_at IS NOT NULL`);
  await queries.query(
    sql`UPDATE webhook_endpoint_keys SET ends_at = ${new Date(made.at.getTime() + hoursOfKeyOverlap * 3_600_000)}
      WHERE ${place}`,
  );
  await addEndpointKey(queries, name, made);
}

interface Signing extends Name {
  /** The event's; of a challenge its own. */
  id: string;
  body: string;
  /** The current time by default. */
  signedAt?: Date;
}

/** The headers of Standard Webhooks, with a signature by each valid key of the endpoint. */
export async function signForEndpoint(
  { database, vault, clock }: Pick<Services, 'database' | 'vault' | 'clock'>,
  { merchantId, endpointId, id, body, signedAt }: Signing,
): Promise<Record<string, string>> {
  const now = clock.now();
  const keys = await database.query<{ key_id: string; sealed: string }>(
    sql`SELECT key_id, sealed FROM webhook_endpoint_keys WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
      AND (ends_at IS NULL OR ends_at > ${now}::timestamptz) ORDER BY ends_at NULLS LAST`,
  );
  const timestamp = String(Math.floor((signedAt ?? now).getTime() / 1000));
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = keys.map(async ({ key_id, sealed }) => {
    const jwk = JSON.parse(await vault.open(sealed, endpointKeyPurpose(key_id))) as JsonWebKey;
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
    return `v1a,${toBase64(await crypto.subtle.sign(algorithm, key, text))}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}
