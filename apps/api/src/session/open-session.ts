import type { SignedIn } from '@volume/contract/session.ts';
import { lockAccount, type LockedAccount } from '#core/accounts.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { RequestFacts } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import { type SessionTimes, signAccessToken, tokenLife } from '#session/tokens/access-token.ts';
import type { Account } from './account.ts';
import { rememberPlace } from '#session/limits/sign-in-limits.ts';
import { recordOwnActivity } from '#session/own/own-account.ts';
import { mailNewPlace, readDevice } from '#session/own/tell-owner.ts';

/** A session goes on no longer than 12 hours after sign-in, in milliseconds (contract §8). */
export const sessionLife = 12 * 3_600_000;

/** The call a sign-in ends with. */
export interface SignInCall {
  services: Services;
  request: RequestFacts;
}

/**
 * Signs an account in that has proved itself. `prove` runs in the transaction that opens the session, under the account's lock, so
 * that a code spent and the session it opened are one; what it throws refuses the sign-in. It must find out whether what was
 * verified before the lock still holds: compare the locked account, or use up a request, which a revocation has used up.
 * Recorded as activity of its merchant.
 */
export async function signInAccount(
  call: SignInCall,
  account: Account,
  prove: (queries: Queries, locked: LockedAccount | null) => Promise<void>,
): Promise<SignedIn> {
  const { services } = call;
  const session = await services.database.transaction(async (queries) => {
    await prove(queries, await lockAccount(queries, account.user_account_id));
    await recordOwnActivity(queries, call, account, 'SIGNED_IN');
    if (await rememberPlace(queries, call, account)) await mailNewPlace(queries, call, account);
    return openSession(queries, call, account);
  });
  return { accessToken: await signAccessToken(services, account, session), email: account.email };
}

async function openSession(
  { query }: Queries,
  { services, request }: SignInCall,
  account: Account,
): Promise<SessionTimes> {
  const { user_account_id: id, merchant_id: merchantId, admin_id: adminId } = account;
  const issuedAt = services.clock.now();
  const session = { jti: services.random.uuid(), issuedAt, expiresAt: new Date(issuedAt.getTime() + tokenLife) };
  await query(
    sql`INSERT INTO sessions
       (jti, user_account_id, merchant_id, admin_id, issued_at, signed_in_at, expires_at, device, address)
     VALUES (${session.jti}, ${id}, ${merchantId}, ${adminId}, ${issuedAt}, ${issuedAt}, ${session.expiresAt},
       ${readDevice(request)}, ${request.address})`,
  );
  await query(sql`UPDATE accounts SET last_sign_in_at = ${issuedAt} WHERE user_account_id = ${id}`);
  // What is long over is cleared when its owner comes back.
  const yesterday = new Date(issuedAt.getTime() - 24 * 3_600_000);
  await query(sql`DELETE FROM sessions WHERE user_account_id = ${id} AND expires_at < ${yesterday}`);
  return session;
}
