import { changePassword as changePasswordEndpoint } from '@volume/contract/session/own-security.ts';
import {
  acceptInvitation as acceptInvitationEndpoint,
  getResetToken as getResetTokenEndpoint,
  resetPassword as resetPasswordEndpoint,
} from '@volume/contract/session/passwords.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { handle, handlePublic } from '#core/handler.ts';
import { rememberPlace } from '#session/limits/sign-in-limits.ts';
import { lockOwnAccount, ownAccount, recordOwnActivity } from '#session/own/own-account.ts';
import { notifyOwner } from '#session/own/notify-owner.ts';
import { chooseDefaultMails } from '#core/mail/choose-default-mails.ts';
import { lockAccount, revokeAccess } from '#core/accounts.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { PasswordLinkType } from '#core/mail/mail-password-link.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import { type Account, findAccount } from '#session/account.ts';
import type { SignInCall } from '#session/open-session.ts';
import { nextStep } from '#session/sign-in.ts';
import { passwordFaults, passwordFaultMessages } from '@volume/contract/session/password-rules.ts';

/** Sets a password by a link from a mail. 404 unknown, 410 used or expired, 400 when the password is rejected. */
export const resetPassword = handlePublic(resetPasswordEndpoint, async (call) => {
  const found = await findResetToken(call.services, call.body.token);
  const setPassword = await passwordSetter(call, found);
  await call.services.database.transaction(async (queries) => {
    await lockAccount(queries, found.account.user_account_id);
    await setPassword(queries);
  });
});

/** Sets the first password and signs in, like `resetPassword` and `signIn`. 410 also for a link of a forgotten password. */
export const acceptInvitation = handlePublic(acceptInvitationEndpoint, async (call) => {
  const found = await findResetToken(call.services, call.body.token);
  if (found.row.type !== 'SET_PASSWORD') throw linkOver();
  return nextStep(call, found.account, await passwordSetter(call, found));
});

/** Prepares what a link does within the transaction that holds the account's lock. */
async function passwordSetter(
  call: SignInCall & { body: { password: string } },
  { row, account }: FoundToken,
): Promise<(queries: Queries) => Promise<void>> {
  const { body, services } = call;
  if (row.is_used) throw linkOver();
  const hash = await hashNewPassword(services, account, body.password);
  const at = services.clock.now();
  return async (queries) => {
    await useToken(queries, row.token_hash, at);
    await queries.query(
      sql`UPDATE accounts SET password_hash = ${hash}, invitation = 'ACCEPTED'
        WHERE user_account_id = ${account.user_account_id}`,
    );
    if (account.invitation === 'PENDING' && account.merchant_id !== null)
      await chooseDefaultMails(queries, {
        merchantId: account.merchant_id,
        userAccountId: account.user_account_id,
        at,
      });
    await revokeAccess(queries, { userAccountId: account.user_account_id, at });
    const isFirst = account.password_hash === null;
    await recordOwnActivity(queries, call, account, isFirst ? 'PASSWORD_CHOSEN' : 'PASSWORD_RESET');
    // This unlocks sign-in for an owner whom failed attempts of others had locked out of a new place.
    await rememberPlace(queries, call, account);
    if (row.type === 'RESET_PASSWORD') await notifyOwner(queries, services, account, 'password-changed');
  };
}

/** 410 when another call used the token in the meantime. */
async function useToken({ query }: Queries, tokenHash: string, at: Date): Promise<void> {
  const used = await query(
    sql`UPDATE reset_tokens SET is_used = true WHERE token_hash = ${tokenHash} AND NOT is_used AND expires_at > ${at}
      RETURNING token_hash`,
  );
  if (used.length === 0) throw linkOver();
}

/** The record of a token (§3); a used token is reported as used until it expires. */
export const getResetToken = handlePublic(getResetTokenEndpoint, async ({ params, services }) => {
  const { row } = await findResetToken(services, params.token);
  return { token: params.token, type: row.type, isUsed: row.is_used, expiresAt: toWireTime(row.expires_at) };
});

interface TokenRow {
  token_hash: string;
  user_account_id: string;
  type: PasswordLinkType;
  is_used: boolean;
  expires_at: Date;
}

interface FoundToken {
  row: TokenRow;
  account: Account;
}

/**
 * The row of a token from a mail, with its account. 404 when it does not exist, 410 when it has expired or its account
 * is disabled.
 */
async function findResetToken(services: Services, token: string): Promise<FoundToken> {
  const [row] = await services.database.query<TokenRow>(
    sql`SELECT token_hash, user_account_id, type, is_used, expires_at FROM reset_tokens
      WHERE token_hash = ${await secretHash(services, token)}`,
  );
  if (!row) throw notFound('This link');
  const account = await findAccount(services.database, row.user_account_id);
  if (!account?.is_open || row.expires_at <= services.clock.now()) throw linkOver();
  return { row, account };
}

function linkOver(): Problem {
  return new Problem(410, 'This link is no longer valid. Please ask for a new one.', { code: 'LINK_EXPIRED' });
}

type Owner = Pick<Account, 'email' | 'name' | 'merchant_id'>;

/** The hash of a new password; 400 with the reason when the password is rejected (quality, Security). */
export async function hashNewPassword(services: Services, owner: Owner, password: string): Promise<string> {
  const [merchant] = await services.database.query<{ company_name: string }>(
    sql`SELECT company_name FROM merchants WHERE merchant_id = ${owner.merchant_id}`,
  );
  const [fault] = passwordFaults(password, [owner.email, owner.name ?? '', merchant?.company_name ?? '']);
  if (fault) throw wrongField('password', passwordFaultMessages[fault]);
  return services.passwords.hash(password);
}

/**
 * Changes the caller's password and ends their other sessions. 403 without a step-up, 400 when the password is
 * rejected.
 */
export const changePassword = handle(changePasswordEndpoint, async (call) => {
  const { services, caller, body } = call;
  const account = await ownAccount(services, caller);
  const hash = await hashNewPassword(services, account, body.password);
  const userAccountId = account.user_account_id;
  await services.database.transaction(async (queries) => {
    await lockOwnAccount(queries, caller);
    await queries.query(sql`UPDATE accounts SET password_hash = ${hash} WHERE user_account_id = ${userAccountId}`);
    await revokeAccess(queries, { userAccountId, at: services.clock.now(), except: caller.jti });
    await recordOwnActivity(queries, call, account, 'PASSWORD_CHANGED');
    await notifyOwner(queries, services, account, 'password-changed');
  });
});
