import { keyedHash } from './keyed-hash.ts';
import { type Holder, serverKey } from './server-key.ts';

/** Hash under which ids, tokens and codes that are secrets are kept; never they themselves. */
export async function secretHash(services: Holder, text: string): Promise<string> {
  return keyedHash(await serverKey(services, 'one-time-secrets'), text);
}
