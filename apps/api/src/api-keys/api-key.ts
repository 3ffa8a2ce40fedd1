import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  getApiKeys as getApiKeysEndpoint,
  type ApiKeySummary,
  resetApiKey as resetApiKeyEndpoint,
  type ApiKeySlot,
} from '@volume/contract/api-keys/api-keys.ts';
import { type Call, handle } from '#core/handler.ts';
import { sql } from '#database/sql.ts';
import type { Queries } from '#database/database.ts';
import { keyedHash, toBase64Url } from '#core/secrets/keyed-hash.ts';
import { serverKey } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { apiKeyNames } from '#core/refused-key.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { keepFormerKey } from './keep-former-key.ts';
import { lockApplication } from './named-key-table.ts';

interface Row {
  key: ApiKeySlot;
  last_letters: string;
  updated_at: Date;
}

/** The keys of an application, with creation time and last characters (contract §3). */
export const getApiKeys = handle(getApiKeysEndpoint, async ({ params, services }) => {
  const { merchantId, applicationId } = params;
  const rows = await services.database.query<Row>(
    sql`SELECT key, last_letters, updated_at FROM application_secrets
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
  );
  const of = (wanted: ApiKeySlot) => toSummary(rows.find(({ key }) => key === wanted));
  return { applicationId, primaryKey: of('PRIMARY'), secondaryKey: of('SECONDARY') };
});

function toSummary(row: Row | undefined): ApiKeySummary {
  if (!row) return { isSet: false, maskedValue: null, updatedAtUtc: null };
  return { isSet: true, maskedValue: `••••••••${row.last_letters}`, updatedAtUtc: toWireTime(row.updated_at) };
}

/** One reset after the other, so that each finds the value of the one before. */
async function keepReplaced(queries: Queries, params: ResetApiKey['params'], at: Date): Promise<void> {
  const { merchantId, applicationId, key } = params;
  await lockApplication(queries, params);
  const [row] = await queries.query<{ valueHash: string }>(
    sql`SELECT value_hash AS "valueHash" FROM application_secrets
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND key = ${key}`,
  );
  if (!row) return;
  const { valueHash } = row;
  await keepFormerKey(queries, { merchantId, applicationId, key, name: null, valueHash, ended: 'RESET', at });
}

type ResetApiKey = Call<typeof resetApiKeyEndpoint>;

/**
 * Replaces one key, which is returned only once and stored as a hash; always requires a step-up (contract §2, §8). Does
 * not change the other key, so that a server can switch from one to the other, nor the settings of this one (contract
 * §11). The caller becomes responsible for the key and everything it is allowed to do (decision 31).
 */
export const resetApiKey = handle(resetApiKeyEndpoint, async (call) => {
  const { params, services } = call;
  const { value, valueHash } = await newApiKey(services);
  await services.database.transaction((queries) => write(call, queries, { value, valueHash }));
  return { key: params.key, value };
});

/** A new key, and its stored form. */
export async function newApiKey(services: Pick<Services, 'database' | 'random' | 'vault'>) {
  const value = `volume_${toBase64Url(services.random.bytes(32))}`;
  return { value, valueHash: await apiKeyHash(services, value) };
}

/** Our keys have 50 characters; longer values need not be hashed. */
export const longestApiKey = 200;

/** The stored form of a key: its hash under a key of the server. */
export async function apiKeyHash(
  services: Pick<Services, 'database' | 'random' | 'vault'>,
  value: string,
): Promise<string> {
  return keyedHash(await serverKey(services, 'application-secrets'), value);
}

async function write(call: ResetApiKey, queries: Queries, made: { value: string; valueHash: string }): Promise<void> {
  const { params, caller, services } = call;
  const { merchantId, applicationId, key } = params;
  const at = services.clock.now();
  await keepReplaced(queries, params, at);
  await queries.query(
    sql`INSERT INTO application_secrets (merchant_id, application_id, key, value_hash, last_letters, updated_at, updated_by)
     VALUES (${merchantId}, ${applicationId}, ${key}, ${made.valueHash}, ${made.value.slice(-4)}, ${at},
     ${caller.email})
     ON CONFLICT (merchant_id, application_id, key) DO UPDATE SET value_hash = excluded.value_hash,
       last_letters = excluded.last_letters, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
       last_used_at = NULL, last_used_from = NULL, loosened_by = '{}'`,
  );
  const detail = apiKeyNames[key];
  await recordActivity(queries, call, { merchantId, action: 'SECRET_RESET', subject: applicationId, detail });
  await mailAdministrators(queries, services, {
    merchantId,
    subject: 'An application key was reset',
    what: `${caller.email} made or reset the ${apiKeyNames[key].toLowerCase()} of an application`,
  });
}
