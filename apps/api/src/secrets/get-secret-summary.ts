import { toWireTime } from '@volume/contract/period.ts';
import { getSecretSummary as endpoint, type KeySummary, type SecretKey } from '@volume/contract/secrets.ts';
import { handle } from '#core/handler.ts';
import { sql } from '#database/sql.ts';

type Row = { key: SecretKey; last_letters: string; updated_at: Date };

/** Which keys an application has, when they came and how they end (contract §3). */
export const getSecretSummary = handle(endpoint, async ({ params, services }) => {
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
