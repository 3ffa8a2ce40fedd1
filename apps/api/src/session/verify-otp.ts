import {
  lookUpOtp as lookUpOtpEndpoint,
  proveOtpByPasskey as proveOtpByPasskeyEndpoint,
} from '@volume/contract/session/passkeys.ts';
import {
  resendOtp as resendOtpEndpoint,
  type SignedIn,
  verifyOtp as verifyOtpEndpoint,
} from '@volume/contract/session/session.ts';
import { lockAccount } from '#core/accounts.ts';
import { handlePublic } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { sql } from '#database/sql.ts';
import { type Account, findAccount } from './account.ts';
import { knownPlaceOf, signInFailed, signInLocked } from '#session/limits/sign-in-limits.ts';
import { signInAccount, type SignInCall } from './open-session.ts';
import { findPasskeys, provePasskey, questionOf, wrongPasskey } from '#session/passkeys/passkeys.ts';
import {
  findRequest,
  requestLife,
  requestOver,
  type Spend,
  spendTry,
  useRequest,
  wrongCode,
} from '#session/second-factor/one-time-request.ts';
import { proveCode } from '#session/second-factor/prove-code.ts';
import { mailSignInCodeAgain } from '#session/second-factor/sign-in-code.ts';

/** Completes a sign-in with a one-time or recovery code. 400 wrong, 410 expired or five wrong tries (contract §2). */
export const verifyOtp = handlePublic(verifyOtpEndpoint, (call) => {
  const { params, body, services } = call;
  return finish(call, params.otpRequestId, {
    prove: (account) => proveCode(services, account, body.code),
    refused: wrongCode,
  });
});

/** Like `verifyOtp`, with a passkey that signed the request's id. */
export const proveOtpByPasskey = handlePublic(proveOtpByPasskeyEndpoint, (call) => {
  const { otpRequestId, passkey } = call.body;
  return finish(call, otpRequestId, {
    prove: ({ user_account_id: id }) => provePasskey(call.services, id, { challenge: otpRequestId, passkey }),
    refused: wrongPasskey,
  });
});

interface Proof {
  prove: (account: Account) => Promise<Spend | null>;
  refused: () => Problem;
}

async function finish(call: SignInCall, otpRequestId: string, { prove, refused }: Proof): Promise<SignedIn> {
  const { services } = call;
  const { user_account_id: userAccountId } = await findRequest(services, 'OTP', otpRequestId);
  const account = await findAccount(services.database, userAccountId);
  if (!account?.is_open) throw requestOver();
  const { request, limit } = await spendCode(call, account, otpRequestId);
  const spend = await prove(account);
  if (!spend) throw signInFailed(refused(), account, 'Wrong code');
  const signedIn = await signInAccount(call, account, async (queries) => {
    await spend(queries).catch((error: unknown) => {
      throw signInFailed(error, account, 'Wrong code');
    });
    await useRequest(queries, request.id_hash, services.clock.now());
  });
  await services.rateLimits.refund(limit);
  return signedIn;
}

/**
 * Counts a code before it is compared: thirty wrong ones an hour per account, and another thirty for each known place
 * of it, so that a stranger who knows the password does not use up the owner's tries. Counts the five tries of the
 * request only after that: a code that is rejected for the hour writes nothing.
 */
async function spendCode(call: SignInCall, account: Account, otpRequestId: string) {
  const { services } = call;
  const limit = `otp:${(await knownPlaceOf(call, account.email)) ?? account.user_account_id}`;
  const giveBack = await services.rateLimits
    .spend({
      key: limit,
      most: 30,
      seconds: 3600,
      message: 'Too many wrong codes for this account. Please try again later.',
    })
    .catch((error: unknown) => {
      throw signInLocked(error, limit, async () => account);
    });
  const request = await spendTry(services, 'OTP', otpRequestId).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  return { request, limit };
}

/**
 * Whether the code comes from mail or an authenticator, and whether a passkey can be used. Safe to reveal: the caller
 * has just given the password. 404 and 410 as for the code itself.
 */
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

/**
 * Mails the code again, at most one mail per 30 s and account (contract §2); 409 when codes come from an authenticator
 * (§8).
 */
export const resendOtp = handlePublic(resendOtpEndpoint, async ({ params, services }) => {
  const request = await findRequest(services, 'OTP', params.otpRequestId);
  const account = await findAccount(services.database, request.user_account_id);
  if (!account?.is_open) throw requestOver();
  if (account.two_factor !== 'EMAIL') {
    throw new Problem(409, 'The code comes from your authenticator app; there is nothing to send.', {
      code: 'CODES_NOT_BY_EMAIL',
    });
  }
  const expiresAt = new Date(services.clock.now().getTime() + requestLife);
  await services.database.transaction(async (queries) => {
    await lockAccount(queries, account.user_account_id);
    const open = await queries.query(
      sql`UPDATE one_time_requests SET expires_at = ${expiresAt}
       WHERE id_hash = ${request.id_hash} AND used_at IS NULL RETURNING id_hash`,
    );
    if (open.length === 0) throw requestOver();
    await mailSignInCodeAgain(queries, services, account);
  });
});
