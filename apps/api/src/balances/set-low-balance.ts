import { LowBalance, setLowBalance as endpoint } from '@volume/contract/balances.ts';
import { sayAmount } from '@volume/contract/money.ts';
import { lowBalanceVersion } from '@volume/contract/settings-version.ts';
import * as z from 'zod/mini';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { sql } from '#database/sql.ts';
import { findStatementAccount } from './statement-period.ts';

/**
 * Sets the threshold of the low-balance alert for all users of the merchant; null switches it off. 409 for an account
 * without a ledger. An account that is already below causes a notice only after it was above again.
 */
export const setLowBalance = handle(endpoint, async (call) => {
  const { params, body, request, services } = call;
  const { merchantId, payInAccountId } = params;
  const { threshold } = body;
  const { currency } = await findStatementAccount(services.database, params);
  await services.database.transaction(async (queries) => {
    // Postings lock the same row, so each sees either the old or the new threshold.
    const available = sql`merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId} AND kind = 'AVAILABLE'`;
    const [stands] = await queries.query<{ threshold: number | null }>(
      sql`SELECT low_balance_threshold AS threshold FROM ledger_accounts WHERE ${available} FOR UPDATE`,
    );
    const before = stands?.threshold ?? null;
    const current = z.encode(LowBalance, { threshold: before });
    requireUnchanged(request, { version: lowBalanceVersion(before), current });
    if (before === threshold) return;
    await queries.query(sql`UPDATE ledger_accounts SET low_balance_threshold = ${threshold} WHERE ${available}`);
    await recordActivity(queries, call, {
      merchantId,
      action: 'LOW_BALANCE_SET',
      subject: String(payInAccountId),
      detail: threshold === null ? `${currency} account: off` : `below ${sayAmount(threshold, currency)}`,
    });
  });
  return { threshold };
});
