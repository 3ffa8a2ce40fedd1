import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  endOwnSession as endOwnSessionEndpoint,
  listOwnSessions as listOwnSessionsEndpoint,
  signOutEverywhere as signOutEverywhereEndpoint,
} from '@volume/contract/session/own-security.ts';
import { endSession, revokeAccess } from '#core/accounts.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { sql } from '#database/sql.ts';
import { ownAccount, recordOwnActivity } from './own-account.ts';
import { signOut as signOutEndpoint } from '@volume/contract/session/session.ts';
import { ownMerchant } from '#core/tenant.ts';
import { recordActivity } from '#core/activity/record-activity.ts';

interface Row {
  jti: string;
  device: string | null;
  address: string | null;
  signed_in_at: Date;
  is_current: boolean;
}

/** Lists the caller's open sessions: the latest token of every sign-in that is still valid. */
export const listOwnSessions = handle(listOwnSessionsEndpoint, async ({ caller, services }) => {
  const rows = await services.database.query<Row>(
    // A token that was just replaced can still be used: its successor is the same session.
    sql`SELECT s.jti, s.device, s.address, s.signed_in_at,
        s.jti IN (${caller.jti}, coalesce((SELECT replaced_by FROM sessions WHERE jti = ${caller.jti}), '')) AS is_current
      FROM sessions s
      WHERE s.user_account_id = ${caller.userAccountId} AND s.revoked_at IS NULL AND s.replaced_by IS NULL
        AND s.expires_at > ${services.clock.now()}
      ORDER BY is_current DESC, s.signed_in_at DESC, s.jti
      LIMIT 100`,
  );
  return rows.map((row) => ({
    sessionId: row.jti,
    device: row.device,
    address: row.address,
    signedInAtUtc: toWireTime(row.signed_in_at),
    isCurrent: row.is_current,
  }));
});

/** Requires no step-up: signing out must always be possible. */
export const endOwnSession = handle(endOwnSessionEndpoint, async (call) => {
  const { caller, services, params } = call;
  const account = await ownAccount(services, caller);
  await services.database.transaction(async (queries) => {
    const ended = { userAccountId: caller.userAccountId, jti: params.sessionId, at: services.clock.now() };
    if (!(await endSession(queries, ended))) throw notFound('This session');
    await recordOwnActivity(queries, call, account, 'SESSION_ENDED');
  });
});

export const signOut = handle(signOutEndpoint, async (call) => {
  const { caller, services } = call;
  await services.database.transaction(async (queries) => {
    await endSession(queries, { ...caller, at: services.clock.now() });
    await recordActivity(queries, call, {
      merchantId: ownMerchant(caller),
      action: 'SIGNED_OUT',
      subject: caller.email,
    });
  });
});

/** Requires no step-up: signing out must always be possible. */
export const signOutEverywhere = handle(signOutEverywhereEndpoint, async (call) => {
  const { caller, services } = call;
  const account = await ownAccount(services, caller);
  await services.database.transaction(async (queries) => {
    await revokeAccess(queries, { userAccountId: caller.userAccountId, at: services.clock.now() });
    await recordOwnActivity(queries, call, account, 'SIGNED_OUT_EVERYWHERE');
  });
});
