import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  beginPasskeyStepUp as beginPasskeyStepUpEndpoint,
  stepUpByPasskey as stepUpByPasskeyEndpoint,
} from '@volume/contract/session/passkeys.ts';
import { codeRequired, passwordRequired } from '@volume/contract/provider-error.ts';
import {
  mailStepUpCode as mailStepUpCodeEndpoint,
  stepUp as stepUpEndpoint,
  type StepUpAnswer,
} from '@volume/contract/session/session.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { type Call, handle } from '#core/handler.ts';
import { failedProof, whoOf } from '#core/activity/record-activity.ts';
import { Problem } from '#core/problem.ts';
import { makeStepUpToken } from '#core/step-up/require-step-up.ts';
import type { Services } from '#core/services.ts';
import type { Account } from '#session/account.ts';
import { ownAccount } from '#session/own/own-account.ts';
import {
  challengeOf,
  findPasskeys,
  provePasskey,
  questionOf,
  spendPasskeyAsked,
  wrongPasskey,
} from '#session/passkeys/passkeys.ts';
import { isEmailCode, randomCode } from '#session/second-factor/email-code.ts';
import {
  emailCodeHash,
  openRequest,
  requestLife,
  spendAskedTry,
  useRequest,
  wrongCode,
} from '#session/second-factor/one-time-request.ts';
import { isSixDigits, proveAuthenticator } from '#session/second-factor/prove-code.ts';
import { sendMail } from '#core/mail/send-mail.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import { sql } from '#database/sql.ts';

/**
 * Proves the user's identity again (contract §8): with a code when the account has a second factor, from the
 * authenticator or the mail that `mailStepUpCode` sent, otherwise with the password. 400 when it is wrong, 410 when the
 * mailed code has expired, 429 after ten tries a minute or thirty wrong ones an hour.
 */
export const stepUp = handle(stepUpEndpoint, (call) => confirm(call, (account) => prove(call, account)));

/** Like `stepUp`, with a passkey that signed the challenge of `beginPasskeyStepUp` in the same session. */
export const stepUpByPasskey = handle(stepUpByPasskeyEndpoint, (call) =>
  confirm(call, async ({ user_account_id: userAccountId }) => {
    const { services, caller, body } = call;
    const challenge = challengeOf(body.passkey);
    const request = await spendAskedTry(services, { kind: 'STEP_UP', id: challenge, wrong: wrongPasskey });
    const spend =
      request.secret === caller.jti
        ? await provePasskey(services, userAccountId, { challenge, passkey: body.passkey })
        : null;
    if (!spend) throw wrongPasskey();
    await services.database.transaction(async (queries) => {
      await useRequest(queries, request.id_hash, services.clock.now());
      await spend(queries);
    });
  }),
);

/**
 * The challenge for a step-up of this session by passkey, valid for ten minutes; 409 when the account has no passkey.
 */
export const beginPasskeyStepUp = handle(beginPasskeyStepUpEndpoint, async ({ caller, services }) => {
  const { userAccountId, jti } = caller;
  const passkeys = await findPasskeys(services.database, userAccountId);
  if (passkeys.length === 0) throw new Problem(409, 'Your account has no passkey.', { code: 'NO_PASSKEY' });
  await spendPasskeyAsked(services, userAccountId);
  const id = await openRequest(services, { kind: 'STEP_UP', userAccountId, secret: jti });
  return questionOf(services, id, passkeys);
});

type OwnCall = Pick<Call<typeof stepUpEndpoint>, 'caller' | 'services'>;

async function confirm(
  { caller, services }: OwnCall,
  proveTo: (account: Account) => Promise<void>,
): Promise<StepUpAnswer> {
  const account = await ownAccount(services, caller);
  const key = `step-up:${caller.userAccountId}`;
  const message = 'Too many tries. Please wait a moment.';
  const who = async () => whoOf(account);
  const locked = (error: unknown): never => {
    throw failedProof(error, { action: 'STEP_UP_LOCKED', detail: 'Too many tries', who, once: `locked:${key}` });
  };
  const { signInsPerMinute } = services.settings;
  await services.rateLimits.spend({ key, most: signInsPerMinute, seconds: 60, message }).catch(locked);
  const giveBack = await services.rateLimits
    .spend({
      key: `step-up-hour:${caller.userAccountId}`,
      most: 30,
      seconds: 3600,
      message: 'Too many wrong tries. Please try again later.',
    })
    .catch(locked);
  await proveTo(account).catch((error: unknown) => {
    throw failedProof(error, { action: 'STEP_UP_FAILED', detail: 'Wrong code or password', who });
  });
  await services.rateLimits.refund(key);
  await giveBack();
  const { stepUpToken, expiresAt } = await makeStepUpToken(services, caller.jti);
  return { stepUpToken, expiresAtUtc: toWireTime(expiresAt) };
}

async function prove(
  { body, caller, services, request }: Call<typeof stepUpEndpoint>,
  account: Account,
): Promise<void> {
  if (account.two_factor !== 'NONE') {
    if (body.code === undefined)
      throw new Problem(400, 'code is required', { statusName: codeRequired, field: 'code' });
    if (account.two_factor === 'EMAIL' && isSixDigits(body.code)) return proveMailed(services, caller.jti, body.code);
    const spend = await proveAuthenticator(services, account, body.code);
    if (!spend) throw wrongCode();
    await spend(services.database);
    return;
  }
  if (body.password === undefined) {
    throw new Problem(400, 'password is required', { statusName: passwordRequired, field: 'password' });
  }
  const isRight =
    account.password_hash !== null &&
    (await services.passwords.verify(account.password_hash, body.password, addressKey(request.address)));
  if (!isRight) throw new Problem(400, 'That password is incorrect.', { code: 'WRONG_PASSWORD' });
}

async function proveMailed(services: Services, jti: string, code: string): Promise<void> {
  const request = await spendAskedTry(services, { kind: 'STEP_UP', id: stepUpRequestId(jti), wrong: wrongCode });
  if (!(await isEmailCode(services, request, code))) throw wrongCode();
  await services.database.transaction((queries) => useRequest(queries, request.id_hash, services.clock.now()));
}

/** A session has one code at a time, so the request's id is derived from the session's. */
const stepUpRequestId = (jti: string): string => `step-up:${jti}`;

/**
 * Mails the code for a step-up of this session, for users with codes by email: only the password would be the same
 * secret twice. Invalidates the previous code. 409 for other users, 429 after five in ten minutes.
 */
export const mailStepUpCode = handle(mailStepUpCodeEndpoint, async ({ caller, services }) => {
  const account = await ownAccount(services, caller);
  if (account.two_factor !== 'EMAIL')
    throw new Problem(409, 'Your codes are not sent by email.', { code: 'CODES_NOT_BY_EMAIL' });
  const message = 'Several codes were sent already. Please wait before asking for another.';
  await services.rateLimits.spend({ key: `step-up-code:${caller.userAccountId}`, most: 5, seconds: 600, message });
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
