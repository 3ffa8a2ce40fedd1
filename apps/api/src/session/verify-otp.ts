import { resendOtp as resendOtpEndpoint, verifyOtp as verifyOtpEndpoint } from '@volume/contract/session.ts';
import { handlePublic } from '#core/handler.ts';
import { findAccount } from './account.ts';
import { signInFailed, signInLocked } from '#session/limits/sign-in-limits.ts';
import { signInAccount } from './open-session.ts';
import {
  findRequest,
  requestLife,
  requestOver,
  spendTry,
  useRequest,
  wrongCode,
} from '#session/second-factor/one-time-request.ts';
import { proveCode } from '#session/second-factor/prove-code.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { emailCodeHash, mailCode, randomCode } from '#session/second-factor/email-code.ts';
import { sql } from '#database/sql.ts';

/** Finishes a sign-in with a one-time or recovery code: 400 wrong, 410 over or five wrong tries (contract §2). */
export const verifyOtp = handlePublic(verifyOtpEndpoint, async (call) => {
  const { params, body, services } = call;
  const request = await spendTry(services, 'OTP', params.otpRequestId);
  // Five tries a request and ten requests a minute would still be many an hour for who knows the password.
  const window = `otp:${request.user_account_id}`;
  const find = () => findAccount(services.database, request.user_account_id);
  await services.windows
    .spend({
      key: window,
      most: 30,
      seconds: 3600,
      message: 'Too many wrong codes for this account. Please try again later.',
    })
    .catch((error: unknown) => {
      throw signInLocked(error, window, find);
    });
  const account = await find();
  if (!account?.is_open) throw requestOver();
  const spend = await proveCode(services, account, { request, code: body.code });
  if (!spend) throw signInFailed(wrongCode(), account, 'Wrong code');
  const signedIn = await signInAccount(call, account, async (queries) => {
    await spend(queries).catch((error: unknown) => {
      throw signInFailed(error, account, 'Wrong code');
    });
    await useRequest(queries, request.id_hash, services.clock.now());
  });
  await services.windows.refund(window);
  return signedIn;
});

const pause = 30_000;

/** Mails a new code, at most one per 30 s (contract §2); 409 where codes come from an authenticator (§8). */
export const resendOtp = handlePublic(resendOtpEndpoint, async ({ params, services }) => {
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
