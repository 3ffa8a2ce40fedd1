import { resendOtp as endpoint } from '@volume/contract/session.ts';
import { handlePublic } from '#core/handler.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { findAccount } from './account.ts';
import { emailCodeHash, mailCode, randomCode } from './second-factor/email-code.ts';
import { findRequest, requestLife, requestOver } from './second-factor/one-time-request.ts';
import { sql } from '#database/sql.ts';

const pause = 30_000;

/** Mails a new code, at most one per 30 s (contract §2); 409 where codes come from an authenticator (§8). */
export const resendOtp = handlePublic(endpoint, async ({ params, services }) => {
  const request = await findRequest(services, 'OTP', params.otpRequestId);
  const account = await findAccount(services.database, request.user_account_id);
  if (!account?.is_open) throw requestOver();
  if (account.two_factor !== 'EMAIL') {
    throw new Problem(409, 'The code comes from your authenticator app; there is nothing to send.');
  }
  const now = services.clock.now().getTime();
  const code = randomCode(services.random);
  const sent = await services.database.query(
    sql`UPDATE one_time_requests SET code_hash = ${await emailCodeHash(services, request.id_hash, code)},
      sent_at = ${new Date(now)}, expires_at = ${new Date(now + requestLife)}
     WHERE id_hash = ${request.id_hash} AND used_at IS NULL AND (sent_at IS NULL OR sent_at <= ${new Date(now - pause)})
     RETURNING id_hash`,
  );
  if (sent.length === 0) {
    const sentAt = request.sent_at?.getTime() ?? now;
    throw tooMany(
      'A code was sent a moment ago. Please wait before asking for another.',
      (sentAt + pause - now) / 1000,
    );
  }
  await mailCode(services, account.email, code);
});
