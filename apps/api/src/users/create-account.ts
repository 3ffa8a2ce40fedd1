import { createAccount as endpoint } from '@volume/contract/users.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { freeAddress } from '#core/accounts/free-address.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { mailPasswordLink, newPasswordLink } from '#core/mail/mail-password-link.ts';
import { Problem } from '#core/problem.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { accountColumns, type AccountRow, toAccount } from './account-row.ts';
import { spendInvitation } from '#core/limits/spend-invitation.ts';
import { requireKnownMerchant, requireMayGrant, titleOfRole } from './rules.ts';

type Create = Call<typeof endpoint>;

/**
 * Adds a user after a step-up and mails the invitation that sets their password (§7). 403 for a role above the caller's own,
 * 409 ACCOUNT_EXISTS for an email address that has an account anywhere: it is what people sign in with; an invitation that
 * ran out unanswered is none. 429 beyond the merchant's invitations of a day.
 */
export const createAccount = handle(endpoint, async (call) => {
  const { params, body, caller, services } = call;
  requireMayGrant(caller, body.roles);
  await requireKnownMerchant(services.database, params.merchantId);
  await requireStepUp(call);
  await spendInvitation(call, params.merchantId);
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
  return toAccount(row);
});

async function insert(queries: Queries, { params, body, services }: Create): Promise<AccountRow> {
  const { email, roles, name = null, phone = null } = body;
  await freeAddress(queries, email, services.clock.now());
  const [row] = await queries.query<AccountRow>(
    sql`INSERT INTO accounts (user_account_id, email, name, phone, merchant_id, roles, invitation, created_at)
     VALUES (${services.random.uuid()}, ${email}, ${name}, ${phone}, ${params.merchantId}, ${roles}, 'PENDING',
     ${services.clock.now()}) ON CONFLICT DO NOTHING RETURNING ${accountColumns}`,
  );
  if (row) return row;
  throw new Problem(409, 'This email address is already in use.', { statusName: 'ACCOUNT_EXISTS' });
}
