import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  beginEmailFactor as beginEmailFactorEndpoint,
  beginTwoFactor as beginTwoFactorEndpoint,
  confirmEmailFactor as confirmEmailFactorEndpoint,
  endTwoFactor as endTwoFactorEndpoint,
  getOwnTwoFactor as getOwnTwoFactorEndpoint,
  renewRecoveryCodes as renewRecoveryCodesEndpoint,
} from '@volume/contract/session/own-security.ts';
import { handle } from '#core/handler.ts';
import { mustHaveSecondFactor, protectionOf } from '#session/second-factor/protection.ts';
import { lockOwnAccount, ownAccount, recordOwnActivity } from './own-account.ts';
import { sql } from '#database/sql.ts';
import { openTotpSecret, toBase32 } from '#session/second-factor/totp.ts';
import {
  newRequest,
  requestOver,
  type RequestToOpen,
  spendTry,
  useRequest,
  wrongCode,
} from '#session/second-factor/one-time-request.ts';
import { notFound, Problem } from '#core/problem.ts';
import { isEmailCode, mailSetUpCode, newCodedRequest } from '#session/second-factor/email-code.ts';
import type { Services } from '#core/services.ts';
import type { Caller } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { forgetFactors, revokeAccess } from '#core/accounts.ts';
import type { Account } from '#session/account.ts';
import { makeRecoveryCodes } from '#session/second-factor/recovery-codes.ts';
import { findPasskeys } from '#session/passkeys/passkeys.ts';
import { notifyOwner } from './notify-owner.ts';

/** The caller's second factor, number of unused recovery codes, and passkeys. */
const getOwnTwoFactor = handle(getOwnTwoFactorEndpoint, async ({ caller, services }) => {
  const account = await ownAccount(services, caller);
  const [left] = await services.database.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM recovery_codes
      WHERE user_account_id = ${account.user_account_id} AND used_at IS NULL`,
  );
  const passkeys = await findPasskeys(services.database, account.user_account_id);
  return {
    kind: account.two_factor,
    isRequired: mustHaveSecondFactor(services, account),
    recoveryCodesLeft: account.two_factor === 'NONE' ? 0 : (left?.count ?? 0),
    passkeys: passkeys.map(({ passkey_id: passkeyId, name, added_at, last_used_at }) => ({
      passkeyId,
      name,
      addedAtUtc: toWireTime(added_at),
      lastUsedAtUtc: last_used_at && toWireTime(last_used_at),
    })),
  };
});

/**
 * Opens the set-up of an authenticator, also to replace one, which keeps working until the new one is confirmed.
 * Requires a step-up: a stolen session must not be enough to get a second factor that later step-ups trust.
 */
const beginTwoFactor = handle(beginTwoFactorEndpoint, async (call) => {
  const account = await ownAccount(call.services, call.caller);
  const replaces = await openTotpSecret(call.services, account);
  const request = await newRequest(call.services, {
    kind: 'TWO_FACTOR',
    userAccountId: account.user_account_id,
    secret: toBase32(call.services.random.bytes(20)),
    ...(replaces !== null && { replaces }),
  });
  await saveOwnRequest(call, request);
  return { twoFactorRequestId: request.id };
});

async function saveOwnRequest(
  { services, caller }: { services: Services; caller: Caller },
  request: RequestToOpen,
): Promise<void> {
  await services.database.transaction(async (queries) => {
    await lockOwnAccount(queries, caller);
    await request.save(queries);
  });
}

/**
 * Mails a code that the user has to enter before sign-in relies on mail, so that a mistyped or dead address locks no
 * user out.
 */
const beginEmailFactor = handle(beginEmailFactorEndpoint, async (call) => {
  const { services } = call;
  const account = await ownAccount(services, call.caller);
  const { email, user_account_id: userAccountId } = account;
  if (account.two_factor === 'EMAIL')
    throw new Problem(409, 'You already get your codes by email.', { code: 'CODES_BY_EMAIL' });
  const message = 'Several codes were sent already. Please wait before asking for another.';
  await services.rateLimits.spend({ key: `email-factor:${userAccountId}`, most: 5, seconds: 600, message });
  const secret = await protectionOf(services, account);
  const { request, code } = await newCodedRequest(services, { kind: 'EMAIL_FACTOR', userAccountId, secret });
  await saveOwnRequest(call, request);
  await mailSetUpCode(services, email, code);
  return { twoFactorRequestId: request.id, email };
});

/**
 * Activates codes by email for sign-in, replaces the recovery codes and ends other sessions. 400 for a wrong code, 410
 * when the request has expired.
 */
const confirmEmailFactor = handle(confirmEmailFactorEndpoint, async (call) => {
  const { services, params, body } = call;
  const account = await ownAccount(services, call.caller);
  const request = await spendTry(services, 'EMAIL_FACTOR', params.twoFactorRequestId);
  if (request.user_account_id !== account.user_account_id) throw notFound('This request');
  if (request.secret !== (await protectionOf(services, account))) throw requestOver('EMAIL_FACTOR');
  if (!(await isEmailCode(services, request, body.code))) throw wrongCode();
  const recovery = await makeRecoveryCodes(services, account.user_account_id);
  await services.database.transaction(async (queries) => {
    await lockOwnAccount(queries, call.caller);
    await useRequest(queries, request.id_hash, services.clock.now());
    await takeMail(queries, account);
    await recovery.save(queries);
    await revokeAccess(queries, {
      userAccountId: account.user_account_id,
      at: services.clock.now(),
      except: call.caller.jti,
    });
    await recordOwnActivity(queries, call, account, 'TWO_FACTOR_ENABLED', 'Codes by email');
    await notifyOwner(queries, services, account, 'codes-by-email');
  });
  return { recoveryCodes: recovery.codes };
});

/** Fails when another second factor was set up concurrently: an older request must not weaken a newer factor. */
async function takeMail({ query }: Queries, { user_account_id: id, two_factor: kind, totp_secret: secret }: Account) {
  const set = await query(
    sql`UPDATE accounts SET two_factor = 'EMAIL', totp_secret = NULL, totp_last_step = NULL
     WHERE user_account_id = ${id} AND two_factor = ${kind} AND totp_secret IS NOT DISTINCT FROM ${secret}
     RETURNING user_account_id`,
  );
  if (set.length === 0) throw requestOver('EMAIL_FACTOR');
}

/**
 * Removes the second factor and its recovery codes, where the deployment does not require one (contract §8); ends other
 * sessions.
 */
const endTwoFactor = handle(endTwoFactorEndpoint, async (call) => {
  const { services, caller } = call;
  await services.database.transaction(async (queries) => {
    const account = await lockOwnAccount(queries, caller);
    if (mustHaveSecondFactor(services, account))
      throw new Problem(409, 'A second factor is required here.', { code: 'SECOND_FACTOR_REQUIRED' });
    if (account.two_factor === 'NONE')
      throw new Problem(409, 'There is no second factor to end.', { code: 'NO_SECOND_FACTOR' });
    await queries.query(
      sql`UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL
        WHERE user_account_id = ${account.user_account_id}`,
    );
    await forgetFactors(queries, account.user_account_id);
    await revokeAccess(queries, { userAccountId: caller.userAccountId, at: services.clock.now(), except: caller.jti });
    await recordOwnActivity(queries, call, account, 'TWO_FACTOR_DISABLED');
    await notifyOwner(queries, services, account, 'two-factor-ended');
  });
});

/** Replaces the recovery codes with ten new ones, which are returned only once. */
const renewRecoveryCodes = handle(renewRecoveryCodesEndpoint, async (call) => {
  const { services, caller } = call;
  const recovery = await makeRecoveryCodes(services, caller.userAccountId);
  await services.database.transaction(async (queries) => {
    const account = await lockOwnAccount(queries, caller);
    if (account.two_factor === 'NONE')
      throw new Problem(409, 'Set up a second factor first.', { code: 'NO_SECOND_FACTOR' });
    await recovery.save(queries);
    await recordOwnActivity(queries, call, account, 'RECOVERY_CODES_MADE');
    await notifyOwner(queries, services, account, 'recovery-codes');
  });
  return { recoveryCodes: recovery.codes };
});

/** A user's own second factor: reading, beginning, ending, and new recovery codes. */
export const ownTwoFactorHandlers = [
  getOwnTwoFactor,
  beginTwoFactor,
  beginEmailFactor,
  confirmEmailFactor,
  endTwoFactor,
  renewRecoveryCodes,
];
