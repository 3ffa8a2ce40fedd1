import { renewSession as endpoint } from '@volume/contract/session/session.ts';
import { lockAccount } from '#core/accounts.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { type SessionTimes, signAccessToken, tokenLife } from '#session/tokens/access-token.ts';
import { findAccount } from './account.ts';
import { sessionLife } from './open-session.ts';

const renewable = 5 * 60_000;
const afterlife = 60_000;

interface Row {
  jti: string;
  issued_at: Date;
  signed_in_at: Date;
  expires_at: Date;
  replaced_by: string | null;
}

/**
 * Issues a new token in the last five minutes of a valid one, until 12 hours after sign-in (contract §8). Earlier is
 * 409 RENEWAL_TOO_EARLY, at the limit 409 SESSION_AT_ITS_LIMIT. Two tabs that renew concurrently get the same new
 * session.
 */
export const renewSession = handle(endpoint, async ({ caller, services }) => {
  const { userAccountId, jti } = caller;
  const { account, session } = await services.database.transaction(async (queries) => {
    await lockAccount(queries, userAccountId);
    const replaced = await replaceSession(services, queries, jti);
    return { session: replaced, account: await findAccount(queries, userAccountId) };
  });
  if (!account) throw sessionOver();
  return { accessToken: await signAccessToken(services, account, session), email: account.email };
});

async function replaceSession(services: Services, queries: Queries, jti: string): Promise<SessionTimes> {
  const row = await lockSession(queries, jti);
  if (row.replaced_by !== null) return timesOf(await lockSession(queries, row.replaced_by));
  const issuedAt = services.clock.now();
  const expiresAt = newExpiry(row, issuedAt);
  const session = { jti: services.random.uuid(), issuedAt, expiresAt };
  await queries.query(
    sql`INSERT INTO sessions
       (jti, user_account_id, merchant_id, admin_id, issued_at, signed_in_at, expires_at, device, address)
     SELECT ${session.jti}, user_account_id, merchant_id, admin_id, ${issuedAt}, signed_in_at, ${expiresAt}, device, address
     FROM sessions WHERE jti = ${jti}`,
  );
  // Requests in progress with the old token can still finish.
  await queries.query(
    sql`UPDATE sessions SET replaced_by = ${session.jti},
       expires_at = least(expires_at, ${new Date(issuedAt.getTime() + afterlife)}) WHERE jti = ${jti}`,
  );
  return session;
}

function newExpiry(row: Row, now: Date): Date {
  const earliest = row.expires_at.getTime() - renewable;
  if (now.getTime() < earliest) {
    throw new Problem(409, 'This session can be renewed in its last five minutes only.', {
      statusName: 'RENEWAL_TOO_EARLY',
      headers: { 'retry-after': String(Math.ceil((earliest - now.getTime()) / 1000)) },
    });
  }
  const expiry = Math.min(now.getTime() + tokenLife, row.signed_in_at.getTime() + sessionLife);
  if (expiry <= row.expires_at.getTime()) {
    throw new Problem(409, 'This session has reached its limit. Please sign in again.', {
      statusName: 'SESSION_AT_ITS_LIMIT',
    });
  }
  return new Date(expiry);
}

async function lockSession({ query }: Queries, jti: string): Promise<Row> {
  const [row] = await query<Row>(
    sql`SELECT jti, issued_at, signed_in_at, expires_at, replaced_by FROM sessions
     WHERE jti = ${jti} AND revoked_at IS NULL FOR UPDATE`,
  );
  if (!row) throw sessionOver();
  return row;
}

function timesOf(row: Row): SessionTimes {
  return { jti: row.jti, issuedAt: row.issued_at, expiresAt: row.expires_at };
}

function sessionOver(): Problem {
  return new Problem(401, 'Your session has ended. Please sign in again.');
}
