import type { Disabled } from '@volume/contract/merchants/stopping.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type Action, byItself, recordActivity } from '#core/activity/record-activity.ts';
import { revokeAccess } from '#core/accounts.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { lockMerchantState } from '#database/merchants/read-merchants.ts';
import { andOf, sql } from '#database/sql.ts';

type Given = Pick<Services, 'database' | 'clock' | 'random'>;

interface Wanted {
  /** Its id or its company name. */
  merchant: string;
  enabled: boolean;
  /** Recorded in the activity. */
  by: string;
  reason?: string | null;
}

export interface MerchantState {
  merchantId: string;
  companyName: string;
  /** Null while it is enabled. */
  disabled: Disabled | null;
}

/**
 * Disables a merchant or enables it again, for an operator's command. Throws a message for an unknown merchant;
 * `hasChanged` is false when nothing changed.
 */
export async function setMerchantEnabled(
  services: Given,
  { merchant, enabled, by, reason = null }: Wanted,
): Promise<{ merchantId: string; companyName: string; enabled: boolean; hasChanged: boolean }> {
  return services.database.transaction(async (queries) => {
    const { merchantId, companyName } = await findMerchant(queries, merchant);
    const before = await lockMerchant(queries, merchantId);
    const hasChanged = (before?.disabled === null) !== enabled;
    if (hasChanged) await writeEnabled(queries, byItself(services, by), { merchantId, companyName, enabled, reason });
    return { merchantId, companyName, enabled, hasChanged };
  });
}

interface Change {
  merchantId: string;
  companyName: string;
  enabled: boolean;
  reason: string | null;
}

/**
 * Call `lockMerchant` first. Writes the state that every caller reads: users of a disabled merchant are signed out and
 * cannot sign in, its keys are rejected, its links accept no payment, its schedules pay nothing out, and a transaction
 * that moves money waits for this one and writes nothing. Enabling restores no session and no link from a mail.
 */
export async function writeEnabled(
  queries: Queries,
  action: Action,
  { merchantId, companyName, enabled, reason }: Change,
): Promise<void> {
  const at = action.services.clock.now();
  const [disabledAt, by, why] = enabled ? [null, null, null] : [at, action.caller.email, reason];
  await queries.query(
    sql`UPDATE merchants SET is_enabled = ${enabled}, disabled_at = ${disabledAt}, disabled_by = ${by},
      disabled_reason = ${why} WHERE merchant_id = ${merchantId}`,
  );
  const users = await queries.query<{ id: string }>(
    sql`SELECT user_account_id AS id FROM accounts WHERE merchant_id = ${merchantId} ORDER BY user_account_id`,
  );
  // Also when enabling: a sign-in that was in progress while the merchant was disabled can have opened a session.
  for (const { id } of users) await revokeAccess(queries, { userAccountId: id, at });
  const note = { action: enabled ? 'MERCHANT_ENABLED' : 'MERCHANT_DISABLED', subject: merchantId } as const;
  await recordActivity(queries, action, { ...note, merchantId });
  // The merchant's users can read its activity, so only the platform's has the reason.
  const detail = [companyName, reason].filter(Boolean).join(': ');
  await recordActivity(queries, action, { ...note, merchantId: null, detail });
}

/**
 * Locks a merchant's accounts and then its state, in the order in which signing in locks them (`core/accounts.ts`);
 * undefined when there is no such merchant.
 */
export async function lockMerchant(queries: Queries, merchantId: string): Promise<MerchantState | undefined> {
  const { query } = queries;
  await query(sql`SELECT FROM accounts WHERE merchant_id = ${merchantId} ORDER BY user_account_id FOR UPDATE`);
  await lockMerchantState(queries, merchantId, 'alone');
  return readMerchantState(queries, merchantId);
}

interface DisabledRow {
  at: Date | null;
  by: string | null;
  reason: string | null;
}

const disabledColumns = sql`disabled_at AS at, disabled_by AS by, disabled_reason AS reason`;
const toDisabled = ({ at, by, reason }: DisabledRow): Disabled => ({ atUtc: at && toWireTime(at), by, reason });

/** One merchant if it is disabled, or all disabled ones, with their ids. */
export async function readDisabled({ query }: Queries, merchantId: string | null): Promise<Map<string, Disabled>> {
  const rows = await query<DisabledRow & { merchantId: string }>(
    sql`SELECT merchant_id AS "merchantId", ${disabledColumns} FROM merchants AS m
      WHERE NOT is_enabled${andOf('m', merchantId)}`,
  );
  return new Map(rows.map((row) => [row.merchantId, toDisabled(row)]));
}

type StateRow = DisabledRow & Omit<MerchantState, 'disabled'> & { isEnabled: boolean };

export async function readMerchantState(
  { query }: Pick<Queries, 'query'>,
  merchantId: string,
): Promise<MerchantState | undefined> {
  const [row] = await query<StateRow>(
    sql`SELECT merchant_id AS "merchantId", company_name AS "companyName", is_enabled AS "isEnabled",
      ${disabledColumns} FROM merchants WHERE merchant_id = ${merchantId}`,
  );
  if (!row) return undefined;
  const { companyName, isEnabled } = row;
  return { merchantId, companyName, disabled: isEnabled ? null : toDisabled(row) };
}

async function findMerchant({ query }: Queries, merchant: string): Promise<Omit<MerchantState, 'disabled'>> {
  const found = await query<Omit<MerchantState, 'disabled'>>(
    sql`SELECT merchant_id AS "merchantId", company_name AS "companyName" FROM merchants
      WHERE merchant_id::text = lower(${merchant}) OR lower(company_name) = lower(${merchant})`,
  );
  const [only] = found;
  if (!only) throw new Error(`No merchant has the id or the company name "${merchant}". Nothing was changed.`);
  if (found.length === 1) return only;
  const names = found.map(({ merchantId }) => merchantId).join(', ');
  throw new Error(
    `${found.length} merchants are called "${merchant}". Give one of their ids: ${names}. Nothing was changed.`,
  );
}
