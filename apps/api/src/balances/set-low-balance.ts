import { LowBalance, setLowBalance as endpoint } from '@volume/contract/balances/balances.ts';
import { sayAmount } from '@volume/contract/money/money.ts';
import * as z from 'zod/mini';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import { findStatementAccount } from './statement-period.ts';

interface Row {
  threshold: number | null;
  version: string;
}

/**
 * Sets the threshold of the low-balance alert for all users of the merchant; null switches it off. 409 for an account
 * without a ledger. An account that is already below causes a notification only after it was above again.
 */
export const setLowBalance = handle(endpoint, async (call) => {
  const { params, body, request, services } = call;
  const { merchantId, payInAccountId } = params;
  const { threshold } = body;
  const { currency } = await findStatementAccount(services.database, params);
  return services.database.transaction(async (queries) => {
    // Postings lock the same row, so each sees either the old or the new threshold.
    const available = sql`merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId} AND kind = 'AVAILABLE'`;
    const columns = sql`low_balance_threshold AS threshold, ${versionOf(sql`low_balance_threshold`)} AS version`;
    const [before] = await queries.query<Row>(
      sql`SELECT ${columns} FROM ledger_accounts WHERE ${available} FOR UPDATE`,
    );
    if (!before) throw new Error('The account has no ledger account.');
    requireUnchanged(request, { version: before.version, current: z.encode(LowBalance, before) });
    if (before.threshold === threshold) return before;
    const [after = before] = await queries.query<Row>(
      sql`UPDATE ledger_accounts SET low_balance_threshold = ${threshold} WHERE ${available} RETURNING ${columns}`,
    );
    await recordActivity(queries, call, {
      merchantId,
      action: 'LOW_BALANCE_SET',
      subject: String(payInAccountId),
      detail: threshold === null ? `${currency} account: off` : `below ${sayAmount(threshold, currency)}`,
    });
    return after;
  });
});
