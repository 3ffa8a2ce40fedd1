import { deviceCodeLetters, lengthOfDeviceCode } from '@volume/contract/api-keys/device-code-text.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Random, Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export interface DeviceCodeRow {
  device_hash: string;
  code_hash: string;
  tool_name: string;
  machine_name: string;
  from_address: string | null;
  created_at: Date;
  expires_at: Date;
  tries: number;
  decided_at: Date | null;
  merchant_id: string | null;
  application_id: string | null;
  key_id: string | null;
  fetched_at: Date | null;
}

export const columns = sql`device_hash, code_hash, tool_name, machine_name, from_address, created_at, expires_at, tries,
  decided_at, merchant_id, application_id, key_id, fetched_at`;

/** Wrong codes that begin like a right one end it, as they do for a code by mail. */
export const mostTries = 5;

type Holder = Pick<Services, 'database' | 'random' | 'vault'>;

export const deviceHashOf = (services: Holder, deviceCode: string): Promise<string> =>
  secretHash(services, `device:${deviceCode}`);

/** The first half finds the request, so that wrong second halves count against it. */
export async function hashesOf(services: Holder, code: string): Promise<{ half: string; whole: string }> {
  return {
    half: await secretHash(services, `device-half:${code.slice(0, lengthOfDeviceCode / 2)}`),
    whole: await secretHash(services, `device-code:${code}`),
  };
}

/** Every letter is equally likely: bytes that would favour some letters are discarded and drawn again. */
export function drawDeviceCode(random: Random): string {
  const most = 256 - (256 % deviceCodeLetters.length);
  let code = '';
  while (code.length < lengthOfDeviceCode) {
    for (const byte of random.bytes(lengthOfDeviceCode)) {
      if (byte < most && code.length < lengthOfDeviceCode) code += deviceCodeLetters[byte % deviceCodeLetters.length];
    }
  }
  return code;
}

/** The user has the value of this key now, so no tool fetches another one. */
export const endCodeOf = ({ query }: Queries, keyId: string, at: Date): Promise<unknown> =>
  query(sql`UPDATE device_codes SET fetched_at = ${at} WHERE key_id = ${keyId} AND fetched_at IS NULL`);

/** Deletes this application's keys that were allowed but never fetched, so their values were never made. */
export async function deleteUnfetchedKeys(
  queries: Queries,
  { merchantId, applicationId, at }: { merchantId: string; applicationId: string; at: Date },
): Promise<void> {
  const unfetched = await queries.query<{ key_id: string }>(
    sql`SELECT key_id FROM device_codes WHERE application_id = ${applicationId} AND key_id IS NOT NULL
      AND fetched_at IS NULL AND expires_at <= ${at}`,
  );
  if (unfetched.length === 0) return;
  await queries.query(
    sql`DELETE FROM application_keys WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
      AND key_id = ANY(${unfetched.map((row) => row.key_id)}::uuid[])`,
  );
}
