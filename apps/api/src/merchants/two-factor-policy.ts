import {
  getTwoFactorPolicy as getEndpoint,
  setTwoFactorPolicy as setEndpoint,
} from '@volume/contract/session/two-factor-policy.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { lockMerchantState } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';

/** Whether a merchant requires a second factor from all users (contract §8). */
export const getTwoFactorPolicy = handle(getEndpoint, async ({ params, services }) => {
  const [row] = await services.database.query<{ isRequired: boolean }>(
    sql`SELECT requires_two_factor AS "isRequired" FROM merchants WHERE merchant_id = ${params.merchantId}`,
  );
  if (!row) throw notFound('This merchant');
  return row;
});

/** Needs a step-up; 409 for a caller without a second factor. Ends the sessions of users who have none. */
export const setTwoFactorPolicy = handle(setEndpoint, async (call) => {
  const { merchantId } = call.params;
  const { isRequired } = call.body;
  await call.services.database.transaction(async (queries) => {
    if (isRequired) await lockAccounts(queries, merchantId);
    await requireOwnFactor(call, queries);
    await lockMerchantState(queries, merchantId, 'alone');
    const [before] = await queries.query<{ wasRequired: boolean }>(
      sql`SELECT requires_two_factor AS "wasRequired" FROM merchants WHERE merchant_id = ${merchantId}`,
    );
    await queries.query(
      sql`UPDATE merchants SET requires_two_factor = ${isRequired} WHERE merchant_id = ${merchantId}`,
    );
    if (isRequired) await endUnprotected(queries, merchantId, call.services.clock.now());
    const detail = isRequired ? 'Required' : 'Optional';
    await recordActivity(queries, call, {
      merchantId,
      action: 'TWO_FACTOR_POLICY_SET',
      subject: merchantId,
      detail,
    });
    if (before?.wasRequired && !isRequired) await mailSwitchedOff(call, queries);
  });
  return { isRequired };
});

/**
 * Locks every account of the merchant, in order of their ids and before the merchant's row, as signing in does: no user
 * can open or renew a session, or remove a second factor, until the policy is committed.
 */
async function lockAccounts({ query }: Queries, merchantId: string): Promise<void> {
  await query(sql`SELECT FROM accounts WHERE merchant_id = ${merchantId} ORDER BY user_account_id FOR UPDATE`);
}

async function requireOwnFactor({ caller }: Call<typeof setEndpoint>, { query }: Queries): Promise<void> {
  const [own] = await query<{ kind: string }>(
    sql`SELECT two_factor AS kind FROM accounts WHERE user_account_id = ${caller.userAccountId} FOR SHARE`,
  );
  if (!own || own.kind === 'NONE')
    throw new Problem(409, 'Set up a second factor for yourself first.', { code: 'NO_SECOND_FACTOR' });
}

function mailSwitchedOff({ params, caller, services }: Call<typeof setEndpoint>, queries: Queries): Promise<void> {
  return mailAdministrators(queries, services, {
    merchantId: params.merchantId,
    subject: 'Two-step sign-in is no longer required',
    what: `${caller.email} switched off that every user needs a second factor`,
  });
}

async function endUnprotected({ query }: Queries, merchantId: string, at: Date): Promise<void> {
  await query(
    sql`UPDATE sessions SET revoked_at = ${at} WHERE revoked_at IS NULL AND user_account_id IN
      (SELECT user_account_id FROM accounts WHERE merchant_id = ${merchantId} AND two_factor = 'NONE')`,
  );
}
