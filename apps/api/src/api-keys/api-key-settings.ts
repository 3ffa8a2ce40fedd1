import { isWithinRanges } from '@volume/contract/text/address-range.ts';
import { sayMajor, toMajor } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  getApiKeySettings as getEndpoint,
  type ApiKeySettings,
  type ApiKeySlot,
  setApiKeySettings as setEndpoint,
} from '@volume/contract/api-keys/api-keys.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { Problem } from '#core/problem.ts';
import { apiKeyNames } from '#core/refused-key.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { isProved, stepUpRequired } from '#core/step-up/require-step-up.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';

interface Row {
  key: ApiKeySlot;
  allowed_addresses: string[];
  money_limit: number | null;
  last_used_at: Date | null;
  last_used_from: string | null;
  version: string;
}

const columns = sql`key, allowed_addresses, money_limit, last_used_at, last_used_from,
  ${versionOf(sql`allowed_addresses, money_limit`)} AS version`;

const toSettings = (row: Row): ApiKeySettings => ({
  key: row.key,
  allowedAddresses: row.allowed_addresses,
  moneyLimit: row.money_limit,
  lastUsedAtUtc: row.last_used_at && toWireTime(row.last_used_at),
  lastUsedFrom: row.last_used_from,
  version: row.version,
});

/** The settings of each key, and when its current value was last used (contract §11). */
export const getApiKeySettings = handle(getEndpoint, async ({ params, services }) => {
  const { merchantId, applicationId } = params;
  const rows = await services.database.query<Row>(
    sql`SELECT ${columns} FROM application_secrets
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
  );
  const of = (wanted: ApiKeySlot) => {
    const row = rows.find(({ key }) => key === wanted);
    return row ? toSettings(row) : null;
  };
  return {
    usualMoneyLimit: services.settings.stepUpAbove,
    primaryKey: of('PRIMARY'),
    secondaryKey: of('SECONDARY'),
  };
});

type SetApiKeySettings = Call<typeof setEndpoint>;

/**
 * Sets both settings of a key (contract §11). Allowing more addresses or more money needs a step-up, restricting does
 * not. 409 when there is no such key, or with the current value when it was changed in the meantime.
 */
export const setApiKeySettings = handle(setEndpoint, async (call) => {
  const isSure = await isProved(call);
  return call.services.database.transaction((queries) => write(call, queries, isSure));
});

async function write(call: SetApiKeySettings, queries: Queries, isSure: boolean): Promise<ApiKeySettings> {
  const { params, body, request, services } = call;
  const { merchantId, applicationId, key } = params;
  const place = sql`merchant_id = ${merchantId} AND application_id = ${applicationId} AND key = ${key}`;
  const [row] = await queries.query<Row>(sql`SELECT ${columns} FROM application_secrets WHERE ${place} FOR UPDATE`);
  if (!row) throw new Problem(409, 'There is no such key yet. Create it first.', { code: 'NO_KEY_YET' });
  const before = toSettings(row);
  const wireLimit = before.moneyLimit === null ? null : toMajor(before.moneyLimit);
  requireUnchanged(request, { version: row.version, current: { ...before, moneyLimit: wireLimit } });
  const loosens = isLooser(body, before, services.settings.stepUpAbove);
  if (!isSure && loosens) throw stepUpRequired();
  const { allowedAddresses, moneyLimit } = body;
  const [saved = row] = await queries.query<Row>(
    sql`UPDATE application_secrets SET allowed_addresses = ${allowedAddresses}::text[], money_limit = ${moneyLimit}
      WHERE ${place} RETURNING ${columns}`,
  );
  if (loosens) await noteLoosened(call, queries, place);
  const detail = `${apiKeyNames[key]}: ${describe(body)}`;
  await recordActivity(queries, call, { merchantId, action: 'KEY_CHANGED', subject: applicationId, detail });
  return toSettings(saved);
}

/** Stores who extended the key's permissions until its next reset (decision 31), and mails the administrators. */
async function noteLoosened(
  { params, caller, services }: SetApiKeySettings,
  queries: Queries,
  place: Sql,
): Promise<void> {
  await queries.query(
    sql`UPDATE application_secrets SET loosened_by = array_append(array_remove(loosened_by, ${caller.email}), ${caller.email})
      WHERE ${place}`,
  );
  await mailAdministrators(queries, services, {
    merchantId: params.merchantId,
    subject: 'An application key may do more',
    what: `${caller.email} raised the limit of the ${apiKeyNames[params.key].toLowerCase()} of an application or allowed it more addresses`,
  });
}

type Allowed = Pick<ApiKeySettings, 'allowedAddresses' | 'moneyLimit'>;

function isLooser(after: Allowed, before: Allowed, usual: number): boolean {
  return (
    (after.moneyLimit ?? usual) > (before.moneyLimit ?? usual) ||
    !isWithinRanges(after.allowedAddresses, before.allowedAddresses)
  );
}

export function describe({ allowedAddresses, moneyLimit }: Allowed): string {
  const from = allowedAddresses.length === 0 ? 'any address' : allowedAddresses.join(', ');
  return `from ${from}; ${sayLimit(moneyLimit)}`;
}

export const sayLimit = (moneyLimit: number | null): string =>
  moneyLimit === null ? 'the usual limit' : `${sayMajor(moneyLimit)} in 24 hours`;
