import { resendOtp as endpoint } from '@volume/contract/session.ts';
import { handlePublic } from '#core/handler.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { findAccount } from './account.ts';
import { emailCodeHash, mailCode, randomCode } from './second-factor/email-code.ts';
import { findRequest, requestLife, requestOver } from './second-factor/one-time-request.ts';

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
    `update one_time_requests set code_hash = $2, sent_at = $3, expires_at = $4
     where id_hash = $1 and used_at is null and (sent_at is null or sent_at <= $5) returning id_hash`,
    [
      request.id_hash,
      await emailCodeHash(services, request.id_hash, code),
      new Date(now),
      new Date(now + requestLife),
      new Date(now - pause),
    ],
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
