import type { Currency } from '@volume/contract/money/money.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Integer, Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { recordNotification } from './record-notification.ts';
import type { Transfer } from './transfer.ts';

/** A ledger account as it was when a posting locked it; minor units. */
export interface LockedAccount {
  payInAccountId: number;
  currency: Currency;
  balance: Integer;
  /** Low-balance threshold for the available amount; null when no alert is set. */
  threshold: Integer | null;
}

interface Posting {
  merchantId: string;
  before: readonly LockedAccount[];
  legs: Transfer['legs'];
}

/**
 * Records a notification when the available amount falls below an account's threshold. This happens under the posting's lock,
 * so the next posting already finds the account below it: each fall causes one notification, and another one only after the
 * amount was at or above the threshold again.
 */
export async function notifyLowBalances(queries: Queries, context: WriteContext, posting: Posting): Promise<void> {
  const { merchantId, before, legs } = posting;
  for (const { payInAccountId, currency, balance, threshold } of before) {
    if (threshold === null || balance < threshold) continue;
    const own = legs.filter((leg) => leg.payInAccountId === payInAccountId && leg.account === 'AVAILABLE');
    const available = own.reduce((sum, { amount }) => sum + BigInt(amount), BigInt(balance));
    if (available >= threshold) continue;
    const [account] = await queries.query<{ applicationId: string }>(
      sql`SELECT application_id AS "applicationId" FROM payee_details
        WHERE merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId}`,
    );
    if (!account) throw new Error(`There is no pay-in account ${payInAccountId}.`);
    await recordNotification(queries, context, {
      merchantId,
      ...account,
      kind: 'LOW_BALANCE',
      objectId: null,
      amount: Number(available),
      currency,
      key: `${payInAccountId} ${context.newId()}`,
    });
  }
}
