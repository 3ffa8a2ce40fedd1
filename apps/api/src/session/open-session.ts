import type { SignedIn } from '@volume/contract/session.ts';
import type { Queries } from '#database/database.ts';
import type { RequestFacts } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import { type SessionTimes, signAccessToken } from '#session/tokens/access-token.ts';
import type { Account } from './account.ts';
import { rememberPlace } from './limits/known-place.ts';
import { recordOwnActivity } from './own/record-own-activity.ts';

const minutes = (count: number): number => count * 60_000;
/** A token lives 60 minutes, in milliseconds (contract §8). */
export const tokenLife = minutes(60);
/** And no longer than 12 hours after sign-in. */
export const sessionLife = minutes(12 * 60);

/** The call a sign-in ends with. */
export type SignInCall = { services: Services; request: RequestFacts };

/**
 * Signs an account in that has proved itself. `prove` runs in the transaction that opens the session, so that a code
 * spent and the session it opened are one; what it throws refuses the sign-in. Recorded as activity of its merchant.
 */
export async function signInAccount(
  call: SignInCall,
  account: Account,
  prove: (queries: Queries) => Promise<void> = async () => undefined,
): Promise<SignedIn> {
  const { services } = call;
  const session = await services.database.transaction(async (queries) => {
    await prove(queries);
    await recordOwnActivity(queries, call, account, 'SIGNED_IN');
    await rememberPlace(queries, call, account);
    return openSession(services, queries, account);
  });
  return { accessToken: await signAccessToken(services, account, session), email: account.email };
}

async function openSession(services: Services, { query }: Queries, account: Account): Promise<SessionTimes> {
  const { user_account_id: id, merchant_id: merchantId, admin_id: adminId } = account;
  const issuedAt = services.clock.now();
  const session = { jti: services.random.uuid(), issuedAt, expiresAt: new Date(issuedAt.getTime() + tokenLife) };
  await query(
    `insert into sessions (jti, user_account_id, merchant_id, admin_id, issued_at, signed_in_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [session.jti, id, merchantId, adminId, issuedAt, session.expiresAt],
  );
  await query('update accounts set last_sign_in_at = $2 where user_account_id = $1', [id, issuedAt]);
  // What is long over is cleared when its owner comes back.
  const yesterday = new Date(issuedAt.getTime() - minutes(24 * 60));
  await query('delete from sessions where user_account_id = $1 and expires_at < $2', [id, yesterday]);
  await query('delete from one_time_requests where user_account_id = $1 and expires_at < $2', [id, yesterday]);
  return session;
}
