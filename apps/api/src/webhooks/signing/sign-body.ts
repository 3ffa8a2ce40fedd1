import { testEventHeader } from '@volume/contract/webhooks/labels.ts';
import type { Services } from '#core/services.ts';
import { signingKey } from './signing-key.ts';
import { toBase64 } from './to-base64.ts';
import { signStandard } from './standard-signature.ts';

type Signer = Pick<Services, 'database' | 'vault' | 'clock'>;

/**
 * The Authorization header of a webhook: SHA256withRSA over the raw body (contract §6), and the id of the signing key.
 * Deterministic: the same body and key always give the same signature.
 */
export async function signBody(services: Signer, body: string): Promise<{ authorization: string; keyId: string }> {
  const { privateKey, keyId } = await signingKey(services);
  return { authorization: `SHA256withRSA ${await sign(privateKey, body)}`, keyId };
}

interface Sending {
  /** The event's, or that of a test event's delivery: the same for every attempt. */
  id: string;
  applicationId: string;
  body: string;
  isTest: boolean;
  /** The current time by default. */
  signedAt?: Date;
}

/**
 * Headers in addition to the documented one: a signature with the same key over `timestamp.applicationId.body`, which a
 * receiver rejects for another application or when the timestamp (seconds since 1970) is more than five minutes off;
 * those of Standard Webhooks; and the mark of test events.
 */
export async function signSending(services: Signer, sending: Sending): Promise<Record<string, string>> {
  const { id, applicationId, body, isTest, signedAt = services.clock.now() } = sending;
  const { privateKey } = await signingKey(services);
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  const standard = await signStandard(services, `${id}.${timestamp}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(standard === null ? {} : { 'webhook-signature': standard }),
    'x-signature-timestamp': timestamp,
    'x-signature-application-id': applicationId,
    'x-signature': await sign(privateKey, `${timestamp}.${applicationId}.${body}`),
    ...(isTest ? { [testEventHeader]: 'true' } : {}),
  };
}

async function sign(privateKey: CryptoKey, text: string): Promise<string> {
  return toBase64(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(text)));
}
