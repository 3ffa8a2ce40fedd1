import {
  lookUpOtp as lookUpOtpEndpoint,
  proveOtpByPasskey as proveOtpByPasskeyEndpoint,
} from '@volume/contract/passkeys.ts';
import {
  resendOtp as resendOtpEndpoint,
  type SignedIn,
  verifyOtp as verifyOtpEndpoint,
} from '@volume/contract/session.ts';
import { handlePublic } from '#core/handler.ts';
import { type Account, findAccount } from './account.ts';
import { signInFailed, signInLocked } from '#session/limits/sign-in-limits.ts';
import { signInAccount, type SignInCall } from './open-session.ts';
import { findPasskeys, provePasskey, questionOf, wrongPasskey } from '#session/passkeys/passkeys.ts';
import {
  emailCodeHash,
  findRequest,
  type OneTimeRequest,
  requestLife,
  requestOver,
  spendTry,
  useRequest,
  wrongCode,
} from '#session/second-factor/one-time-request.ts';
import { proveCode, type Spend } from '#session/second-factor/prove-code.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { mailCode, randomCode } from '#session/second-factor/email-code.ts';
import { sql } from '#database/sql.ts';

/** Finishes a sign-in with a one-time or recovery code: 400 wrong, 410 over or five wrong tries (contract §2). */
export const verifyOtp = handlePublic(verifyOtpEndpoint, (call) => {
  const { params, body, services } = call;
  return finish(call, params.otpRequestId, {
    prove: (account, request) => proveCode(services, account, { request, code: body.code }),
    refused: wrongCode,
  });
});

/** Finishes a sign-in with a passkey that signed the request's id, by the same rules. */
export const proveOtpByPasskey = handlePublic(proveOtpByPasskeyEndpoint, (call) => {
  const { otpRequestId, passkey } = call.body;
  return finish(call, otpRequestId, {
    prove: ({ user_account_id: id }) => provePasskey(call.services, id, { challenge: otpRequestId, passkey }),
    refused: wrongPasskey,
  });
});

interface Proof {
  prove: (account: Account, request: OneTimeRequest) => Promise<Spend | null>;
  refused: () => Problem;
}

async function finish(call: SignInCall, otpRequestId: string, { prove, refused }: Proof): Promise<SignedIn> {
  const { services } = call;
  const request = await spendTry(services, 'OTP', otpRequestId);
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
  const spend = await prove(account, request);
  if (!spend) throw signInFailed(refused(), account, 'Wrong code');
  const signedIn = await signInAccount(call, account, async (queries) => {
    await spend(queries).catch((error: unknown) => {
      throw signInFailed(error, account, 'Wrong code');
    });
    await useRequest(queries, request.id_hash, services.clock.now());
  });
  await services.windows.refund(window);
  return signedIn;
}

/** Where the code comes from and whether a passkey does: who has just given the password may know. 404, 410 as the code itself. */
export const lookUpOtp = handlePublic(lookUpOtpEndpoint, async ({ body: { otpRequestId }, services }) => {
  const request = await findRequest(services, 'OTP', otpRequestId);
  const account = await findAccount(services.database, request.user_account_id);
  if (!account?.is_open || account.two_factor === 'NONE') throw requestOver();
  const passkeys = await findPasskeys(services.database, account.user_account_id);
  return {
    kind: account.two_factor,
    passkey: passkeys.length === 0 ? null : questionOf(services, otpRequestId, passkeys),
  };
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
