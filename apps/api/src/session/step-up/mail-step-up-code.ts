import { mailStepUpCode as endpoint } from '@volume/contract/session.ts';
import { handle } from '#core/handler.ts';
import { sendMail } from '#core/mail/send-mail.ts';
import { Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import { ownAccount } from '#session/own/own-account.ts';
import { emailCodeHash, randomCode } from '#session/second-factor/email-code.ts';
import { requestLife } from '#session/second-factor/one-time-request.ts';
import { sql } from '#database/sql.ts';

/** A session has one code at a time: the request's id is the session's own. */
export const stepUpRequestId = (jti: string): string => `step-up:${jti}`;

/**
 * Mails the code that proves a step-up of this session, to who gets their codes by email: the password alone would be the same
 * secret twice. The code before it opens nothing. 409 for everybody else, 429 after five in ten minutes.
 */
export const mailStepUpCode = handle(endpoint, async ({ caller, services }) => {
  const account = await ownAccount(services, caller);
  if (account.two_factor !== 'EMAIL') throw new Problem(409, 'Your codes do not come by email.');
  const message = 'Several codes were sent already. Please wait before asking for another.';
  await services.windows.spend({ key: `step-up-code:${caller.userAccountId}`, most: 5, seconds: 600, message });
  const idHash = await secretHash(services, stepUpRequestId(caller.jti));
  const code = randomCode(services.random);
  const now = services.clock.now();
  await services.database.query(
    sql`INSERT INTO one_time_requests (id_hash, kind, user_account_id, code_hash, created_at, sent_at, expires_at)
     VALUES (${idHash}, 'STEP_UP', ${caller.userAccountId}, ${await emailCodeHash(services, idHash, code)}, ${now}, ${now},
     ${new Date(now.getTime() + requestLife)})
     ON CONFLICT (id_hash) DO UPDATE SET code_hash = excluded.code_hash, tries = 0, used_at = NULL,
       sent_at = excluded.sent_at, expires_at = excluded.expires_at`,
  );
  await sendMail(services, {
    to: account.email,
    subject: `${code} is your confirmation code`,
    text: [
      `Enter ${code} in the Volume Merchant Portal to confirm what you are doing.`,
      'It is valid for 10 minutes and works once.',
      'If you did not ask for this, someone else is signed in to your account: reset your password immediately.',
    ].join('\n\n'),
  });
});
