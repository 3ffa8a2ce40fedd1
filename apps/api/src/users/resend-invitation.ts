import { resendInvitation as endpoint } from '@volume/contract/users.ts';
import { handle } from '#core/handler.ts';
import { mailPasswordLink, newPasswordLink } from '#core/mail/mail-password-link.ts';
import { notFound, Problem } from '#core/problem.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { findUser } from './account-row.ts';
import { spendInvitation } from '#core/limits/spend-invitation.ts';

/**
 * Mails a pending invitation again after a step-up; the link before it stops working (contract §10). 409 once it is
 * accepted or while the user is disabled, 429 after five in an hour or beyond the merchant's invitations of a day.
 */
export const resendInvitation = handle(endpoint, async (call) => {
  const { params, services } = call;
  const user = await findUser(services.database, params);
  if (!user) throw notFound('This user');
  if (user.invitation === 'ACCEPTED') throw new Problem(409, 'This user has accepted the invitation.');
  if (!user.enabled) throw new Problem(409, 'This user is disabled. Enable them first.');
  await requireStepUp(call);
  await services.windows.spend({
    key: `invitation:${params.userId}`,
    most: 5,
    seconds: 3600,
    message: 'This invitation was sent too often. Please wait before you resend it.',
  });
  await spendInvitation(call, params.merchantId);
  const link = await newPasswordLink(services);
  await services.database.transaction(async (queries) => {
    const { merchantId, userId } = params;
    await recordActivity(queries, call, { merchantId, action: 'USER_INVITED_AGAIN', subject: user.email });
    await mailPasswordLink(queries, services, { userAccountId: userId, type: 'SET_PASSWORD', link });
  });
});
