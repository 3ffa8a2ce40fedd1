import type { ApiKeyScope } from '@volume/contract/access.ts';
import { mostNamedKeys, type NamedKey } from '@volume/contract/api-keys/named-keys.ts';
import type { ActivityAction } from '@volume/contract/users/activity.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import type { AnyCall, Call } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';
import { describe, sayLimit } from './api-key-settings.ts';
import { keepFormerKey } from './keep-former-key.ts';

export interface Row {
  key_id: string;
  name: string;
  scopes: string[];
  expires_at: Date | null;
  allowed_addresses: string[];
  money_limit: number | null;
  last_letters: string;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  last_used_at: Date | null;
  last_used_from: string | null;
}

export const columns = sql`key_id, name, scopes, expires_at, allowed_addresses, money_limit, last_letters, created_at,
  created_by, updated_at, last_used_at, last_used_from`;

export const toKey = (row: Row): NamedKey => ({
  keyId: row.key_id,
  name: row.name,
  scopes: row.scopes,
  maskedValue: `••••••••${row.last_letters}`,
  createdAtUtc: toWireTime(row.created_at),
  createdBy: row.created_by,
  updatedAtUtc: toWireTime(row.updated_at),
  expiresAtUtc: row.expires_at && toWireTime(row.expires_at),
  allowedAddresses: row.allowed_addresses,
  moneyLimit: row.money_limit,
  lastUsedAtUtc: row.last_used_at && toWireTime(row.last_used_at),
  lastUsedFrom: row.last_used_from,
});

export interface Application {
  merchantId: string;
  applicationId: string;
}

export const ofApplication = ({ merchantId, applicationId }: Application): Sql =>
  sql`merchant_id = ${merchantId} AND application_id = ${applicationId}`;

export const readKeys = ({ query }: Queries, params: Application): Promise<Row[]> =>
  query<Row>(sql`SELECT ${columns} FROM application_keys WHERE ${ofApplication(params)} ORDER BY lower(name), key_id`);

/** Serializes changes of an application's keys, so that counting them and comparing their names is safe. */
export async function lockKeys(queries: Queries, params: Application): Promise<Row[]> {
  await lockApplication(queries, params);
  return readKeys(queries, params);
}

export const lockApplication = ({ query }: Queries, params: Application): Promise<unknown> =>
  query(sql`SELECT FROM applications WHERE ${ofApplication(params)} FOR NO KEY UPDATE`);

/** Locks a key whose value ends in this transaction, and keeps the hash of that value. */
export async function endValue(
  queries: Queries,
  { keyId, ...params }: Application & { keyId: string },
  { ended, at }: { ended: 'ROTATED' | 'REVOKED'; at: Date },
): Promise<void> {
  const [row] = await queries.query<{ name: string; valueHash: string }>(
    sql`SELECT name, value_hash AS "valueHash" FROM application_keys
      WHERE ${ofApplication(params)} AND key_id = ${keyId} FOR UPDATE`,
  );
  if (row) await keepFormerKey(queries, { ...params, ...row, key: keyId, ended, at });
}

interface NewKey {
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
  allowedAddresses: readonly string[];
  moneyLimit: number | null;
  value: string;
  valueHash: string;
}

/** Adds a key. Call it after `lockKeys`, with the keys that it returned. */
export async function insertKey(queries: Queries, call: KeyCall, others: readonly Row[], made: NewKey): Promise<Row> {
  if (others.length >= mostNamedKeys)
    throw new Problem(409, `An application can have ${mostNamedKeys} named keys. Revoke one first.`, {
      code: 'TOO_MANY_KEYS',
    });
  const { params, caller, services } = call;
  const { at, newId } = writeContext(services);
  const rows = await queries.query<Row>(
    sql`INSERT INTO application_keys (merchant_id, application_id, key_id, name, scopes, expires_at, allowed_addresses,
        money_limit, value_hash, last_letters, created_at, created_by, updated_at, updated_by)
      VALUES (${params.merchantId}, ${params.applicationId}, ${newId()}, ${made.name}, ${made.scopes}::text[],
        ${made.expiresAt}, ${made.allowedAddresses}::text[], ${made.moneyLimit}, ${made.valueHash},
        ${made.value.slice(-4)}, ${at}, ${caller.email}, ${at}, ${caller.email})
      RETURNING ${columns}`,
  );
  return only(rows);
}

export function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw notFound('This key');
  return row;
}

export type KeyCall = Pick<AnyCall, 'services' | 'request'> & Pick<Call<unknown>, 'caller'> & { params: Application };

/** Records the change, and mails it to the merchant's administrators. */
export async function note(
  queries: Queries,
  call: KeyCall,
  { name, scopes, expires_at, allowed_addresses: allowedAddresses, money_limit: moneyLimit }: Row,
  { action, did }: { action: ActivityAction; did: string },
): Promise<void> {
  const { caller, services, params } = call;
  const until = expires_at === null ? 'without an expiry' : `until ${toWireTime(expires_at).slice(0, 10)}`;
  const allowed = describe({ allowedAddresses, moneyLimit });
  await record(queries, call, action, `${name}: ${scopes.join(', ')}; ${until}; ${allowed}`);
  const limit = moneyLimit === null ? '' : ` and a limit of ${sayLimit(moneyLimit)}`;
  await mailAdministrators(queries, services, {
    merchantId: params.merchantId,
    subject: `An application key was ${did}`,
    what: `${caller.email} ${did} a key of an application, with the scopes ${scopes.join(', ')}${limit}`,
  });
}

export const record = (queries: Queries, call: KeyCall, action: ActivityAction, detail: string): Promise<void> => {
  const { merchantId, applicationId } = call.params;
  return recordActivity(queries, call, { merchantId, action, subject: applicationId, detail });
};
