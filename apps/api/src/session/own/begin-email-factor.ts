import { beginEmailFactor as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { mailSetUpCode } from '#session/second-factor/email-code.ts';
import { openCodedRequest } from '#session/second-factor/open-coded-request.ts';
import { protectionOf } from '#session/second-factor/protection.ts';
import { ownAccount } from './own-account.ts';

/** Mails a code that has to come back before sign-in relies on mail: a mistyped or dead address locks nobody out. */
export const beginEmailFactor = handle(endpoint, async (call) => {
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
