import type { Services } from '#http/services.ts';
import { signingKey, toBase64 } from './signing-key.ts';

/**
 * The Authorization header of a webhook: SHA256withRSA over the raw body (contract §6), and the id of the key that signed; the same
 * body and key always give the same.
 */
export async function signBody(
  services: Pick<Services, 'database' | 'vault' | 'clock'>,
  body: string,
): Promise<{ authorization: string; keyId: string }> {
  const { privateKey, keyId } = await signingKey(services);
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(body));
  return { authorization: `SHA256withRSA ${toBase64(signature)}`, keyId };
}
