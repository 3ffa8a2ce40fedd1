import type { Currency } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { Caller } from '#core/tenant.ts';
import type { Services } from '#core/services.ts';
import { aboveKeyLimit, isCountedApart, limitOfKey } from './key-limit.ts';
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
  /** The session has just proved itself again: nothing is too much then. */
  isSure: boolean;
}

const day = 86_400_000;

/**
 * Lets the payouts and refunds of one person, and of one merchant, that nobody proved run one after the other until their
 * transactions end, so that none slips under the limit beside another. To be called before any row is locked.
 */
export async function lockMovedMoney({ query }: Queries, { caller }: MovingCall, merchantId: string): Promise<void> {
  for (const id of [caller.userAccountId, merchantId]) {
    await query(sql`SELECT pg_advisory_xact_lock(hashtextextended('moved-money:' || ${id}, 0))`);
  }
}

/**
 * Counts a payout or refund, in the transaction that makes it; 403 STEP_UP_REQUIRED where it would bring what this person or
 * this merchant's people moved within 24 hours above the limit, by currency, without a proof (contract §8). A key's counts with
 * them, and alone where the merchant allows it more than that: 403 KEY_LIMIT above its own limit (contract §11).
 */
export async function countMovedMoney(queries: Queries, call: MovingCall, moved: MovedMoney): Promise<void> {
  const { merchantId, movementId, amount, currency, at, isSure } = moved;
  const since = new Date(at.getTime() - day);
  const { userAccountId, key } = call.caller;
  const { settings } = call.services;
  if (!isSure && (await isAboveLimit(queries, call, { ...moved, since }))) {
    throw key ? aboveKeyLimit(key, settings) : stepUpRequired();
  }
  await queries.query(
    sql`INSERT INTO moved_money (merchant_id, movement_id, user_account_id, at, amount, currency, application_key,
       is_apart)
     VALUES (${merchantId}, ${movementId}, ${userAccountId}, ${at}, ${amount}, ${currency}::currency,
     ${key?.name ?? null}, ${isCountedApart(key, settings)})`,
  );
}

/** Refuses as `countMovedMoney` would and counts nothing: for many movements that are proved as one and counted one by one. */
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
  const { userAccountId, key } = caller;
  // Only an administrator moves money of several.
  const ofCaller = caller.kind === 'merchant' ? sql`AND merchant_id = ${merchantId}` : sql``;
  // Summed by the database, whose numerics are exact.
  const sum = (of: Sql) =>
    sql`(SELECT coalesce(sum(amount), 0) FROM moved_money
      WHERE ${of} AND currency = ${currency}::currency AND at > ${since}) + ${amount}::bigint`;
  const own = sql`user_account_id = ${userAccountId} AND application_key IS NOT DISTINCT FROM ${key?.name ?? null}
    ${ofCaller}`;
  const [row] = await query<{ isAbove: boolean }>(
    sql`SELECT ${sum(own)} > ${key ? limitOfKey(key, settings) : settings.stepUpAbove}::bigint
       OR (NOT ${isCountedApart(key, settings)}::boolean
         AND ${sum(sql`merchant_id = ${merchantId} AND NOT is_apart`)} > ${settings.stepUpAbove}::bigint) AS "isAbove"`,
  );
  // What is a day old counts no more; whoever holds the merchant's lock may sweep it out.
  await query(sql`DELETE FROM moved_money WHERE merchant_id = ${merchantId} AND at <= ${since}`);
  return row?.isAbove ?? true;
}
