import { apiKeyScopes } from '@volume/contract/access.ts';
import {
  createNamedKey as createEndpoint,
  listNamedKeys as listEndpoint,
  mostNamedKeys,
  type NamedKey,
  renameNamedKey as renameEndpoint,
  revokeNamedKey as revokeEndpoint,
  rotateNamedKey as rotateEndpoint,
} from '@volume/contract/api-keys/named-keys.ts';
import type { ActivityAction } from '@volume/contract/users/activity.ts';
import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type AnyCall, type Call, handle, type Handler } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';
import { getApiKeys, newApiKey, resetApiKey } from './api-key.ts';
import { getApiKeySettings, setApiKeySettings } from './api-key-settings.ts';
import { getOwnKey } from './get-own-key.ts';

interface Row {
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

const columns = sql`key_id, name, scopes, expires_at, allowed_addresses, money_limit, last_letters, created_at,
  created_by, updated_at, last_used_at, last_used_from`;

const toKey = (row: Row): NamedKey => ({
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

interface Application {
  merchantId: string;
  applicationId: string;
}
const ofApplication = ({ merchantId, applicationId }: Application): Sql =>
  sql`merchant_id = ${merchantId} AND application_id = ${applicationId}`;

const listNamedKeys = handle(listEndpoint, async ({ params, services }) =>
  (await readKeys(services.database, params)).map(toKey),
);

const readKeys = ({ query }: Queries, params: Application): Promise<Row[]> =>
  query<Row>(sql`SELECT ${columns} FROM application_keys WHERE ${ofApplication(params)} ORDER BY lower(name), key_id`);

/**
 * Creates a key, whose value is returned only once and stored as a hash; always needs a step-up. Its rights never
 * change, so the users who created and last rotated it are responsible for its orders (decision 55).
 */
const createNamedKey = handle(createEndpoint, async (call) => {
  const { body, services } = call;
  const expiresAt = readExpiry(services, body.expiresAtUtc ?? null);
  const made = await newApiKey(services);
  const row = await services.database.transaction(async (queries) => {
    const others = await lockKeys(queries, call.params);
    refuseSameName(others, body.name);
    if (others.length >= mostNamedKeys) throw tooManyKeys();
    const added = await insertKey(queries, call, { ...made, expiresAt });
    await note(queries, call, added, { action: 'KEY_CREATED', did: 'created' });
    return added;
  });
  return { key: toKey(row), value: made.value };
});

interface NewValue {
  value: string;
  valueHash: string;
  expiresAt: Date | null;
}

async function insertKey(queries: Queries, call: Call<typeof createEndpoint>, made: NewValue): Promise<Row> {
  const { params, body, caller, services } = call;
  const { at, newId } = writeContext(services);
  const scopes = apiKeyScopes.filter((scope) => body.scopes.includes(scope));
  const rows = await queries.query<Row>(
    sql`INSERT INTO application_keys (merchant_id, application_id, key_id, name, scopes, expires_at, allowed_addresses,
        money_limit, value_hash, last_letters, created_at, created_by, updated_at, updated_by)
      VALUES (${params.merchantId}, ${params.applicationId}, ${newId()}, ${body.name}, ${scopes}::text[],
        ${made.expiresAt}, ${body.allowedAddresses ?? []}::text[], ${body.moneyLimit ?? null}, ${made.valueHash},
        ${made.value.slice(-4)}, ${at}, ${caller.email}, ${at}, ${caller.email})
      RETURNING ${columns}`,
  );
  return only(rows);
}

const renameNamedKey = handle(renameEndpoint, async (call) => {
  const { params, body, services } = call;
  return services.database.transaction(async (queries) => {
    const others = (await lockKeys(queries, params)).filter((row) => row.key_id !== params.keyId);
    refuseSameName(others, body.name);
    const row = only(
      await queries.query<Row>(
        sql`UPDATE application_keys SET name = ${body.name} WHERE ${ofApplication(params)} AND key_id = ${params.keyId}
          RETURNING ${columns}`,
      ),
    );
    await record(queries, call, 'KEY_CHANGED', `Name: ${row.name}`);
    return toKey(row);
  });
});

/** Replaces the value, which is returned only once, and its expiry; always needs a step-up. */
const rotateNamedKey = handle(rotateEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const expiresAt = readExpiry(services, body.expiresAtUtc);
  const { value, valueHash } = await newApiKey(services);
  const row = await services.database.transaction(async (queries) => {
    const rotated = only(
      await queries.query<Row>(
        sql`UPDATE application_keys SET value_hash = ${valueHash}, last_letters = ${value.slice(-4)},
            expires_at = ${expiresAt}, updated_at = ${services.clock.now()}, updated_by = ${caller.email},
            last_used_at = NULL, last_used_from = NULL
          WHERE ${ofApplication(params)} AND key_id = ${params.keyId} RETURNING ${columns}`,
      ),
    );
    await note(queries, call, rotated, { action: 'KEY_ROTATED', did: 'rotated' });
    return rotated;
  });
  return { key: toKey(row), value };
});

/** Needs no step-up, so that a user who finds a key misused can stop it immediately. */
const revokeNamedKey = handle(revokeEndpoint, async (call) => {
  const { params, services } = call;
  await services.database.transaction(async (queries) => {
    const row = only(
      await queries.query<Row>(
        sql`DELETE FROM application_keys WHERE ${ofApplication(params)} AND key_id = ${params.keyId}
          RETURNING ${columns}`,
      ),
    );
    await record(queries, call, 'KEY_REVOKED', row.name);
  });
});

/** Serializes changes of an application's keys, so that counting them and comparing their names is safe. */
async function lockKeys(queries: Queries, params: Application): Promise<Row[]> {
  await queries.query(sql`SELECT FROM applications WHERE ${ofApplication(params)} FOR NO KEY UPDATE`);
  return readKeys(queries, params);
}

function refuseSameName(others: readonly Row[], name: string): void {
  if (!others.some((row) => row.name.toLowerCase() === name.toLowerCase())) return;
  throw new Problem(409, 'This application already has a key of this name. Nothing was changed.', {
    code: 'NAME_IN_USE',
    field: 'name',
  });
}

const tooManyKeys = (): Problem =>
  new Problem(409, `An application can have ${mostNamedKeys} named keys. Revoke one first.`, { code: 'TOO_MANY_KEYS' });

function readExpiry({ clock }: Services, expiresAtUtc: string | null): Date | null {
  if (expiresAtUtc === null) return null;
  const expiresAt = new Date(parseUtc(expiresAtUtc));
  if (expiresAt <= clock.now()) throw wrongField('expiresAtUtc', 'must be in the future');
  return expiresAt;
}

function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw notFound('This key');
  return row;
}

type KeyCall = Pick<AnyCall, 'services' | 'request'> & {
  caller: Call<typeof createEndpoint>['caller'];
  params: Application;
};

/** Records the change, and mails it to the merchant's administrators. */
async function note(
  queries: Queries,
  call: KeyCall,
  { name, scopes, expires_at }: Row,
  { action, did }: { action: ActivityAction; did: string },
): Promise<void> {
  const { caller, services, params } = call;
  const until = expires_at === null ? 'without an expiry' : `until ${toWireTime(expires_at).slice(0, 10)}`;
  await record(queries, call, action, `${name}: ${scopes.join(', ')}; ${until}`);
  await mailAdministrators(queries, services, {
    merchantId: params.merchantId,
    subject: `An application key was ${did}`,
    what: `${caller.email} ${did} a key of an application, with the scopes ${scopes.join(', ')}`,
  });
}

const record = (queries: Queries, call: KeyCall, action: ActivityAction, detail: string): Promise<void> => {
  const { merchantId, applicationId } = call.params;
  return recordActivity(queries, call, { merchantId, action, subject: applicationId, detail });
};

export const apiKeyHandlers: readonly Handler[] = [
  getApiKeys,
  resetApiKey,
  getApiKeySettings,
  setApiKeySettings,
  listNamedKeys,
  createNamedKey,
  renameNamedKey,
  rotateNamedKey,
  revokeNamedKey,
  getOwnKey,
];
