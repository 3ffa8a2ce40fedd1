import type { Currency } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import type { Caller } from '#core/caller.ts';
import type { Services } from '#core/services.ts';
import { stepUpRequired } from './require-step-up.ts';

type MovingCall = { caller: Pick<Caller, 'userAccountId'>; services: Pick<Services, 'settings'> };

export type MovedMoney = {
  merchantId: string;
  /** The payout or refund. */
  movementId: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
  at: Date;
  /** The session has just proved itself again: nothing is too much then. */
  isSure: boolean;
};

const day = 86_400_000;

/**
 * Lets the payouts and refunds of one person, and of one merchant, that nobody proved run one after the other until their
 * transactions end, so that none slips under the limit beside another. To be called before any row is locked.
 */
export async function lockMovedMoney({ query }: Queries, { caller }: MovingCall, merchantId: string): Promise<void> {
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended('moved-money:' || $1, 0))`;
  await query(lock, [caller.userAccountId]);
  await query(lock, [merchantId]);
}

/**
 * Counts a payout or refund, in the transaction that makes it; 403 STEP_UP_REQUIRED where it would bring what this person or
 * this merchant's people moved within 24 hours above the limit, by currency, without a proof (contract §8).
 */
export async function countMovedMoney(queries: Queries, call: MovingCall, moved: MovedMoney): Promise<void> {
  const { merchantId, movementId, amount, currency, at, isSure } = moved;
  const since = new Date(at.getTime() - day);
  if (!isSure && (await isAboveLimit(queries, call, { ...moved, since }))) throw stepUpRequired();
  await queries.query(
    `INSERT INTO moved_money (merchant_id, movement_id, user_account_id, at, amount, currency)
     VALUES ($1, $2, $3, $4, $5, $6::currency)`,
    [merchantId, movementId, call.caller.userAccountId, at, amount, currency],
  );
}

async function isAboveLimit(
  { query }: Queries,
  { caller, services }: MovingCall,
  { merchantId, amount, currency, since }: MovedMoney & { since: Date },
): Promise<boolean> {
  // Summed by the database, whose numerics are exact.
  const sum = (of: string): string =>
    `(SELECT coalesce(sum(amount), 0) FROM moved_money WHERE ${of} AND currency = $3::currency AND at > $4)`;
  const [row] = await query<{ isAbove: boolean }>(
    `SELECT greatest(${sum('user_account_id = $1')}, ${sum('merchant_id = $2')}) + $5::bigint > $6::bigint AS "isAbove"`,
    [caller.userAccountId, merchantId, currency, since, amount, services.settings.stepUpAbove],
  );
  // What is a day old counts no more; whoever holds the merchant's lock may sweep it out.
  await query('DELETE FROM moved_money WHERE merchant_id = $1 AND at <= $2', [merchantId, since]);
  return row?.isAbove ?? true;
}
