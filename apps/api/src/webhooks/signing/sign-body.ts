import type { Queries } from '#database/database.ts';
import { signingKey, toBase64 } from './signing-key.ts';

/** The Authorization header of a webhook: SHA256withRSA over the raw body (contract §6); the same body always gets the same. */
export async function signBody(database: Queries, body: string): Promise<string> {
  const { privateKey } = await signingKey(database);
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(body));
  return `SHA256withRSA ${toBase64(signature)}`;
}
