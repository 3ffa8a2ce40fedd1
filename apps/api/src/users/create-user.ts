import {
  createUser as createUserEndpoint,
  resendInvitation as resendInvitationEndpoint,
} from '@volume/contract/users/users.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { freeAddress } from '#core/accounts.ts';
import { type Call, handle } from '#core/handler.ts';
import { spendInvitation, spendResending } from '#core/limits/spend-invitation.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { mailPasswordLink, newPasswordLink } from '#core/mail/mail-password-link.ts';
import { notFound, Problem } from '#core/problem.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { userColumns, type UserRow, findUser, toUser } from './list-users.ts';
import { requireKnownMerchant, requireMayGrant, titleOfRole } from './rules.ts';

type Create = Call<typeof createUserEndpoint>;

/**
 * Adds a user after a step-up and mails the invitation that sets their password (§7). 403 for a role above the caller's
 * own. 409 ACCOUNT_EXISTS for an email address with an account at any merchant, because it identifies the user at
 * sign-in; an unanswered invitation that has expired does not count. 429 above the merchant's daily limit of
 * invitations.
 */
export const createUser = handle(createUserEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  requireMayGrant(caller, body.roles);
  await requireKnownMerchant(services.database, params.merchantId);
  await spendInvitation(call);
  const link = await newPasswordLink(services);
  const row = await services.database.transaction(async (queries) => {
    const added = await insert(queries, call);
    const { merchantId } = params;
    await recordActivity(queries, call, {
      merchantId,
      action: 'USER_ADDED',
      subject: added.email,
      detail: added.roles.join(', '),
    });
    await mailAdministrators(queries, services, {
      merchantId,
      subject: 'A user was added',
      what: `${caller.email} added ${added.email} as ${added.roles.map(titleOfRole).join(', ')}`,
    });
    await mailPasswordLink(queries, services, { userAccountId: added.userId, type: 'SET_PASSWORD', link });
    return added;
  });
  return toUser(row);
});

async function insert(queries: Queries, { params, body, services }: Create): Promise<UserRow> {
  const { email, roles, name = null, phone = null } = body;
  await freeAddress(queries, email, services.clock.now());
  const [row] = await queries.query<UserRow>(
    sql`INSERT INTO accounts (user_account_id, email, name, phone, merchant_id, roles, invitation, created_at,
       moves_money_since)
     VALUES (${services.random.uuid()}, ${email}, ${name}, ${phone}, ${params.merchantId}, ${roles}, 'PENDING',
     ${services.clock.now()}, ${services.clock.now()}) ON CONFLICT DO NOTHING RETURNING ${userColumns}`,
  );
  if (row) return row;
  throw new Problem(409, 'This email address is already in use.', { statusName: 'ACCOUNT_EXISTS' });
}

/**
 * Resends a pending invitation; the previous link stops working (contract §10). 409 once it is accepted or while the user
 * is disabled, which needs no step-up; 429 after five in an hour or above the merchant's daily limit of invitations.
 */
export const resendInvitation = handle(resendInvitationEndpoint, async (call) => {
  const { params, services } = call;
  requireInvited(await findUser(services.database, params));
  await requireStepUp(call);
  await spendResending(services, params.userId);
  await spendInvitation(call);
  const link = await newPasswordLink(services);
  await services.database.transaction(async (queries) => {
    const { merchantId, userId } = params;
    const user = requireInvited(await findUser(queries, params, 'FOR UPDATE'));
    await recordActivity(queries, call, { merchantId, action: 'USER_INVITED_AGAIN', subject: user.email });
    await mailPasswordLink(queries, services, { userAccountId: userId, type: 'SET_PASSWORD', link });
  });
});

function requireInvited(user: UserRow | null): UserRow {
  if (!user) throw notFound('This user');
  if (user.invitation === 'ACCEPTED')
    throw new Problem(409, 'This user has accepted the invitation.', { code: 'INVITATION_ACCEPTED' });
  if (!user.enabled) throw new Problem(409, 'This user is disabled. Enable them first.', { code: 'ACCOUNT_DISABLED' });
  return user;
}
