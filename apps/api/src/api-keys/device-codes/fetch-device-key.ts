import {
  fetchDeviceKey as endpoint,
  secondsBetweenPolls,
  type FetchedKey,
} from '@volume/contract/api-keys/device-codes.ts';
import type { ErrorCode } from '@volume/contract/error-codes.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handlePublic } from '#core/handler.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { newApiKey } from '#api-keys/api-key.ts';
import { columns, deleteUnfetchedKeys, deviceHashOf, type DeviceCodeRow, mostTries } from './device-code-table.ts';

/**
 * Returns the key of an allowed request once. Its value is made now, so it was stored nowhere before. Before the decision, and
 * once the code has expired or been used, an error whose code says which (RFC 8628, 3.5).
 */
export const fetchDeviceKey = handlePublic(endpoint, async ({ body, services, request }) => {
  const deviceHash = await deviceHashOf(services, body.deviceCode);
  const row = await takePoll(services, deviceHash);
  if (!row) throw await notFoundOrTooFast(services, deviceHash, request.address);
  if (row.fetched_at !== null || row.tries >= mostTries) throw over();
  if (row.decided_at !== null && row.application_id === null) throw denied();
  const now = services.clock.now();
  if (row.expires_at <= now) {
    await dropKey(services, row, now);
    throw over();
  }
  if (row.decided_at === null) throw refused('AUTHORIZATION_PENDING', 'No user has decided about this code yet.');
  return fetch(services, row, now);
});

/** Clocks and networks are not exact: a tool that waits the whole interval is never refused. */
const tolerance = 1000;

/** Records a poll in one statement, so that only one of many concurrent polls is answered; undefined for the others. */
async function takePoll({ database, clock }: Services, deviceHash: string): Promise<DeviceCodeRow | undefined> {
  const now = clock.now();
  const latest = new Date(now.getTime() - secondsBetweenPolls * 1000 + tolerance);
  const [row] = await database.query<DeviceCodeRow>(
    sql`UPDATE device_codes SET polled_at = ${now}
      WHERE device_hash = ${deviceHash} AND (polled_at IS NULL OR polled_at <= ${latest}) RETURNING ${columns}`,
  );
  return row;
}

async function notFoundOrTooFast(services: Services, deviceHash: string, address: string | null): Promise<Problem> {
  const known = await services.database.query(sql`SELECT FROM device_codes WHERE device_hash = ${deviceHash}`);
  if (known.length > 0)
    return refused('SLOW_DOWN', `Please wait ${secondsBetweenPolls} seconds between two questions.`);
  await services.rateLimits.spend({
    key: `device-guess:${await secretHash(services, addressKey(address))}`,
    most: services.settings.failedSignInsPerAddress,
    seconds: 3600,
    message: 'Too many unknown codes were sent from here. Please try again later.',
  });
  return over();
}

async function dropKey(services: Services, row: DeviceCodeRow, at: Date): Promise<void> {
  const { merchant_id: merchantId, application_id: applicationId, key_id: keyId } = row;
  if (merchantId === null || applicationId === null || keyId === null) return;
  await services.database.transaction((queries) => deleteUnfetchedKeys(queries, { merchantId, applicationId, at }));
}

async function fetch(services: Services, { device_hash: deviceHash }: DeviceCodeRow, now: Date): Promise<FetchedKey> {
  const made = await newApiKey(services);
  return services.database.transaction(async (queries) => {
    const [row] = await queries.query<DeviceCodeRow>(
      sql`UPDATE device_codes SET fetched_at = ${now} WHERE device_hash = ${deviceHash} AND fetched_at IS NULL
        AND key_id IS NOT NULL AND expires_at > ${now} RETURNING ${columns}`,
    );
    if (!row) throw over();
    return writeValue(queries, row, { ...made, now });
  });
}

interface KeyRow {
  name: string;
  scopes: string[];
  expires_at: Date;
  created_by: string;
}

async function writeValue(
  { query }: Queries,
  { merchant_id: merchantId, application_id: applicationId, key_id: keyId }: DeviceCodeRow,
  { value, valueHash, now }: { value: string; valueHash: string; now: Date },
): Promise<FetchedKey> {
  const [key] = await query<KeyRow>(
    sql`UPDATE application_keys SET value_hash = ${valueHash}, last_letters = ${value.slice(-4)}
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND key_id = ${keyId}
        AND expires_at > ${now} RETURNING name, scopes, expires_at, created_by`,
  );
  // A user has revoked it since.
  if (!key || merchantId === null || applicationId === null || keyId === null) throw denied();
  // The user who allowed it has been disabled since then.
  const allowed = await query(sql`SELECT FROM accounts WHERE email = ${key.created_by} AND is_enabled FOR SHARE`);
  if (allowed.length === 0) throw denied();
  const { name, scopes, expires_at: expiresAt } = key;
  return { merchantId, applicationId, keyId, name, scopes, expiresAtUtc: toWireTime(expiresAt), value };
}

const refused = (code: ErrorCode, sentence: string): Problem => new Problem(400, sentence, { code });
const over = (): Problem => refused('EXPIRED_TOKEN', 'This sign-in has expired. Please start it again.');
const denied = (): Problem => refused('ACCESS_DENIED', 'A user has denied this key.');
