import {
  beginEmailFactor as beginEmailFactorEndpoint,
  beginTwoFactor as beginTwoFactorEndpoint,
} from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { toBase32 } from '#session/second-factor/base32.ts';
import { openRequest } from '#session/second-factor/one-time-request.ts';
import { openTotpSecret } from '#session/second-factor/totp-secret.ts';
import { Problem } from '#core/problem.ts';
import { mailSetUpCode } from '#session/second-factor/email-code.ts';
import { openCodedRequest } from '#session/second-factor/open-coded-request.ts';
import { protectionOf } from '#session/second-factor/protection.ts';
import { ownAccount } from './own-account.ts';

/**
 * Opens the set-up of an authenticator, also in the place of another, which goes on until the new one is proved. Whoever holds a stolen session alone must not get to own the second factor, which
 * later step-ups trust: this needs one too.
 */
export const beginTwoFactor = handle(beginTwoFactorEndpoint, async (call) => {
  await requireStepUp(call);
  const account = await ownAccount(call.services, call.caller);
  const replaces = await openTotpSecret(call.services, account);
  const { id } = await openRequest(call.services, {
    kind: 'TWO_FACTOR',
    userAccountId: account.user_account_id,
    secret: toBase32(call.services.random.bytes(20)),
    ...(replaces !== null && { replaces }),
  });
  return { twoFactorRequestId: id };
});

/** Mails a code that has to come back before sign-in relies on mail: a mistyped or dead address locks nobody out. */
export const beginEmailFactor = handle(beginEmailFactorEndpoint, async (call) => {
  await requireStepUp(call);
  const { services } = call;
  const account = await ownAccount(services, call.caller);
  const { email, user_account_id: userAccountId } = account;
  if (account.two_factor === 'EMAIL') throw new Problem(409, 'You already get your codes by email.');
  const message = 'Several codes were sent already. Please wait before asking for another.';
  await services.windows.spend({ key: `email-factor:${userAccountId}`, most: 5, seconds: 600, message });
  const secret = await protectionOf(services, account);
  const { id, code } = await openCodedRequest(services, { kind: 'EMAIL_FACTOR', userAccountId, secret });
  await mailSetUpCode(services, email, code);
  return { twoFactorRequestId: id, email };
});
