import { confirmEmailFactor as endpoint } from '@volume/contract/own-security.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { revokeAccess } from '#core/accounts/revoke-access.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import type { Account } from '#session/account.ts';
import { isEmailCode } from '#session/second-factor/email-code.ts';
import { requestOver, spendTry, useRequest, wrongCode } from '#session/second-factor/one-time-request.ts';
import { protectionOf } from '#session/second-factor/protection.ts';
import { makeRecoveryCodes } from '#session/second-factor/recovery-codes.ts';
import { ownAccount } from './own-account.ts';
import { recordOwnActivity } from './record-own-activity.ts';
import { tellOwner } from './tell-owner.ts';

/** The code has come back: sign-in mails one from now on, the recovery codes are new and other sessions end. 400 wrong, 410 over. */
export const confirmEmailFactor = handle(endpoint, async (call) => {
  const { services, params, body } = call;
  const account = await ownAccount(services, call.caller);
  const request = await spendTry(services, 'EMAIL_FACTOR', params.twoFactorRequestId);
  if (request.user_account_id !== account.user_account_id) throw notFound('This request');
  if (request.secret !== (await protectionOf(services, account))) throw requestOver('EMAIL_FACTOR');
  if (!(await isEmailCode(services, request, body.code))) throw wrongCode();
  const recovery = await makeRecoveryCodes(services, account.user_account_id);
  await services.database.transaction(async (queries) => {
    await useRequest(queries, request.id_hash, services.clock.now());
    await takeMail(queries, account);
    await recovery.save(queries);
    await revokeAccess(queries, {
      userAccountId: account.user_account_id,
      at: services.clock.now(),
      except: call.caller.jti,
    });
    await recordOwnActivity(queries, call, account, 'TWO_FACTOR_ENABLED', 'Codes by email');
    await tellOwner(queries, services, account, 'codes-by-email');
  });
  return { recoveryCodes: recovery.codes };
});

/** Refused when the sign-in came to be protected otherwise in this moment: an older wish must not weaken a newer one. */
async function takeMail({ query }: Queries, { user_account_id: id, two_factor: kind, totp_secret: secret }: Account) {
  const set = await query(
    sql`UPDATE accounts SET two_factor = 'EMAIL', totp_secret = NULL, totp_last_step = NULL
     WHERE user_account_id = ${id} AND two_factor = ${kind} AND totp_secret IS NOT DISTINCT FROM ${secret}
     RETURNING user_account_id`,
  );
  if (set.length === 0) throw requestOver('EMAIL_FACTOR');
}
