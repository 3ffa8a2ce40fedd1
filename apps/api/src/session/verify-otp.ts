import { verifyOtp as endpoint } from '@volume/contract/session.ts';
import { handlePublic } from '#core/handler.ts';
import { findAccount } from './account.ts';
import { signInFailed, signInLocked } from './failed-sign-in.ts';
import { signInAccount } from './open-session.ts';
import { requestOver, spendTry, useRequest, wrongCode } from './second-factor/one-time-request.ts';
import { proveCode } from './second-factor/prove-code.ts';

/** Finishes a sign-in with a one-time or recovery code: 400 wrong, 410 over or five wrong tries (contract §2). */
export const verifyOtp = handlePublic(endpoint, async (call) => {
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
