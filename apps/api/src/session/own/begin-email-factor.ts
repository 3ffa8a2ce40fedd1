import { beginEmailFactor as endpoint } from '@volume/contract/own-security.ts';
import { spendFromWindow } from '#http/access/spend-from-window.ts';
import { handle } from '#http/handler.ts';
import { Problem } from '#http/problem.ts';
import { requireStepUp } from '#http/writes/require-step-up.ts';
import { emailCodeHash, mailSetUpCode, randomCode } from '#session/second-factor/email-code.ts';
import { openRequest } from '#session/second-factor/one-time-request.ts';
import { protectionOf } from '#session/second-factor/protection.ts';
import { ownAccount } from './own-account.ts';

/** Mails a code that has to come back before sign-in relies on mail: a mistyped or dead address locks nobody out. */
export const beginEmailFactor = handle(endpoint, async (call) => {
  await requireStepUp(call);
  const { services } = call;
  const account = await ownAccount(services, call.caller);
  const { email, user_account_id: userAccountId } = account;
  if (account.two_factor === 'EMAIL') throw new Problem(409, 'Your codes come by e-mail already.');
  const message = 'Several codes were sent already. Please wait before asking for another.';
  await spendFromWindow(services, { key: `email-factor:${userAccountId}`, most: 5, seconds: 600, message });
  const { id, idHash } = await openRequest(services, {
    kind: 'EMAIL_FACTOR',
    userAccountId,
    secret: await protectionOf(services, account),
  });
  const code = randomCode(services.random);
  await services.database.query('update one_time_requests set code_hash = $2, sent_at = $3 where id_hash = $1', [
    idHash,
    await emailCodeHash(services, idHash, code),
    services.clock.now(),
  ]);
  await mailSetUpCode(services, email, code);
  return { twoFactorRequestId: id, email };
});
