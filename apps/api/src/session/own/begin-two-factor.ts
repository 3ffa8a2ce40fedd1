import { beginTwoFactor as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#http/handler.ts';
import { Problem } from '#http/problem.ts';
import { requireStepUp } from '#http/writes/require-step-up.ts';
import { toBase32 } from '#session/second-factor/base32.ts';
import { openRequest } from '#session/second-factor/one-time-request.ts';
import { ownAccount } from './own-account.ts';

/**
 * Opens the set-up of an authenticator. Whoever holds a stolen session alone must not get to own the second factor, which
 * later step-ups trust: this needs one too.
 */
export const beginTwoFactor = handle(endpoint, async (call) => {
  await requireStepUp(call);
  const account = await ownAccount(call.services, call.caller);
  if (account.two_factor === 'TOTP') throw new Problem(409, 'An authenticator is set up already. End it first.');
  const { id } = await openRequest(call.services, {
    kind: 'TWO_FACTOR',
    userAccountId: account.user_account_id,
    secret: toBase32(call.services.random.bytes(20)),
  });
  return { twoFactorRequestId: id };
});
