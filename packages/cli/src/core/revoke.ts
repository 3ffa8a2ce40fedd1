import { createClient, isRefusal } from '@volume/client';
import type { Login } from './settings.ts';

/** Revokes a key with itself. One that is no longer valid needs no revoking. */
export async function revoke({ api, applicationId, secret, merchantId, keyId }: Login): Promise<void> {
  const client = createClient({ baseUrl: api, applicationId, secret });
  try {
    await client.revokeKey({ path: { merchantId, applicationId, keyId } });
  } catch (error) {
    if (!isRefusal(error) || (error.status !== 401 && error.status !== 404)) throw error;
  }
}
