import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  getSecretSummary as getSecretSummaryEndpoint,
  type KeySummary,
  resetSecret as resetSecretEndpoint,
  type SecretKey,
} from '@volume/contract/api-keys/api-keys.ts';
import { type Call, handle } from '#core/handler.ts';
import { sql } from '#database/sql.ts';
import type { Queries } from '#database/database.ts';
import { keyedHash, toBase64Url } from '#core/secrets/keyed-hash.ts';
import { serverKey } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';

interface Row {
  key: SecretKey;
  last_letters: string;
  updated_at: Date;
}

/** The keys of an application, with creation time and last characters (contract §3). */
export const getSecretSummary = handle(getSecretSummaryEndpoint, async ({ params, services }) => {
  const { merchantId, applicationId } = params;
  const rows = await services.database.query<Row>(
    sql`SELECT key, last_letters, updated_at FROM application_secrets
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
  );
  const of = (wanted: SecretKey) => toSummary(rows.find(({ key }) => key === wanted));
  return { applicationId, primaryKey: of('PRIMARY'), secondaryKey: of('SECONDARY') };
});

function toSummary(row: Row | undefined): KeySummary {
  if (!row) return { isSet: false, maskedValue: null, updatedAtUtc: null };
  return { isSet: true, maskedValue: `••••••••${row.last_letters}`, updatedAtUtc: toWireTime(row.updated_at) };
}

type ResetSecret = Call<typeof resetSecretEndpoint>;

/**
 * Replaces one key, which is returned only once and stored as a hash; always requires a step-up (contract §2, §8). Does
 * not change the other key, so that a server can switch from one to the other, nor the settings of this one (contract
 * §11). The caller becomes responsible for the key and everything it is allowed to do (decision 31).
 */
export const resetSecret = handle(resetSecretEndpoint, async (call) => {
  await requireStepUp(call);
  const { params, services } = call;
  const value = `volume_${toBase64Url(services.random.bytes(32))}`;
  const valueHash = await secretValueHash(services, value);
  await services.database.transaction((queries) => write(call, queries, { value, valueHash }));
  return { key: params.key, value };
});

/** The stored form of a key: its hash under a key of the server. */
export async function secretValueHash(
  services: Pick<Services, 'database' | 'random' | 'vault'>,
  value: string,
): Promise<string> {
  return keyedHash(await serverKey(services, 'application-secrets'), value);
}

export const keyNames: Record<SecretKey, string> = { PRIMARY: 'Primary key', SECONDARY: 'Secondary key' };

async function write(call: ResetSecret, queries: Queries, made: { value: string; valueHash: string }): Promise<void> {
  const { params, caller, services } = call;
  const { merchantId, applicationId, key } = params;
  await queries.query(
    sql`INSERT INTO application_secrets (merchant_id, application_id, key, value_hash, last_letters, updated_at, updated_by)
     VALUES (${merchantId}, ${applicationId}, ${key}, ${made.valueHash}, ${made.value.slice(-4)}, ${services.clock.now()},
     ${caller.email})
     ON CONFLICT (merchant_id, application_id, key) DO UPDATE SET value_hash = excluded.value_hash,
       last_letters = excluded.last_letters, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
       last_used_at = NULL, last_used_from = NULL, loosened_by = '{}'`,
  );
  const detail = keyNames[key];
  await recordActivity(queries, call, { merchantId, action: 'SECRET_RESET', subject: applicationId, detail });
  await mailAdministrators(queries, services, {
    merchantId,
    subject: 'An application key was reset',
    what: `${caller.email} made or reset the ${keyNames[key].toLowerCase()} of an application`,
  });
}
