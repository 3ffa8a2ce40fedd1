import { apiKeyScopes } from '@volume/contract/access.ts';
import {
  createNamedKey as createEndpoint,
  listNamedKeys as listEndpoint,
  renameNamedKey as renameEndpoint,
  revokeNamedKey as revokeEndpoint,
  rotateNamedKey as rotateEndpoint,
} from '@volume/contract/api-keys/named-keys.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import { handle, type Handler } from '#core/handler.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { sql } from '#database/sql.ts';
import { getApiKeys, newApiKey, resetApiKey } from './api-key.ts';
import { getApiKeySettings, setApiKeySettings } from './api-key-settings.ts';
import { allowDeviceCode, denyDeviceCode, lookUpDeviceCode } from './device-codes/decide-device-code.ts';
import { endCodeOf } from './device-codes/device-code-table.ts';
import { fetchDeviceKey } from './device-codes/fetch-device-key.ts';
import { startDeviceSignIn } from './device-codes/start-device-sign-in.ts';
import {
  columns,
  endValue,
  insertKey,
  lockKeys,
  note,
  ofApplication,
  only,
  readKeys,
  record,
  type Row,
  toKey,
} from './named-key-table.ts';
import { getOwnKey } from './get-own-key.ts';

const listNamedKeys = handle(listEndpoint, async ({ params, services }) =>
  (await readKeys(services.database, params)).map(toKey),
);

/**
 * Creates a key, whose value is returned only once and stored as a hash; always needs a step-up. Its rights never
 * change, so the users who created and last rotated it are responsible for its orders (decision 55).
 */
const createNamedKey = handle(createEndpoint, async (call) => {
  const { body, services } = call;
  const { name, allowedAddresses = [], moneyLimit = null } = body;
  const scopes = apiKeyScopes.filter((scope) => body.scopes.includes(scope));
  const expiresAt = readExpiry(services, body.expiresAtUtc ?? null);
  const made = await newApiKey(services);
  const row = await services.database.transaction(async (queries) => {
    const others = await lockKeys(queries, call.params);
    refuseSameName(others, name);
    const key = { ...made, name, scopes, expiresAt, allowedAddresses, moneyLimit };
    const added = await insertKey(queries, call, others, key);
    await note(queries, call, added, { action: 'KEY_CREATED', did: 'created' });
    return added;
  });
  return { key: toKey(row), value: made.value };
});

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
  const at = services.clock.now();
  const row = await services.database.transaction(async (queries) => {
    await endCodeOf(queries, params.keyId, at);
    await endValue(queries, params, { ended: 'ROTATED', at });
    const rotated = only(
      await queries.query<Row>(
        sql`UPDATE application_keys SET value_hash = ${valueHash}, last_letters = ${value.slice(-4)},
            expires_at = ${expiresAt}, updated_at = ${at}, updated_by = ${caller.email},
            last_used_at = NULL, last_used_from = NULL
          WHERE ${ofApplication(params)} AND key_id = ${params.keyId} RETURNING ${columns}`,
      ),
    );
    await note(queries, call, rotated, { action: 'KEY_ROTATED', did: 'rotated' });
    return rotated;
  });
  return { key: toKey(row), value };
});

/** Needs no step-up, so that a user who finds a key misused can stop it immediately. A tool revokes its own key. */
const revokeNamedKey = handle(revokeEndpoint, async (call) => {
  const { params, caller, services } = call;
  if (caller.apiKey && caller.apiKey.name !== params.keyId) throw notFound('This key');
  await services.database.transaction(async (queries) => {
    await endValue(queries, params, { ended: 'REVOKED', at: services.clock.now() });
    const row = only(
      await queries.query<Row>(
        sql`DELETE FROM application_keys WHERE ${ofApplication(params)} AND key_id = ${params.keyId}
          RETURNING ${columns}`,
      ),
    );
    await record(queries, call, 'KEY_REVOKED', row.name);
  });
});

function refuseSameName(others: readonly Row[], name: string): void {
  if (!others.some((row) => row.name.toLowerCase() === name.toLowerCase())) return;
  throw new Problem(409, 'This application already has a key of this name. Nothing was changed.', {
    code: 'NAME_IN_USE',
    field: 'name',
  });
}

function readExpiry({ clock }: Services, expiresAtUtc: string | null): Date | null {
  if (expiresAtUtc === null) return null;
  const expiresAt = new Date(parseUtc(expiresAtUtc));
  if (expiresAt <= clock.now()) throw wrongField('expiresAtUtc', 'must be in the future');
  return expiresAt;
}

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
  startDeviceSignIn,
  fetchDeviceKey,
  lookUpDeviceCode,
  allowDeviceCode,
  denyDeviceCode,
];
