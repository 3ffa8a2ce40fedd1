import type { Database } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import {
  endpointKeyPurpose,
  gatewayMessagePurpose,
  mailPurpose,
  requestPurpose,
  sealedUnder,
  serverKeyPurpose,
  signInCodePurpose,
  totpPurpose,
  type Vault,
} from './vault.ts';

const noUuid = '00000000-0000-0000-0000-000000000000';

/** Every column with encrypted texts, and the key of its rows, which is part of the purpose. */
const places = [
  { table: 'server_secrets', key: 'name', column: 'value', before: '', purpose: serverKeyPurpose },
  { table: 'accounts', key: 'user_account_id', column: 'totp_secret', before: noUuid, purpose: totpPurpose },
  { table: 'one_time_requests', key: 'id_hash', column: 'secret', before: '', purpose: requestPurpose },
  { table: 'sign_in_codes', key: 'user_account_id', column: 'code', before: noUuid, purpose: signInCodePurpose },
  {
    table: 'gateway_messages',
    key: 'message_id',
    column: 'sealed',
    before: '',
    purpose: gatewayMessagePurpose,
    // There can be many rows, and startup must not read all of them.
    isNeverClear: true,
  },
  { table: 'webhook_endpoint_keys', key: 'key_id', column: 'sealed', before: noUuid, purpose: endpointKeyPurpose },
  // Plain text there is encrypted by `sealWaitingMails`: subject and text together.
  { table: 'outbox_mail', key: 'mail_id', column: 'text', before: noUuid, purpose: mailPurpose, onlySealed: true },
] as const;

type Place = (typeof places)[number];
interface Row {
  key: string;
  value: string;
}

const step = 100;
const sealedPattern = '^v[1-9][0-9]{0,4}[.][A-Za-z0-9_-]{38,}$';

export interface Sealing {
  /** Number of encrypted rows by table. */
  sealed: Record<string, number>;
  /** Rows that no key version decrypts, as `table key`. */
  failed: string[];
}

/**
 * Encrypts secrets stored in plain text; `all` also re-encrypts those of older key versions. Works row by row, so that
 * it can be stopped and restarted at any time next to running instances; a row that was changed concurrently is left
 * unchanged.
 */
export async function sealStored(database: Database, vault: Vault, extent: 'clear' | 'all'): Promise<Sealing> {
  const outcome: Sealing = { sealed: {}, failed: [] };
  for (const place of places) {
    if (extent === 'clear' && 'isNeverClear' in place) continue;
    let before: string = place.before;
    for (;;) {
      const rows = await readRows(database, vault, { place, before, extent });
      for (const row of rows) await sealRow(database, vault, { place, row, outcome });
      const last = rows.at(-1);
      if (!last) break;
      before = last.key;
    }
  }
  return outcome;
}

interface Slice {
  place: Place;
  before: string;
  extent: 'clear' | 'all';
}

function readRows({ query }: Database, vault: Vault, { place, before, extent }: Slice): Promise<Row[]> {
  const { table, key, column } = place;
  return query<Row>(
    sql`SELECT ${raw(key)} AS key, ${raw(column)} AS value FROM ${raw(table)}
     WHERE ${raw(key)} > ${before} AND ${raw(column)} !~ ${extent === 'clear' ? sealedPattern : `^v${vault.newest}[.]`}
     AND (${!('onlySealed' in place)} OR ${raw(column)} ~ '${raw(sealedPattern)}') ORDER BY ${raw(key)} LIMIT ${step}`,
  );
}

interface Work {
  place: Place;
  row: Row;
  outcome: Sealing;
}

async function sealRow(database: Database, vault: Vault, { place, row, outcome }: Work): Promise<void> {
  const { table, key, column, purpose } = place;
  const name = purpose(row.key);
  const plain = sealedUnder(row.value) === null ? row.value : await vault.open(row.value, name).catch(() => null);
  if (plain === null) return void outcome.failed.push(`${table} ${row.key}`);
  const changed = await database.query(
    sql`UPDATE ${raw(table)} SET ${raw(column)} = ${await vault.seal(plain, name)}
      WHERE ${raw(key)} = ${row.key} AND ${raw(column)} = ${row.value} RETURNING ${raw(key)}`,
  );
  outcome.sealed[table] = (outcome.sealed[table] ?? 0) + changed.length;
}

/** Throws a message when a key of the server was encrypted with another SECRETS_KEY. */
export async function requireOpenableKeys({ query }: Database, vault: Vault): Promise<void> {
  for (const { name, value } of await query<{ name: string; value: string }>(
    'SELECT name, value FROM server_secrets',
  )) {
    await vault.open(value, serverKeyPurpose(name)).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `SECRETS_KEY does not belong to this database: its key ${name} does not open (${why}). Nothing was changed. Set the SECRETS_KEY this database was used with.`,
      );
    });
  }
}
