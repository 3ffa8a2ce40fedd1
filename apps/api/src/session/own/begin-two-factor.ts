import { beginTwoFactor as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { toBase32 } from '#session/second-factor/base32.ts';
import { openRequest } from '#session/second-factor/one-time-request.ts';
import { openTotpSecret } from '#session/second-factor/totp-secret.ts';
import { ownAccount } from './own-account.ts';

/**
 * Opens the set-up of an authenticator, also in the place of another, which goes on until the new one is proved. Whoever holds a stolen session alone must not get to own the second factor, which
 * later step-ups trust: this needs one too.
 */
export const beginTwoFactor = handle(endpoint, async (call) => {
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
