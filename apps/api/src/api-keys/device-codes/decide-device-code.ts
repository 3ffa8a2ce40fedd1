import {
  allowDeviceCode as allowEndpoint,
  daysOfToolKey,
  denyDeviceCode as denyEndpoint,
  lookUpDeviceCode as lookUpEndpoint,
} from '@volume/contract/api-keys/device-codes.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type Call, handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { newApiKey } from '#api-keys/api-key.ts';
import { insertKey, lockKeys, note, readKeys, record, type Row } from '#api-keys/named-key-table.ts';
import { columns, deleteUnfetchedKeys, type DeviceCodeRow, hashesOf, mostTries } from './device-code-table.ts';

type Deciding = Pick<Call<typeof lookUpEndpoint>, 'params' | 'body' | 'caller' | 'services' | 'request'>;

/** What a user sees before they decide. 400 for a wrong code, 429 after five of them within ten minutes. */
export const lookUpDeviceCode = handle(lookUpEndpoint, async (call) => {
  const row = await findCode(call);
  return {
    toolName: row.tool_name,
    machineName: row.machine_name,
    fromAddress: row.from_address,
    askedAtUtc: toWireTime(row.created_at),
    codeExpiresAtUtc: toWireTime(row.expires_at),
    keyName: nameOf(row, await readKeys(call.services.database, call.params)),
  };
});

/**
 * Creates the key that the tool then fetches; always needs a step-up. Its value is made when it is fetched and does not exist
 * before. 409 when a user has already decided, also at the same moment.
 */
export const allowDeviceCode = handle(allowEndpoint, async (call) => {
  const { params, services } = call;
  const found = await findCode(call);
  const unknown = await newApiKey(services);
  await services.database.transaction(async (queries) => {
    const at = services.clock.now();
    await deleteUnfetchedKeys(queries, { ...params, at });
    const others = await lockKeys(queries, params);
    const added = await insertKey(queries, call, others, {
      ...unknown,
      name: nameOf(found, others),
      scopes: ['TOOL'],
      expiresAt: new Date(at.getTime() + daysOfToolKey * 86_400_000),
      allowedAddresses: [],
      moneyLimit: null,
    });
    await note(queries, call, added, { action: 'KEY_CREATED', did: 'created' });
    await decide(queries, call, found, added.key_id);
  });
});

/** Needs no step-up, like every change that only takes rights away. */
export const denyDeviceCode = handle(denyEndpoint, async (call) => {
  const found = await findCode(call);
  await call.services.database.transaction(async (queries) => {
    await record(queries, call, 'DEVICE_CODE_DENIED', `${found.tool_name} on ${found.machine_name}`);
    await decide(queries, call, found, null);
  });
});

/** The request of a code that waits. Counts wrong codes by user, and by request when the first half is right. */
async function findCode({ body, caller, services }: Deciding): Promise<DeviceCodeRow> {
  const takeBack = await services.rateLimits.spend({
    key: `device-code:${caller.userAccountId}`,
    most: mostTries,
    seconds: 600,
    message: 'Too many wrong codes. Please wait ten minutes, and start again in the tool.',
  });
  const { half, whole } = await hashesOf(services, body.userCode);
  const { query } = services.database;
  const [row] = await query<DeviceCodeRow>(sql`SELECT ${columns} FROM device_codes WHERE half_hash = ${half}`);
  if (!row || !isSameText(row.code_hash, whole)) {
    if (row)
      await query(
        sql`UPDATE device_codes SET tries = tries + 1 WHERE device_hash = ${row.device_hash} AND tries < ${mostTries}`,
      );
    throw new Problem(400, 'No tool asks with this code. Compare it with the one that the tool shows.', {
      code: 'WRONG_CODE',
      field: 'userCode',
    });
  }
  await takeBack();
  if (row.decided_at !== null) throw decided();
  if (row.expires_at <= services.clock.now() || row.tries >= mostTries)
    throw new Problem(410, 'This code is no longer valid. Start again in the tool.', { code: 'CODE_EXPIRED' });
  return row;
}

/** Of several concurrent decisions the first one counts. */
async function decide(
  { query }: Queries,
  { params, services }: Pick<Deciding, 'params' | 'services'>,
  { device_hash: deviceHash }: DeviceCodeRow,
  keyId: string | null,
): Promise<void> {
  const at = services.clock.now();
  const rows = await query(
    sql`UPDATE device_codes SET decided_at = ${at}, key_id = ${keyId},
        merchant_id = ${keyId && params.merchantId}, application_id = ${keyId && params.applicationId}
      WHERE device_hash = ${deviceHash} AND decided_at IS NULL AND expires_at > ${at} AND tries < ${mostTries}
      RETURNING device_hash`,
  );
  if (rows.length === 0) throw decided();
}

const decided = (): Problem =>
  new Problem(409, 'This code was already decided, or has expired. Nothing was changed.', { code: 'NOT_WAITING' });

const longestName = 40;

/** The tool and its machine, with a number where the application has a key of this name. */
function nameOf({ tool_name: tool, machine_name: machine }: DeviceCodeRow, others: readonly Row[]): string {
  const taken = new Set(others.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`;
    const name = `${`${tool} on ${machine}`.slice(0, longestName - end.length).trimEnd()}${end}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
