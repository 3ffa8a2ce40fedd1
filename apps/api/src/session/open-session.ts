import type { SignedIn } from '@volume/contract/session/session.ts';
import { lockAccount, type LockedAccount } from '#core/accounts.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { RequestFacts } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import { type SessionTimes, signAccessToken, tokenLife } from '#session/tokens/access-token.ts';
import type { Account } from './account.ts';
import { rememberPlace } from '#session/limits/sign-in-limits.ts';
import { recordOwnActivity } from '#session/own/own-account.ts';
import { mailNewPlace, readDevice } from '#session/own/notify-owner.ts';

/** The longest life of a session after sign-in, renewals included, in milliseconds (contract §8). */
export const sessionLife = 12 * 3_600_000;

/** The call that completes a sign-in. */
export interface SignInCall {
  services: Services;
  request: RequestFacts;
}

/**
 * Signs in an account that has proved its identity. `prove` runs in the transaction that opens the session, under the
 * account's lock, so that a code is used up if and only if its session is opened; when it throws, the sign-in is
 * rejected. It must check that the proof from before the lock is still valid: compare the locked account, or use up a
 * one-time request, which a revocation would already have used up. Recorded as activity of the account's merchant.
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
  return session;
}
