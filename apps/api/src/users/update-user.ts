import { authoritiesOf, isRoleAbove } from '@volume/contract/access.ts';
import { updateUser as updateUserEndpoint, updateSelf as updateSelfEndpoint } from '@volume/contract/users/users.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { endSessions } from '#core/accounts.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { isProved, stepUpRequired } from '#core/step-up/require-step-up.ts';
import { movesMoney } from '#orders/approvals/approvers.ts';
import { userColumns, type UserRow, findUser, toUser } from './list-users.ts';
import { keepingLastAdmin, requireMayGrant, requireWithinReach, titleOfRole } from './rules.ts';
import { ownMerchant } from '#core/tenant.ts';

type Update = Call<typeof updateUserEndpoint>;

/**
 * Changes a user's roles, name or phone; omitted fields stay the same (§7). Changed roles need a step-up and end the
 * user's sessions. 403 for a role above the caller's own or for a user who has one, 409 when it would remove the last
 * administrator.
 */
export const updateUser = handle(updateUserEndpoint, async (call) => {
  const { params, caller, services } = call;
  const isSure = await isProved(call);
  const row = await keepingLastAdmin(() =>
    services.database.transaction(async (queries) => {
      const before = await findUser(queries, params, 'FOR UPDATE');
      if (!before) throw notFound('This user');
      requireUnchanged(call.request, { version: before.version, current: toUser(before) });
      const { changed, detail } = changesOf(call, before);
      if (changed.roles) requireRoles(call, before, changed.roles);
      if (changed.roles && !isSure) throw stepUpRequired();
      if (detail === '') return before;
      const granted = (changed.roles ?? []).filter((role) => isRoleAbove(role, authoritiesOf(before.roles)));
      const after = await write(queries, before, changed, services.clock.now());
      if (changed.roles) await endSessions(queries, { userAccountId: before.userId, at: call.services.clock.now() });
      await recordActivity(queries, call, {
        merchantId: before.merchantId,
        action: 'USER_CHANGED',
        subject: before.email,
        detail,
      });
      if (granted.length > 0) {
        const what = `${caller.email} gave ${after.email} the role ${granted.map(titleOfRole).join(', ')}`;
        const { merchantId } = before;
        await mailAdministrators(queries, services, { merchantId, subject: 'A user was given more rights', what });
      }
      return after;
    }),
  );
  return toUser(row);
});

interface Changes {
  roles?: readonly string[];
  name?: string | null;
  phone?: string | null;
}

/** The fields that really change, and their description for the audit log; a phone number is not logged. */
function changesOf({ body }: Update, before: UserRow): { changed: Changes; detail: string } {
  const { roles, name, phone } = body;
  const changed: Changes = {
    ...(roles && !isSame(roles, before.roles) && { roles }),
    ...(name !== undefined && name !== before.name && { name }),
    ...(phone !== undefined && phone !== before.phone && { phone }),
  };
  const changes = [
    changed.roles && `roles: ${before.roles.join(', ') || 'none'} → ${changed.roles.join(', ')}`,
    changed.name !== undefined && `name: ${before.name ?? 'none'} → ${changed.name ?? 'none'}`,
    changed.phone !== undefined && 'phone',
  ];
  return { changed, detail: changes.filter(Boolean).join('; ') };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));

function requireRoles({ caller }: Update, before: UserRow, roles: readonly string[]): void {
  requireMayGrant(
    caller,
    roles.filter((role) => !before.roles.includes(role)),
  );
  requireWithinReach(caller, before);
}

async function write({ query }: Queries, before: UserRow, changed: Changes, now: Date): Promise<UserRow> {
  const { roles, name, phone } = { ...before, ...changed };
  const since = movesMoney(roles) && !movesMoney(before.roles) ? now : null;
  const [after] = await query<UserRow>(
    sql`UPDATE accounts SET roles = ${roles}, name = ${name}, phone = ${phone},
        moves_money_since = coalesce(${since}::timestamptz, moves_money_since)
      WHERE user_account_id = ${before.userId} RETURNING ${userColumns}`,
  );
  if (!after) throw notFound('This user');
  return after;
}

/** Changes the caller's own name or phone, with any role; omitted fields stay the same. */
export const updateSelf = handle(updateSelfEndpoint, async (call) => {
  const { body, caller, services } = call;
  const changed = (['name', 'phone'] as const).filter((field) => body[field] !== undefined);
  if (changed.length === 0) return;
  await services.database.transaction(async (queries) => {
    await queries.query(
      sql`UPDATE accounts SET name = CASE WHEN ${body.name !== undefined} THEN ${body.name ?? null} ELSE name END,
        phone = CASE WHEN ${body.phone !== undefined} THEN ${body.phone ?? null} ELSE phone END
       WHERE user_account_id = ${caller.userAccountId}`,
    );
    await recordActivity(queries, call, {
      merchantId: ownMerchant(caller),
      action: 'USER_CHANGED',
      subject: caller.email,
      detail: changed.join('; '),
    });
  });
});
