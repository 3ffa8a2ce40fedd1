import { resetTwoFactor as endpoint } from '@volume/contract/users/users.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { forgetFactors, revokeAccess } from '#core/accounts.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import { notFound, Problem } from '#core/problem.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { isProved, stepUpRequired } from '#core/step-up/require-step-up.ts';
import { readPersonForMail } from '#core/people/people.ts';
import { userColumns, type UserRow, findUser, toUser } from './list-users.ts';
import { requireWithinReach } from './rules.ts';

type Reset = Call<typeof endpoint>;

/**
 * Removes a second factor that its owner lost together with the recovery codes (contract §8), after a step-up. Their
 * sessions end and the next sign-in needs only the password. 409 OWN_ACCOUNT for the caller's own, 409 when there is
 * none, 403 for a user with a role above the caller's own.
 */
export const resetTwoFactor = handle(endpoint, async (call) => {
  const { caller, services, params } = call;
  const merchantId = caller.kind === 'merchant' ? caller.merchantId : null;
  const isSure = await isProved(call);
  const row = await services.database.transaction(async (queries) => {
    const before = await findUser(queries, { ...params, merchantId }, 'FOR UPDATE');
    if (!before) throw notFound('This user');
    if (params.userId === caller.userAccountId) throw ownAccount();
    requireWithinReach(caller, before);
    if (before.twoFactorEnabled === false)
      throw new Problem(409, 'This user has no second factor to reset.', { code: 'NO_SECOND_FACTOR' });
    if (!isSure) throw stepUpRequired();
    const after = await write(call, queries, before);
    await mail(call, queries, after);
    return after;
  });
  return toUser(row);
});

async function write(call: Reset, queries: Queries, { userId, merchantId, email }: UserRow): Promise<UserRow> {
  const [row] = await queries.query<UserRow>(
    sql`UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL
     WHERE user_account_id = ${userId} RETURNING ${userColumns}`,
  );
  if (!row) throw notFound('This user');
  await forgetFactors(queries, userId);
  await revokeAccess(queries, { userAccountId: userId, at: call.services.clock.now() });
  await recordActivity(queries, call, { merchantId, action: 'TWO_FACTOR_RESET', subject: email });
  return row;
}

/** Mails the owner, who may not know about it, and the merchant's administrators. */
async function mail(
  { caller, services }: Reset,
  queries: Queries,
  { email, name, merchantId }: UserRow,
): Promise<void> {
  const text = [
    name === null ? 'Hello,' : `Hello ${name},`,
    `${await readPersonForMail(queries, merchantId, caller.email)} reset the second factor of your account in the Volume Merchant Portal, and you were signed out of all devices.`,
    'Sign in with your password, then set up a second factor again in Settings, under Account.',
    'If you did not ask for this, reset your password immediately and contact support.',
  ].join('\n\n');
  await enqueueMail(queries, services, { to: email, subject: 'Your second factor was reset', text });
  const what = `${caller.email} reset the second factor of ${email}`;
  await mailAdministrators(queries, services, {
    merchantId,
    subject: 'A second factor was reset',
    what,
    except: email,
  });
}

function ownAccount(): Problem {
  return new Problem(409, 'Reset your own second factor in Your account, or ask another administrator.', {
    statusName: 'OWN_ACCOUNT',
  });
}
