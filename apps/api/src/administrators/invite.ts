import {
  inviteAdministrator as inviteEndpoint,
  resendAdministratorInvitation as resendEndpoint,
  withdrawAdministratorInvitation as withdrawEndpoint,
} from '@volume/contract/administrators/administrators.ts';
import { freeAddress } from '#core/accounts.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { spendInvitation, spendResending } from '#core/limits/spend-invitation.ts';
import { mailPasswordLink, newPasswordLink } from '#core/mail/mail-password-link.ts';
import { Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import {
  type AdministratorRow,
  lockAdministrators,
  readAdministrators,
  toAdministrator,
} from './administrator-rows.ts';
import { mailOtherAdministrators } from './mail-others.ts';
import { requireActing, requireFound } from './rules.ts';

type Invite = Call<typeof inviteEndpoint>;

/**
 * Adds an administrator after a step-up and mails the invitation that sets their password. 409 ACCOUNT_EXISTS for an
 * address with an account at any merchant or here; 429 above the caller's daily limit of invitations.
 */
export const inviteAdministrator = handle(inviteEndpoint, async (call) => {
  const { caller, services } = call;
  await spendInvitation(call);
  const link = await newPasswordLink(services);
  return services.database.transaction(async (queries) => {
    await requireActing(queries, await lockAdministrators(queries), caller);
    const userAccountId = await insert(queries, call);
    const { email, access } = call.body;
    const detail = `${email}, ${roles[access]}`;
    await recordActivity(queries, call, { merchantId: null, action: 'USER_ADDED', subject: email, detail });
    await mailOtherAdministrators(queries, services, {
      subject: 'An administrator was invited',
      what: `${caller.email} invited ${email} as an administrator with ${access === 'FULL' ? 'full' : 'read-only'} access`,
      except: [caller.userAccountId],
    });
    await mailPasswordLink(queries, services, { userAccountId, type: 'SET_PASSWORD', link });
    const added = requireFound(await readAdministrators(queries), userAccountId);
    return toAdministrator(added, caller.userAccountId, services.clock.now());
  });
});

const roles = { FULL: 'VOLUME_ADMIN', READ_ONLY: 'VOLUME_ADMIN_READ' } as const;

async function insert(queries: Queries, { body, caller, services }: Invite): Promise<string> {
  const { email, access, name = null } = body;
  const { random, clock } = services;
  await freeAddress(queries, email, clock.now());
  const [added] = await queries.query<{ id: string }>(
    sql`INSERT INTO accounts (user_account_id, email, name, admin_id, roles, invitation, invited_by_id, created_at,
        moves_money_since)
      VALUES (${random.uuid()}, ${email}, ${name}, ${random.uuid()}, ${[roles[access]]}, 'PENDING',
        ${caller.userAccountId}, ${clock.now()}, ${clock.now()}) ON CONFLICT DO NOTHING RETURNING user_account_id AS id`,
  );
  if (added) return added.id;
  throw new Problem(409, 'This email address is already in use.', { statusName: 'ACCOUNT_EXISTS' });
}

/** Resends a pending invitation after a step-up; the previous link stops working. 429 after five in an hour. */
export const resendAdministratorInvitation = handle(resendEndpoint, async (call) => {
  const { params, caller, services } = call;
  const { administratorId: userAccountId } = params;
  requireInvited(requireFound(await readAdministrators(services.database), userAccountId));
  await spendResending(services, userAccountId);
  await spendInvitation(call);
  const link = await newPasswordLink(services);
  await services.database.transaction(async (queries) => {
    const administrators = await lockAdministrators(queries);
    await requireActing(queries, administrators, caller);
    const { email: subject } = requireInvited(requireFound(administrators, userAccountId));
    await recordActivity(queries, call, { merchantId: null, action: 'USER_INVITED_AGAIN', subject });
    await mailPasswordLink(queries, services, { userAccountId, type: 'SET_PASSWORD', link });
  });
});

/** Deletes the account of a pending invitation, whose link stops working; 409 once it is accepted. */
export const withdrawAdministratorInvitation = handle(withdrawEndpoint, async (call) => {
  const { params, caller, services } = call;
  const { administratorId: userAccountId } = params;
  await services.database.transaction(async (queries) => {
    const administrators = await lockAdministrators(queries);
    await requireActing(queries, administrators, caller);
    const { email } = requirePending(requireFound(administrators, userAccountId));
    await queries.query(sql`DELETE FROM accounts WHERE user_account_id = ${userAccountId}`);
    const action = 'ADMINISTRATOR_INVITATION_WITHDRAWN';
    await recordActivity(queries, call, { merchantId: null, action, subject: email });
    await mailOtherAdministrators(queries, services, {
      subject: 'The invitation of an administrator was withdrawn',
      what: `${caller.email} withdrew the invitation of ${email}`,
      except: [caller.userAccountId],
    });
  });
});

function requirePending(row: AdministratorRow): AdministratorRow {
  if (row.invitation === 'PENDING') return row;
  throw new Problem(409, 'This administrator has accepted the invitation.', { code: 'INVITATION_ACCEPTED' });
}

function requireInvited(row: AdministratorRow): AdministratorRow {
  if (!requirePending(row).enabled)
    throw new Problem(409, 'This administrator is disabled. Enable them first.', { code: 'ACCOUNT_DISABLED' });
  return row;
}
