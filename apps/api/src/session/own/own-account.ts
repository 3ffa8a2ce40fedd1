import { toWireTime } from '@volume/contract/lists/period.ts';
import { getSelf as getSelfEndpoint } from '@volume/contract/session/session.ts';
import { handle, type RequestFacts } from '#core/handler.ts';
import { lockAccount } from '#core/accounts.ts';
import type { Caller } from '#core/tenant.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { type Account, findAccount } from '#session/account.ts';
import type { ActivityAction } from '@volume/contract/users/activity.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { recordActivity } from '#core/activity/record-activity.ts';

export const getSelf = handle(getSelfEndpoint, async ({ caller, services }) => {
  const account = await ownAccount(services, caller);
  return {
    userId: account.user_account_id,
    merchantId: account.merchant_id,
    email: account.email,
    roles: account.roles,
    name: account.name,
    phone: account.phone,
    enabled: account.is_open,
    twoFactorEnabled: account.two_factor !== 'NONE',
    createdAtUtc: toWireTime(account.created_at),
    lastSignInAtUtc: account.last_sign_in_at && toWireTime(account.last_sign_in_at),
    invitation: account.invitation,
  };
});

/** The caller's account; 404 when it was deleted in the meantime. */
export async function ownAccount({ database }: Services, caller: Caller): Promise<Account> {
  const account = await findAccount(database, caller.userAccountId);
  if (!account) throw notFound('This account');
  return account;
}

/**
 * Locks the caller's account and returns its current state; 401 when the session ended after the call began. Every
 * transaction that changes a password or a factor, or opens a request that can sign in, starts with it: a stolen
 * session must not leave anything behind that outlives it.
 */
export async function lockOwnAccount(queries: Queries, { userAccountId, jti }: Caller): Promise<Account> {
  await lockAccount(queries, userAccountId);
  const open = await queries.query(sql`SELECT FROM sessions WHERE jti = ${jti} AND revoked_at IS NULL`);
  const account = await findAccount(queries, userAccountId);
  if (open.length === 0 || !account) throw new Problem(401, 'Your session has ended. Please sign in again.');
  return account;
}

/**
 * Records a user's change to their own sign-in. Administrators belong to no merchant: their changes are recorded for
 * the platform.
 */
export async function recordOwnActivity(
  queries: Queries,
  call: { services: Services; request: RequestFacts },
  account: Pick<Account, 'user_account_id' | 'email' | 'merchant_id'>,
  action: ActivityAction,
  detail: string | null = null,
): Promise<void> {
  const { user_account_id: userAccountId, email, merchant_id: merchantId } = account;
  const kind = merchantId === null ? 'admin' : 'merchant';
  const ownCall = { ...call, caller: { kind, userAccountId, email } } as const;
  await recordActivity(queries, ownCall, { merchantId, action, subject: email, detail });
}
