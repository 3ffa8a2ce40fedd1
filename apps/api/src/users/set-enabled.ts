import type { User } from '@volume/contract/merchants/account.ts';
import { disableUser as disableUserEndpoint, enableUser as enableUserEndpoint } from '@volume/contract/users/users.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { revokeAccess } from '#core/accounts.ts';
import type { Caller } from '#core/tenant.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { isProved, type StepUpCall, stepUpRequired } from '#core/step-up/require-step-up.ts';
import { handle } from '#core/handler.ts';
import { userColumns, type UserRow, findUser, toUser } from './list-users.ts';
import { keepingLastAdmin, requireWithinReach } from './rules.ts';

type SetEnabled = Action & StepUpCall & { params: { userId: string }; caller: Caller; services: Services };

/**
 * Disables a user, or enables one after a step-up (§7); idempotent. 409 OWN_ACCOUNT for the caller's own account, 409
 * LAST_MERCHANT_ADMIN, 403 for a user with a role above the caller's own.
 */
async function setEnabled(call: SetEnabled, enabled: boolean): Promise<User> {
  const { caller, services } = call;
  const merchantId = caller.kind === 'merchant' ? caller.merchantId : null;
  const { userId } = call.params;
  const isAllowed = !enabled || (await isProved(call));
  const row = await keepingLastAdmin(() =>
    services.database.transaction(async (queries) => {
      const before = await findUser(queries, { userId, merchantId }, 'FOR UPDATE');
      if (!before) throw notFound('This user');
      if (!enabled && userId === caller.userAccountId) throw ownAccount();
      if (before.enabled === enabled) return before;
      requireWithinReach(caller, before);
      if (!isAllowed) throw stepUpRequired();
      const after = await write(queries, userId, enabled ? services.clock.now() : null);
      // Permanently: enabling the user again restores no session or link.
      if (!enabled) await revokeAccess(queries, { userAccountId: userId, at: services.clock.now() });
      const action = enabled ? 'USER_ENABLED' : 'USER_DISABLED';
      await recordActivity(queries, call, { merchantId: before.merchantId, action, subject: before.email });
      if (enabled) {
        const what = `${caller.email} enabled ${before.email}`;
        const { merchantId: owner } = before;
        await mailAdministrators(queries, services, { merchantId: owner, subject: 'A user was enabled', what });
      }
      return after;
    }),
  );
  return toUser(row);
}

/** `since` is null for a user who is disabled. */
async function write({ query }: Queries, userId: string, since: Date | null): Promise<UserRow> {
  const [row] = await query<UserRow>(
    sql`UPDATE accounts SET is_enabled = ${since !== null}, moves_money_since = ${since}::timestamptz
     WHERE user_account_id = ${userId} RETURNING ${userColumns}`,
  );
  if (!row) throw notFound('This user');
  return row;
}

function ownAccount(): Problem {
  return new Problem(409, 'You cannot disable your own account. Someone else who manages users can.', {
    statusName: 'OWN_ACCOUNT',
  });
}

/** Enables a user, who has to sign in again (§4 User accounts). */
export const enableUser = handle(enableUserEndpoint, (call) => setEnabled(call, true));

/** Disables a user: their open sessions end with their next call (§4 User accounts). */
export const disableUser = handle(disableUserEndpoint, (call) => setEnabled(call, false));
