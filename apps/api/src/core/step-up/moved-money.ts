import type { Currency } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { Caller } from '#core/tenant.ts';
import type { Services } from '#core/services.ts';
import { aboveApiKeyLimit, isCountedApart, limitOfApiKey } from './api-key-limit.ts';
import { stepUpRequired } from './require-step-up.ts';

interface MovingCall {
  caller: Caller;
  services: Pick<Services, 'settings'>;
}

export interface MovedMoney {
  merchantId: string;
  /** The payout or refund. */
  movementId: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
  at: Date;
  /** The session has just made a step-up, so no limit applies. */
  isSure: boolean;
}

const day = 86_400_000;

/**
 * Serializes payouts and refunds without a step-up, by user and by merchant, until their transactions end, so that
 * concurrent ones cannot exceed the limit. Call it before any row is locked.
 */
export async function lockMovedMoney({ query }: Queries, { caller }: MovingCall, merchantId: string): Promise<void> {
  for (const id of [caller.userAccountId, merchantId]) {
    await query(sql`SELECT pg_advisory_xact_lock(hashtextextended('moved-money:' || ${id}, 0))`);
  }
}

/**
 * Counts a payout or refund in the transaction that makes it. Throws 403 STEP_UP_REQUIRED when it would take the user's
 * or the merchant's sum of 24 hours without a step-up above the limit, by currency (contract §8). Money moved by a key
 * counts towards the merchant's sum, or separately when the merchant allows the key more: 403 KEY_LIMIT above the key's
 * limit (contract §11).
 */
export async function countMovedMoney(queries: Queries, call: MovingCall, moved: MovedMoney): Promise<void> {
  const { merchantId, movementId, amount, currency, at, isSure } = moved;
  const since = new Date(at.getTime() - day);
  const { userAccountId, apiKey } = call.caller;
  const { settings } = call.services;
  if (!isSure && (await isAboveLimit(queries, call, { ...moved, since }))) {
    throw apiKey ? aboveApiKeyLimit(apiKey, settings) : stepUpRequired();
  }
  await queries.query(
    sql`INSERT INTO moved_money (merchant_id, movement_id, user_account_id, at, amount, currency, application_key,
       is_apart)
     VALUES (${merchantId}, ${movementId}, ${userAccountId}, ${at}, ${amount}, ${currency}::currency,
     ${apiKey?.name ?? null}, ${isCountedApart(apiKey, settings)})`,
  );
}

/** Stops counting an order that ended before an account provider was asked: it moved nothing and never will. */
export async function forgetMovedMoney(
  { query }: Queries,
  { merchantId, movementId }: Pick<MovedMoney, 'merchantId' | 'movementId'>,
): Promise<void> {
  await query(sql`DELETE FROM moved_money WHERE merchant_id = ${merchantId} AND movement_id = ${movementId}`);
}

/** Like `countMovedMoney` without counting: for movements that need one step-up together. */
export async function requireProofFor(
  queries: Queries,
  call: MovingCall,
  moved: Omit<MovedMoney, 'isSure' | 'movementId'>,
): Promise<void> {
  const since = new Date(moved.at.getTime() - day);
  if (await isAboveLimit(queries, call, { ...moved, since })) throw stepUpRequired();
}

async function isAboveLimit(
  { query }: Queries,
  { caller, services: { settings } }: MovingCall,
  { merchantId, amount, currency, since }: Omit<MovedMoney, 'isSure' | 'movementId'> & { since: Date },
): Promise<boolean> {
  const { userAccountId, apiKey } = caller;
  // Only an administrator moves money of several merchants.
  const ofCaller = caller.kind === 'merchant' ? sql`AND merchant_id = ${merchantId}` : sql``;
  // Summed in the database, whose numerics are exact.
  const sum = (of: Sql) =>
    sql`(SELECT coalesce(sum(amount), 0) FROM moved_money
      WHERE ${of} AND currency = ${currency}::currency AND at > ${since}) + ${amount}::bigint`;
  const own = sql`user_account_id = ${userAccountId} AND application_key IS NOT DISTINCT FROM ${apiKey?.name ?? null}
    ${ofCaller}`;
  const [row] = await query<{ isAbove: boolean }>(
    sql`SELECT ${sum(own)} > ${apiKey ? limitOfApiKey(apiKey, settings) : settings.stepUpAbove}::bigint
       OR (NOT ${isCountedApart(apiKey, settings)}::boolean
         AND ${sum(sql`merchant_id = ${merchantId} AND NOT is_apart`)} > ${settings.stepUpAbove}::bigint) AS "isAbove"`,
  );
  return row?.isAbove ?? true;
}
